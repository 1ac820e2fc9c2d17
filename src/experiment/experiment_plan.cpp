#include "mirador/experiment/experiment_plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "mirador/core/error.hpp"
#include "mirador/core/printable.hpp"
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
  ExperimentPlan changed = *this;
  set(changed.spec_, event);
  validate(changed.spec_);
  changed.refuse_tiny_level();
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

std::optional<double> ExperimentPlan::risk_in_all() const {
  if (turnover_.changes() == 0) return std::nullopt;
  return spec_.delta * turnover_.in_all();
}

/// Of what arms that come and go have no guarantee.
void ExperimentPlan::refuse_other_arms(bool is_decided) const {
  const auto refuse = [](const std::string& why) {
    throw InputError("arms: " + why + "; begin a new experiment with the arms that you want");
  };
  if (is_decided) refuse("there is a verdict, which is final");
  if (spec_.rounds) {
    refuse("a comparison in rounds keeps its arms, because who has left rests on who was there");
  }
  if (!std::holds_alternative<BestArmSpec>(spec_.question)) {
    refuse("only best-arm has a guarantee for arms that are added or retired, and this is " +
           std::string(name_of(spec_.question)));
  }
  if (margin_of(spec_.question) > 0.0) {
    refuse("with a margin nothing is proved for arms that are added or retired");
  }
  if (!std::holds_alternative<MixtureSpec>(spec_.stopping)) {
    refuse(
        "only the stopping rule mixture has a guarantee for arms that are added or retired, "
        "and this is " +
        text_of(spec_.stopping));
  }
}

/// Intervals divide the level by the number of pairs, and that must not become 0.
void ExperimentPlan::refuse_tiny_level() const {
  constexpr double least = 1e-300;
  if (level() >= least) return;
  throw InputError(
      "arms: they were changed too often for this delta, and nothing could be decided any more; "
      "begin a new experiment with the arms that you want");
}

void ExperimentPlan::check(const ArmAdded& event, bool is_decided) const {
  refuse_other_arms(is_decided);
  const auto known = std::ranges::find(spec_.arms, event.name);
  if (known != spec_.arms.end()) {
    const bool retired = is_retired(spec_, static_cast<Arm>(known - spec_.arms.begin()));
    throw InputError("arm: \"" + event.name +
                     (retired ? "\" was retired, and its values do not count again; give the new "
                                "arm another name"
                              : "\" is an arm of the experiment already; give another name"));
  }
  ExperimentPlan changed = *this;
  changed.apply(event, 1);
  validate(changed.spec_);
  changed.refuse_tiny_level();
}

void ExperimentPlan::check(const ArmRetired& event, bool is_decided) const {
  refuse_other_arms(is_decided);
  const std::string name = "arm: \"" + spec_.arms.at(event.arm) + "\"";
  if (is_retired(spec_, event.arm)) {
    throw InputError(name + " was retired before; leave it out");
  }
  if (arms_in_question(spec_).size() <= 2) {
    throw InputError(name +
                     " is one of the last two arms, and at least two must remain; leave it out, or "
                     "add another arm first");
  }
  ExperimentPlan changed = *this;
  changed.apply(event, 1);
  changed.refuse_tiny_level();
}

/// Each arm is checked as if the ones before it were changed already.
template <class Make>
std::vector<Event> ExperimentPlan::in_turn(std::span<const std::string> names, bool is_decided,
                                           std::uint64_t told, Make&& make) const {
  ExperimentPlan next = *this;
  std::vector<Event> events;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto event = make(next.spec_, names[i], i + 1 < names.size());
    next.check(event, is_decided);
    next.apply(event, told);
    events.emplace_back(event);
  }
  return events;
}

std::vector<Event> ExperimentPlan::add_arms(std::span<const std::string> names, bool is_decided,
                                            std::uint64_t told) const {
  return in_turn(names, is_decided, told,
                 [](const ExperimentSpec&, const std::string& name, bool more) {
                   return ArmAdded{name, more};
                 });
}

std::vector<Event> ExperimentPlan::retire_arms(std::span<const std::string> names, bool is_decided,
                                               std::uint64_t told) const {
  return in_turn(names, is_decided, told,
                 [](const ExperimentSpec& spec, const std::string& name, bool more) {
                   return ArmRetired{arm_named(spec, name), more};
                 });
}

void ExperimentPlan::apply(const ArmAdded& event, std::uint64_t samples) {
  arm_changes_.push_back({samples, event.name, true});
  spec_.arms.push_back(event.name);
  turnover_.add(samples == 0);
}

void ExperimentPlan::apply(const ArmRetired& event, std::uint64_t samples) {
  arm_changes_.push_back({samples, spec_.arms[event.arm], false});
  spec_.retired.push_back(event.arm);
  turnover_.retire(samples == 0);
}

bool ExperimentPlan::has_tag(const std::string& tag) const {
  return std::ranges::find(tags_, tag) != tags_.end();
}

std::vector<Event> ExperimentPlan::tag(std::span<const std::string> tags) const {
  validate_tags(tags);
  std::vector<Event> events;
  for (const std::string& tag : tags) {
    const Event event = Tagged{tag};
    const bool is_new = !has_tag(tag) && std::ranges::find(events, event) == events.end();
    if (is_new) events.push_back(event);
  }
  return events;
}

std::vector<Event> ExperimentPlan::untag(std::span<const std::string> tags) const {
  std::vector<Event> events;
  for (const std::string& tag : tags) {
    if (!has_tag(tag)) {
      throw NotFound("tag: \"" + printable(tag) + "\" is not a tag of the experiment; see status");
    }
    const Event event = Untagged{tag};
    if (std::ranges::find(events, event) == events.end()) events.push_back(event);
  }
  return events;
}

void ExperimentPlan::apply(const Tagged& event, std::uint64_t) {
  if (!has_tag(event.tag)) tags_.push_back(event.tag);
}

void ExperimentPlan::apply(const Untagged& event, std::uint64_t) { std::erase(tags_, event.tag); }

void validate_tags(std::span<const std::string> tags) {
  constexpr std::size_t longest = 200;
  for (const std::string& tag : tags) {
    const bool is_blank = tag.find_first_not_of(' ') == std::string::npos;
    if (!is_blank && tag.size() <= longest && is_printable(tag) && tag.find(',') == tag.npos) {
      continue;
    }
    throw InputError("tag: \"" + printable(tag.substr(0, longest)) +
                     "\" is not a tag; give plain text of 1 to " + std::to_string(longest) +
                     " bytes without commas");
  }
}

void validate_note_text(std::string_view text) {
  while (!text.empty()) {
    const std::optional<Character> character = valid_character(text);
    if (!character) throw InputError("note: it is not UTF-8 text; use UTF-8");
    if (character->code == 0) throw InputError("note: it contains the character 0; leave it out");
    text.remove_prefix(character->length);
  }
}

Event note_event(std::string text) {
  constexpr std::size_t longest = 10'000;
  if (text.empty() || text.size() > longest) {
    throw InputError("note: a text of " + std::to_string(text.size()) +
                     " bytes is empty or too long; give 1 to " + std::to_string(longest) +
                     " bytes");
  }
  validate_note_text(text);
  return Noted{std::move(text)};
}

}  // namespace mirador
