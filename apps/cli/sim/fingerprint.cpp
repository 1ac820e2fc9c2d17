#include "sim/fingerprint.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mirador/core/text.hpp"

namespace mirador::cli {
namespace {

std::string list_of(const std::vector<double>& numbers) {
  std::vector<std::string> words;
  for (const double number : numbers) words.push_back(exact(number));
  return fmt::format("{}", fmt::join(words, ","));
}

std::string text_of_value(double value) { return exact(value); }
std::string text_of_value(std::size_t value) { return std::to_string(value); }
std::string text_of_value(const std::string& value) { return value; }
std::string text_of_value(const std::vector<double>& values) { return list_of(values); }
std::string text_of_value(Direction direction) { return std::string(word_of(direction)); }
std::string text_of_value(const std::vector<Polyhedron>& sets) {
  std::string text;
  for (const Polyhedron& set : sets) {
    text += fmt::format("{}: {} > {}; ", set.name, list_of(set.rows), list_of(set.bounds));
  }
  return text;
}

/// A family or a question with all its fields.
template <class Choice>
std::string text_of_choice(const Choice& choice) {
  return std::visit(
      []<class Spec>(const Spec& spec) {
        std::string text(Spec::name);
        for_each_written(
            spec, [&](const auto&, const auto& value) { text += " " + text_of_value(value); });
        return text;
      },
      choice);
}

std::string rules_of(const Plan& plan) {
  std::vector<std::string> labels;
  for (const RuleSpec& rule : plan.rules) labels.push_back(rule.label);
  return fmt::format("{}", fmt::join(labels, ","));
}

}  // namespace

Fingerprint fingerprint_of(const ProblemSpec& problem, const SimRequest& request) {
  const Plan& plan = request.plan;
  return {
      {"mirador", MIRADOR_VERSION},
      {"problem", text_of_choice(problem.question)},
      {"family", text_of_choice(problem.family)},
      {"means", list_of(problem.means)},
      {"rules", rules_of(plan)},
      {"stopping", request.stopping},
      {"delta", list_of(plan.deltas)},
      {"runs", std::to_string(plan.runs)},
      {"seed", std::to_string(plan.seed)},
      {"max-samples", std::to_string(plan.longest_run())},
  };
}

std::string lines_of(const Fingerprint& fingerprint) {
  std::string text;
  for (const Trait& trait : fingerprint) text += fmt::format("{} {}\n", trait.name, trait.value);
  return text;
}

}  // namespace mirador::cli
