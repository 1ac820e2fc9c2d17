#include "render/live_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <variant>

#include "mirador/core/text.hpp"
#include "render/numbers.hpp"
#include "render/words.hpp"

namespace mirador::cli {

std::string phase_text(const ExperimentStatus& status) {
  switch (status.phase) {
    case Phase::decided:
      return fmt::format("decided after {}", counted(status.verdict->samples, "sample"));
    case Phase::undecided:
      return "undecided, the budget is spent";
    case Phase::running:
      break;
  }
  return "running";
}

std::string question_line(const ExperimentSpec& spec) {
  const bool normal = std::holds_alternative<NormalSpec>(spec.family);  // has nothing to add
  return fmt::format(
      "{}; {} arms, {}{}; delta {}; rule {}", question_text(spec.question, margin_kind(spec.scale)),
      spec.arms.size(), normal ? std::string(name_of(spec.family)) : family_text(spec.family),
      spec.scale == Scale::log ? ", log scale" : "", exact(spec.delta), spec.rule.label);
}

std::string risk_text(const ExperimentStatus& status) {
  const double least = 1e-300;  // what is smaller may not be told from 0
  return fmt::format("wrong with probability at most {} [{}]",
                     status.error_bound < least ? "1e-300" : short_number(status.error_bound),
                     guarantee_text(status));
}

std::string contradiction_text(const ExperimentStatus& status) {
  if (!status.contradiction) return {};
  return fmt::format("contradicted: {}{}", status.contradiction->reason,
                     status.guarantee == Status::proved ? "; the guarantee does not hold" : "");
}

std::string change_of_mind(const ExperimentStatus& status) {
  if (!status.verdict || !status.findings) return {};
  const NamedAnswer &then = status.verdict->answer, &now = status.findings->answer;
  const bool same = then.arms.empty() ? then.text == now.text : then.arms == now.arms;
  return same ? "" : fmt::format("the data now speak for {}; the verdict stays", now.text);
}

bool in_answer(const ExperimentStatus& status, const std::string& arm) {
  if (!status.findings && !status.verdict) return false;
  const NamedAnswer& answer = status.verdict ? status.verdict->answer : status.findings->answer;
  return std::ranges::find(answer.arms, arm) != answer.arms.end();
}

std::vector<ArmStatus> leading_arms(const ExperimentStatus& status, std::size_t most) {
  std::vector<std::size_t> places(status.arms.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  if (places.size() > most) {
    const auto rank = [&](std::size_t a) {
      return std::pair(in_answer(status, status.arms[a].name), status.arms[a].pulls);
    };
    std::ranges::stable_sort(places, [&](auto a, auto b) { return rank(a) > rank(b); });
    places.resize(most);
    std::ranges::sort(places);
  }
  std::vector<ArmStatus> arms;
  for (const std::size_t place : places) arms.push_back(status.arms[place]);
  return arms;
}

std::optional<double> level_of(const QuestionSpec& question) {
  return std::visit(
      [](const auto& q) -> std::optional<double> {
        if constexpr (requires { q.level; }) return q.level;
        return std::nullopt;
      },
      question);
}

}  // namespace mirador::cli
