#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mirador/experiment/scale.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace mirador {

/// A live experiment as pure data: what its owner decides once, before the first measurement.
/// Direction, margin and level are part of the question. The true means are what nobody knows, and
/// so are the sigmas of normal arms: those of NormalSpec are not looked at.
struct ExperimentSpec {
  std::vector<std::string> arms;  ///< names, unique
  FamilySpec family = NormalSpec{};
  Scale scale = Scale::linear;
  QuestionSpec question = BestArmSpec{};  ///< its margin is relative on the log scale
  RuleSpec rule = parse_rule("lma");
  StoppingSpec stopping = MixtureSpec{};  ///< judges as in `edition`, whatever its own says
  double delta = 0.05;
  std::optional<std::uint64_t> max_samples = std::nullopt;  ///< the budget; none without
  std::uint64_t seed = 1;                                   ///< of rules that draw
  std::string note = {};  ///< text of whoever made it; nothing here reads it
  /// Seconds after which `ask` hands an open ticket out again; never without.
  std::optional<double> reissue_after = std::nullopt;
  Edition edition = latest_edition;
};

/// What an experiment may have of one's own, which no text can hold: specs that were read have the
/// names of these parts only.
struct OwnParts {
  std::shared_ptr<const OwnQuestion> question = nullptr;
  std::optional<OwnRuleSpec> rule = std::nullopt;
  std::shared_ptr<const OwnStoppingRule> stopping = nullptr;
};
/// Those of a spec that has them.
OwnParts own_parts(const ExperimentSpec& spec);
/// Puts the parts where the spec has their names. Throws InputError for a part that the spec names
/// and nobody supplies, and for one that it does not name.
void supply(ExperimentSpec& spec, const OwnParts& own);

/// The same with known parts in place of one's own, to check events on the arms by.
ExperimentSpec without_own_parts(ExperimentSpec spec);

/// The stopping rule of the spec's edition.
StoppingSpec stopping_of(const ExperimentSpec& spec);

/// The longest name of an arm, in bytes.
inline constexpr std::size_t longest_arm_name = 200;

/// Throws InputError unless an experiment can be made of it: at least two arms with names that are
/// unique, not blank and of plain UTF-8 text; a question the family and the rule can serve, on the
/// log scale best-arm or top-m of gaussian or normal arms; δ in (0,1); a budget, if any, that
/// suffices for the first pulls.
void validate(const ExperimentSpec& spec);

/// Throws InputError unless a ticket can be handed out again after so many seconds.
void validate_reissue_time(double seconds);

/// The question as it is asked of values on the scale: where a margin of 0.02 means "within 2 %",
/// logs may be log 1.02 apart.
QuestionSpec question_on_scale(const ExperimentSpec& spec);

/// How the margin reads: relative on the log scale.
inline MarginKind margin_kind(Scale scale) {
  return scale == Scale::log ? MarginKind::relative : MarginKind::absolute;
}

/// The arm of that name. Throws NotFound, with the nearest name, when there is none.
Arm arm_named(const ExperimentSpec& spec, std::string_view name);

}  // namespace mirador
