#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/random/world.hpp"
#include "mirador/spec/family_spec.hpp"
#include "mirador/spec/question_spec.hpp"

namespace mirador {

/// A family, a question and the true means of a simulated or analysed instance.
struct ProblemSpec {
  FamilySpec family;
  QuestionSpec question;
  std::vector<double> means;
};

/// The names that can be given, in the order of FamilySpec and QuestionSpec; questions without
/// "own", which only a program can supply.
std::span<const std::string_view> family_names();
std::span<const std::string_view> question_names();
std::string_view name_of(const QuestionSpec& question);
std::string_view name_of(const FamilySpec& family);

/// Throws InputError unless there are at least two means, all finite, a family that fits the
/// question, and a valid sigma for every normal arm. The family and the problem built from the spec
/// check the rest.
void validate(const ProblemSpec& spec);
/// The same for a family and a question only.
void validate(const FamilySpec& family, const QuestionSpec& question);

/// Why the question does not fit arms of this family, naming the families that fit; empty if it
/// fits.
std::optional<std::string> refusal(const FamilySpec& family, const QuestionSpec& question);

/// The margin of a question, 0 if it has none.
double margin_of(const QuestionSpec& question);
/// How far from the best an answer may be; 0 if it must be the best.
double good_enough_of(const QuestionSpec& question);

/// The world of a simulation: the means, and the standard deviations of normal arms.
World world_of(const ProblemSpec& spec);
/// The variances of normal arms, one for each; empty for families without unknown variance.
std::vector<double> variances_of(const ProblemSpec& spec);

/// The names of the arms; without names they are numbered from 1.
using ArmNames = std::span<const std::string>;

/// Is a margin a difference of means, or a share of them?
enum class MarginKind { absolute, relative };
/// "0.02", or "2 %" for a relative one.
std::string margin_text(double margin, MarginKind kind);

/// ", within 0.05 of the best": after an answer that is good enough.
std::string near_best_text(const QuestionSpec& question, MarginKind kind = MarginKind::absolute);

/// ", equal within 0.05: 1 3; ruled out: 2", or empty if no arm shares its place: the arms that
/// share the top and the others (best-arm), those that may be exchanged (top-m), or those that
/// count as on the level (thresholding).
std::string sharing_text(const QuestionSpec& question, std::span<const Role> roles,
                         ArmNames names = {}, MarginKind kind = MarginKind::absolute);

/// Why the means have no answer (a tie, a mean on the level, means outside every set), in one line
/// that starts with the field. Call only if they have none.
std::string no_answer_reason(const ProblemSpec& spec);

/// An answer in words: "arm 1", "arms 1 2", "all above 0.5", a set's name; for arms with names
/// "left", "left, right" and "no arm".
std::string describe(const QuestionSpec& question, Arm answer, ArmNames names = {});
std::string describe(const QuestionSpec& question, const ArmSet& answer, ArmNames names = {});
std::string describe(const QuestionSpec& question, Side answer, ArmNames names = {});

/// A verdict in words: the answer, and the arms that share its place within the margin, as in
/// "arm 1, equal within 0.05: 1 3; ruled out: 2".
template <class Answer>
std::string describe(const QuestionSpec& question, const Answer& answer,
                     std::span<const Role> roles, ArmNames names = {},
                     MarginKind kind = MarginKind::absolute) {
  return describe(question, answer, names) + sharing_text(question, roles, names, kind);
}

}  // namespace mirador
