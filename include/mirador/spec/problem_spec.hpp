#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mirador/problem/polyhedral.hpp"
#include "mirador/problem/problem.hpp"
#include "mirador/problem/signed.hpp"

namespace mirador {

/// Problems as pure data: what a user writes, before anything is built from it.

struct GaussianSpec {
  double sigma = 1.0;
};
using FamilySpec = std::variant<GaussianSpec>;

struct BestArmSpec {
  Direction direction = Direction::highest;
};
struct TopMSpec {
  std::size_t top = 1;
  Direction direction = Direction::highest;
};
struct ThresholdingSpec {
  double level = 0.0;
};
struct SignedSpec {
  double level = 0.0;
};
struct ClosestSpec {
  double level = 0.0;
};
struct PolyhedralSpec {
  std::vector<Polyhedron> sets;
};
using QuestionSpec =
    std::variant<BestArmSpec, TopMSpec, ThresholdingSpec, SignedSpec, ClosestSpec, PolyhedralSpec>;

/// A family, a question and the true means of a simulated or analysed instance.
struct ProblemSpec {
  FamilySpec family;
  QuestionSpec question;
  std::vector<double> means;
};

/// The names of the command line, in the order of QuestionSpec.
std::span<const std::string_view> question_names();
std::string_view name_of(const QuestionSpec& question);
std::string_view name_of(const FamilySpec& family);

/// Throws InputError unless there are at least two means, all finite. The rest is checked by the
/// family and the problem that are built from the spec.
void validate(const ProblemSpec& spec);

/// Why the means have no answer (a tie, a mean on the level, means outside every set), in one line
/// that starts with the field. Call it only when they have none.
std::string no_answer_reason(const ProblemSpec& spec);

/// An answer in words: "arm 1", "arms 1 2", "all above 0.5", a set's name. Arms count from 1.
std::string describe(const QuestionSpec& question, Arm answer);
std::string describe(const QuestionSpec& question, const ArmSet& answer);
std::string describe(const QuestionSpec& question, Side answer);

}  // namespace mirador
