#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mirador/experiment/scale.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rounds_spec.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace mirador {

/// The description of a live experiment, fixed before the first measurement. Direction, margin and
/// level are part of the question. The true means are unknown, and so are the sigmas of normal
/// arms: those of NormalSpec are ignored.
struct ExperimentSpec {
  std::vector<std::string> arms;  ///< names, unique
  /// Arms that were retired, of an experiment that runs; text does not contain them.
  std::vector<Arm> retired = {};
  FamilySpec family = NormalSpec{};
  Scale scale = Scale::linear;
  QuestionSpec question = BestArmSpec{};  ///< its margin is relative on the log scale
  RuleSpec rule = parse_rule("lma");
  StoppingSpec stopping = MixtureSpec{};  ///< used in the edition `edition`, whatever its own
  double delta = 0.05;
  std::optional<std::uint64_t> max_samples = std::nullopt;  ///< the budget, if any
  std::uint64_t seed = 1;                                   ///< for randomised rules
  std::string note = {};                                    ///< text from the user; not interpreted
  /// Seconds after which `ask` hands out an open ticket again; empty: never.
  std::optional<double> reissue_after = std::nullopt;
  Edition edition = latest_edition;
  /// Comparison in rounds: best-arm only; family, rule and stopping are not used.
  std::optional<RoundsSpec> rounds = std::nullopt;
};

/// The user-defined parts of an experiment, which text cannot contain: specs that were read contain
/// only their names.
struct OwnParts {
  std::shared_ptr<const OwnQuestion> question = nullptr;
  std::optional<OwnRuleSpec> rule = std::nullopt;
  std::shared_ptr<const OwnStoppingRule> stopping = nullptr;
};
/// The user-defined parts of a spec.
OwnParts own_parts(const ExperimentSpec& spec);
/// Inserts the parts that the spec names. Throws InputError for a part that is named but not given,
/// and for one that is given but not named.
void supply(ExperimentSpec& spec, const OwnParts& own);

/// The spec with built-in parts in place of user-defined ones, for checks of events on the arms.
ExperimentSpec without_own_parts(ExperimentSpec spec);

/// The stopping rule of the spec's edition.
StoppingSpec stopping_of(const ExperimentSpec& spec);

/// The arms that are not retired, in order.
std::vector<Arm> arms_in_question(const ExperimentSpec& spec);
bool is_retired(const ExperimentSpec& spec, Arm arm);

/// The longest name of an arm, in bytes.
inline constexpr std::size_t longest_arm_name = 200;

/// Throws InputError unless the spec describes a valid experiment: at least two arms with unique,
/// non-blank names of plain UTF-8 text; a question that the family and the rule support, on the log
/// scale best-arm or top-m with gaussian or normal arms; δ in (0,1); a budget, if any, that covers
/// the first pulls.
void validate(const ExperimentSpec& spec);

/// Throws InputError unless the time, in seconds, is valid for --reissue-after.
void validate_reissue_time(double seconds);

/// The question for values on the scale: for a margin of 0.02, "within 2 %", logarithms may differ
/// by log 1.02.
QuestionSpec question_on_scale(const ExperimentSpec& spec);

/// The comparison that a spec in rounds describes, for values on the scale.
ComparisonTerms comparison_terms(const ExperimentSpec& spec);

/// The kind of the margin: relative on the log scale.
inline MarginKind margin_kind(Scale scale) {
  return scale == Scale::log ? MarginKind::relative : MarginKind::absolute;
}

/// The arm with this name. Throws NotFound, with the nearest name, if there is none.
Arm arm_named(const ExperimentSpec& spec, std::string_view name);

}  // namespace mirador
