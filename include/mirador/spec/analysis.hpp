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

/// The status of the lower bound T* kl(δ,1-δ):
///   - proved: no rule of risk δ beats it on average
///   - asymptotic: proved in the limit of small δ, if several answers are correct
///   - worst_case: that of the hardest laws with these means (bounded arms); easier ones may need
///     less
///   - estimate: with a margin, arms other than gaussian and a question that ranks them: T* is that
///     of the claims that are easier at equal proportions; others might be easier still
enum class BoundStatus { proved, asymptotic, worst_case, estimate };
std::string_view to_string(BoundStatus status);

/// The theory's results for an instance.
struct Analysis {
  std::string answer;  ///< in words; also the arms that are equal within a margin or good enough
  std::vector<Role> roles;  ///< with a margin, the correct claim about every arm
  CharacteristicTime bound;
  BoundStatus status = BoundStatus::proved;
  bool others_good_enough = false;  ///< other arms than the best are near enough

  /// Is more than one verdict correct, because of a margin or because several are good enough?
  bool several_answers() const {
    return others_good_enough || std::ranges::count(roles, Role::shares) > 0;
  }

  /// False on a tie: T* is infinite and w* is undefined.
  bool has_answer() const { return !bound.weights.empty(); }
  /// Did the solver reach the relative gap that it guarantees for every problem?
  bool certified() const { return bound.gap <= 1e-6; }
};

/// Throws InputError with the reason if the means have no answer, if they have one by rounding only
/// (T* > 1e24), or if T* overflows.
Analysis analyse(const ProblemSpec& problem);
/// The same for a simulation whose means may have no answer, as on a tie.
Analysis analyse_or_tie(const ProblemSpec& problem);
bool has_answer(const ProblemSpec& problem);

/// The guarantee of the stopping rule for the problem.
Guarantee guarantee_of(const StoppingSpec& stopping, const FamilySpec& family,
                       const QuestionSpec& question, std::size_t arms);
Guarantee guarantee_of(const StoppingSpec& stopping, const ProblemSpec& problem);

}  // namespace mirador
