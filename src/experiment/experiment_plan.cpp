#include "mirador/experiment/experiment_plan.hpp"

#include <cmath>
#include <utility>
#include <variant>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/core/utf8.hpp"

namespace mirador {
namespace {

bool has_margin(const QuestionSpec& question) {
  return std::visit(
      [](const auto& q) {
        return requires { q.margin; };
      },
      question);
}

/// The spec with the change.
void set(ExperimentSpec& spec, const Changed& event) {
  switch (event.setting) {
    case Setting::max_samples:
      spec.max_samples.reset();
      if (event.value > 0.0) spec.max_samples = static_cast<std::uint64_t>(event.value);
      return;
    case Setting::delta:
      spec.delta = event.value;
      return;
    case Setting::margin:
      std::visit(
          [&](auto& q) {
            if constexpr (requires { q.margin; }) q.margin = event.value;
          },
          spec.question);
  }
}

/// Only a damaged log holds others.
void check_budget(double wanted) {
  constexpr double most = 9007199254740992.0;
  if (wanted >= 0.0 && wanted <= most && wanted == std::floor(wanted)) return;
  throw InputError("max-samples: " + exact(wanted) + " is not a budget; give a whole number");
}

void check_delta(double now, double wanted) {
  if (wanted <= now) return;
  throw InputError("delta: " + exact(wanted) + " is larger than " + exact(now) +
                   ", and a larger risk that is chosen during the experiment has no guarantee; "
                   "give a smaller one, or begin a new experiment");
}

void check_margin(const ExperimentSpec& spec, double wanted) {
  const auto refuse = [&](const std::string& why, const std::string& instead) {
    throw InputError("margin: " + exact(wanted) + " is refused: " + why + "; " + instead);
  };
  if (!has_margin(spec.question)) {
    refuse("the question has no margin", "leave it out");
  }
  if (good_enough_of(spec.question) > 0.0) {
    refuse("the experiment stops when an arm is good enough", "leave it out");
  }
  const bool has = margin_of(spec.question) > 0.0;
  if (has != (wanted > 0.0) && !std::holds_alternative<ThresholdingSpec>(spec.question)) {
    refuse(has ? "a part of the risk was set aside for the margin"
               : "all of the risk was given to a single winner, and none is left for a margin",
           has ? "give a number above 0" : "begin a new experiment with --margin");
  }
}

}  // namespace

std::optional<double> NewSettings::value_of(Setting setting) const {
  switch (setting) {
    case Setting::max_samples:
      return max_samples ? std::optional(static_cast<double>(*max_samples)) : std::nullopt;
    case Setting::delta:
      return delta;
    case Setting::margin:
      break;
  }
  return margin;
}

void NewSettings::reset(Setting setting) {
  switch (setting) {
    case Setting::max_samples:
      max_samples.reset();
      break;
    case Setting::delta:
      delta.reset();
      break;
    case Setting::margin:
      margin.reset();
  }
}

double ExperimentPlan::value_of(Setting setting) const {
  switch (setting) {
    case Setting::max_samples:
      return static_cast<double>(spec_.max_samples.value_or(0));
    case Setting::delta:
      return spec_.delta;
    case Setting::margin:
      break;
  }
  return margin_of(spec_.question);
}

std::optional<double> ExperimentPlan::first_delta() const {
  for (const PlanChange& change : changes_) {
    if (change.setting == Setting::delta && change.samples > 0) return change.from;
  }
  return std::nullopt;
}

void ExperimentPlan::check(const Changed& event, bool is_decided) const {
  if (is_decided) {
    throw InputError("change: there is a verdict, which is final; begin a new experiment");
  }
  if (event.setting == Setting::max_samples) check_budget(event.value);
  if (event.setting == Setting::delta) check_delta(spec_.delta, event.value);
  if (event.setting == Setting::margin) check_margin(spec_, event.value);
  ExperimentSpec changed = spec_;
  set(changed, event);
  validate(changed);
}

std::vector<Event> ExperimentPlan::change(const NewSettings& wanted, bool is_decided) const {
  std::vector<Event> events;
  for (const Setting setting : {Setting::max_samples, Setting::delta, Setting::margin}) {
    const std::optional<double> value = wanted.value_of(setting);
    if (!value || *value == value_of(setting)) continue;
    const Changed event{setting, *value};
    check(event, is_decided);
    events.emplace_back(event);
  }
  return events;
}

void ExperimentPlan::apply(const Changed& event, std::uint64_t samples) {
  changes_.push_back({samples, event.setting, value_of(event.setting), event.value});
  set(spec_, event);
}

void ExperimentPlan::apply(const Noted& event, std::uint64_t samples) {
  notes_.push_back({samples, event.note});
}

Event note_event(std::string text) {
  constexpr std::size_t longest = 10'000;
  if (text.empty() || text.size() > longest) {
    throw InputError("note: a text of " + std::to_string(text.size()) +
                     " bytes is empty or too long; give 1 to " + std::to_string(longest) +
                     " bytes");
  }
  for (std::string_view rest = text; !rest.empty();) {
    const std::optional<Character> character = valid_character(rest);
    if (!character || character->code == 0) {
      throw InputError("note: it is not UTF-8 text; use UTF-8");
    }
    rest.remove_prefix(character->length);
  }
  return Noted{std::move(text)};
}

}  // namespace mirador
