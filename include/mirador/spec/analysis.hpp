#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/bound/lower_bound.hpp"
#include "mirador/problem/terms.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/guarantee.hpp"

namespace mirador {

/// What the lower bound T* kl(δ,1-δ) is:
///   proved      no rule of risk δ beats it on average
///   asymptotic  the same in the limit of small δ, where with a margin several answers are right
///   worst_case  that of the hardest laws with these means (bounded arms), easier ones may need
///               less
///   estimate    with a margin, arms other than gaussian and a question that ranks them: T* is that
///               of the claims which are easier at equal proportions; others might be easier yet
enum class BoundStatus { proved, asymptotic, worst_case, estimate };
std::string_view to_string(BoundStatus status);

/// What theory says about an instance.
struct Analysis {
  std::string answer;       ///< in words; with a margin, also the arms that are equal within it
  std::vector<Role> roles;  ///< with a margin, what a verdict may claim of every arm
  CharacteristicTime bound;
  BoundStatus status = BoundStatus::proved;

  /// With a margin: is more than one verdict right?
  bool several_answers() const { return std::ranges::count(roles, Role::shares) > 0; }

  /// False on a tie: T* is infinite, and nothing is known of w*.
  bool has_answer() const { return !bound.weights.empty(); }
  /// The solver promises this relative gap for every problem.
  bool certified() const { return bound.gap <= 1e-6; }
};

/// Throws InputError with the reason when the means have no answer, when they have one by an
/// accident of rounding only (T* > 1e24), or when T* is no number that a double can hold.
Analysis analyse(const ProblemSpec& problem);
/// The same for a simulation of means that may have no answer, as on a tie.
Analysis analyse_or_tie(const ProblemSpec& problem);
bool has_answer(const ProblemSpec& problem);

/// What the stopping rule promises for the problem.
Guarantee guarantee_of(const StoppingSpec& stopping, const FamilySpec& family,
                       const QuestionSpec& question, std::size_t arms);
Guarantee guarantee_of(const StoppingSpec& stopping, const ProblemSpec& problem);

}  // namespace mirador
