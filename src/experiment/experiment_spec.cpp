#include "mirador/experiment/experiment_spec.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <variant>

#include "mirador/core/printable.hpp"
#include "mirador/spec/catalog.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/risk.hpp"

namespace mirador {
namespace {

void validate_names(const std::vector<std::string>& arms) {
  if (arms.size() < 2 || arms.size() >= (std::size_t{1} << 24)) {
    throw InputError("arms: " + std::to_string(arms.size()) + " given; give " +
                     (arms.size() < 2 ? "at least two, as in a,b,c" : "at most 16777215"));
  }
  std::unordered_set<std::string_view> seen;
  for (Arm a = 0; a < arms.size(); ++a) {
    const std::string& name = arms[a];
    const std::string place = "arms: name " + std::to_string(a + 1);
    if (name.find_first_not_of(' ') == std::string::npos) {
      throw InputError(place + " is empty; give every arm a name");
    }
    if (name.size() > longest_arm_name) {
      throw InputError(place + " has " + std::to_string(name.size()) + " bytes; give one of at " +
                       "most " + std::to_string(longest_arm_name));
    }
    if (!is_printable(name)) {
      throw InputError(place +
                       " holds control or invisible characters, or is not UTF-8; give plain text");
    }
    if (!seen.insert(name).second) {
      throw InputError("arms: \"" + name + "\" is given twice; give every arm its own name");
    }
  }
}

/// Intervals divide δ by the number of arms or pairs, and that must not become 0.
void validate_delta(double delta) {
  constexpr double least = 1e-300;
  validate_risks(std::span(&delta, 1));
  if (delta >= least) return;
  throw InputError("delta: " + exact(delta) + " is too small; give at least " + exact(least));
}

void validate_sets(const std::vector<Polyhedron>& sets) {
  for (const Polyhedron& set : sets) {
    if (set.name.empty() || !is_printable(set.name)) {
      throw InputError("sets: a name is empty or not plain text; name every set on one line");
    }
  }
}

/// Logarithms of gaussian or normal arms are compared with each other. Levels, and counts or
/// shares, which may be 0, are not allowed.
void validate_scale(const ExperimentSpec& spec) {
  const auto refuse = [](std::string_view what, std::string_view instead) {
    throw InputError("scale: log does not work with " + std::string(what) + "; use " +
                     std::string(instead) + ", or the linear scale");
  };
  if (spec.scale == Scale::linear) return;
  if (!std::holds_alternative<GaussianSpec>(spec.family) &&
      !std::holds_alternative<NormalSpec>(spec.family)) {
    refuse(std::string(name_of(spec.family)) + " arms", "gaussian or normal ones");
  }
  if (!std::holds_alternative<BestArmSpec>(spec.question) &&
      !std::holds_alternative<TopMSpec>(spec.question)) {
    refuse(name_of(spec.question), "best-arm or top-m");
  }
}

void validate_budget(std::uint64_t budget, std::size_t arms, std::size_t least_pulls) {
  const std::uint64_t least = arms * least_pulls, most = std::uint64_t{1} << 53;
  if (budget >= least && budget <= most) return;
  throw InputError(
      "max-samples: " + std::to_string(budget) +
      (budget < least ? " is too small to measure every arm; give at least " + std::to_string(least)
                      : " is too large; give at most " + std::to_string(most)));
}

/// The names of user-defined parts; empty if there are none.
struct OwnNames {
  std::string question, rule, stopping;
};

OwnNames own_names(const ExperimentSpec& spec) {
  OwnNames names;
  if (const auto* own = std::get_if<OwnSpec>(&spec.question)) names.question = own->own;
  if (const auto* own = std::get_if<OwnRuleSpec>(&spec.rule.kind)) names.rule = own->own;
  if (const auto* own = std::get_if<OwnStoppingSpec>(&spec.stopping)) names.stopping = own->own;
  return names;
}

OwnNames names_of(const OwnParts& own) {
  return {own.question ? own.question->name() : "", own.rule ? own.rule->own : "",
          own.stopping ? own.stopping->name() : ""};
}

void check_supplied(std::string_view part, const std::string& named, const std::string& given) {
  if (named == given) return;
  const std::string field(part);
  if (given.empty()) {
    throw InputError(field + ": the experiment was made with " + named +
                     ", which only the program that defines it has; open it there and pass it");
  }
  throw InputError(field + ": " + given + " is given, and the experiment was made with " +
                   (named.empty() ? "a built-in one" : named) + "; give what it was " +
                   "made with");
}

void check_supplied(const OwnNames& named, const OwnNames& given) {
  check_supplied("problem", named.question, given.question);
  check_supplied("rule", named.rule, given.rule);
  check_supplied("stopping", named.stopping, given.stopping);
}

/// A store contains the names of such parts and identifies them by name.
void validate_own_parts(const ExperimentSpec& spec) {
  const OwnNames names = own_names(spec);
  check_supplied(names, names_of(own_parts(spec)));
  std::vector<std::string> own;
  if (std::holds_alternative<OwnSpec>(spec.question)) own.push_back(names.question);
  if (std::holds_alternative<OwnRuleSpec>(spec.rule.kind)) own.push_back(names.rule);
  if (std::holds_alternative<OwnStoppingSpec>(spec.stopping)) own.push_back(names.stopping);
  for (const std::string& name : own) {
    if (!name.empty() && name.size() <= longest_arm_name && is_printable(name)) continue;
    throw InputError("name: a user-defined part has no name in plain text of at most " +
                     std::to_string(longest_arm_name) + " bytes; rename its class");
  }
}

}  // namespace

void validate_reissue_time(double seconds) {
  if (seconds > 0.0 && seconds <= 1e9) return;
  throw InputError("reissue-after: " + exact(seconds) +
                   " s is not a valid time; give more than 0 and at most 1e9 seconds");
}

/// A comparison in rounds asks for the best arm and has its own rule and stopping.
static void validate_rounds(const ExperimentSpec& spec) {
  const auto* question = std::get_if<BestArmSpec>(&spec.question);
  if (question == nullptr) {
    throw InputError("problem: rounds find the best arm and cannot answer " +
                     std::string(name_of(spec.question)) +
                     "; give best-arm, or leave --rounds out");
  }
  constexpr std::size_t most_arms = 1000;  // memory and time grow with their square
  if (spec.arms.size() > most_arms) {
    throw InputError("arms: " + std::to_string(spec.arms.size()) +
                     " are too many for a comparison in rounds; give at most " +
                     std::to_string(most_arms) + ", or leave --rounds out");
  }
  validate(*spec.rounds, *question, spec.arms.size());
  if (spec.scale == Scale::log && !std::holds_alternative<SymmetricSpec>(spec.rounds->law)) {
    throw InputError("scale: log does not work with " + std::string(name_of(spec.rounds->law)) +
                     " values; use symmetric ones, or the linear scale");
  }
  if (spec.max_samples) {
    const std::size_t one_round = spec.rounds->round_size.value_or(spec.arms.size());
    validate_budget(*spec.max_samples, one_round, 1);
  }
}

void validate(const ExperimentSpec& spec) {
  validate_names(spec.arms);
  if (spec.reissue_after) validate_reissue_time(*spec.reissue_after);
  if (spec.rounds) {
    validate_delta(spec.delta);
    return validate_rounds(spec);
  }
  if (const auto* polyhedral = std::get_if<PolyhedralSpec>(&spec.question)) {
    validate_sets(polyhedral->sets);
  }
  validate_own_parts(spec);
  validate_delta(spec.delta);
  if (const auto reason = refusal(spec.stopping, margin_of(spec.question))) {
    throw InputError(*reason);
  }
  validate_scale(spec);
  with_problem(spec.family, spec.question, spec.arms.size(), [&]<Problem P>(const P&) {
    if (spec.max_samples) {
      validate_budget(*spec.max_samples, arms_in_question(spec).size(), P::FamilyType::least_pulls);
    }
  });
  if (const auto reason = refusal(spec.rule, Demand(spec.family, spec.question))) {
    throw InputError(*reason);
  }
  if (const auto reason = refusal_without_budget(spec.rule); reason && !spec.max_samples) {
    throw InputError(*reason);
  }
}

bool is_retired(const ExperimentSpec& spec, Arm arm) {
  return std::ranges::find(spec.retired, arm) != spec.retired.end();
}

std::vector<Arm> arms_in_question(const ExperimentSpec& spec) {
  std::vector<bool> retired(spec.arms.size(), false);
  for (const Arm arm : spec.retired) retired[arm] = true;
  std::vector<Arm> arms;
  for (Arm arm = 0; arm < spec.arms.size(); ++arm) {
    if (!retired[arm]) arms.push_back(arm);
  }
  return arms;
}

StoppingSpec stopping_of(const ExperimentSpec& spec) {
  StoppingSpec stopping = spec.stopping;
  if (auto* mixture = std::get_if<MixtureSpec>(&stopping)) mixture->edition = spec.edition;
  return stopping;
}

OwnParts own_parts(const ExperimentSpec& spec) {
  OwnParts own;
  if (const auto* stopping = std::get_if<OwnStoppingSpec>(&spec.stopping))
    own.stopping = stopping->rule;
  if (const auto* question = std::get_if<OwnSpec>(&spec.question))
    own.question = question->question;
  const auto* rule = std::get_if<OwnRuleSpec>(&spec.rule.kind);
  if (rule != nullptr && rule->make) own.rule = *rule;
  return own;
}

ExperimentSpec without_own_parts(ExperimentSpec spec) {
  if (std::holds_alternative<OwnSpec>(spec.question)) spec.question = BestArmSpec{};
  if (std::holds_alternative<OwnRuleSpec>(spec.rule.kind)) spec.rule = parse_rule("rr");
  if (std::holds_alternative<OwnStoppingSpec>(spec.stopping)) spec.stopping = MixtureSpec{};
  return spec;
}

void supply(ExperimentSpec& spec, const OwnParts& own) {
  const OwnNames given = names_of(own);
  check_supplied(own_names(spec), given);
  if (own.question) spec.question = OwnSpec{given.question, own.question};
  if (own.rule) spec.rule = own_rule(given.rule, own.rule->make);
  if (own.stopping) spec.stopping = own_stopping(own.stopping);
}

QuestionSpec question_on_scale(const ExperimentSpec& spec) {
  QuestionSpec question = spec.question;
  if (spec.scale == Scale::linear) return question;
  std::visit(
      [](auto& q) {
        if constexpr (requires { q.margin; }) q.margin = std::log1p(q.margin);
        if constexpr (requires { q.good_enough; }) q.good_enough = std::log1p(q.good_enough);
      },
      question);
  return question;
}

ComparisonTerms comparison_terms(const ExperimentSpec& spec) {
  return terms_of(*spec.rounds, std::get<BestArmSpec>(question_on_scale(spec)), spec.delta);
}

Arm arm_named(const ExperimentSpec& spec, std::string_view name) {
  const auto place = std::ranges::find(spec.arms, name);
  if (place != spec.arms.end()) return static_cast<Arm>(place - spec.arms.begin());
  // A list of all arms could be long.
  const std::vector<std::string_view> known(spec.arms.begin(), spec.arms.end());
  const std::string nearest = nearest_name(name, known);
  throw NotFound("arm: \"" + std::string(name) + "\" is not one of the " +
                 std::to_string(known.size()) + " arms; " +
                 (nearest.empty() ? "the first is \"" + spec.arms[0] + "\""
                                  : "did you mean \"" + nearest + "\"?"));
}

}  // namespace mirador
