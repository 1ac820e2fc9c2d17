#pragma once

#include <concepts>
#include <optional>
#include <span>

#include "mirador/problem/problem.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/spec/problem_spec.hpp"

namespace mirador {

/// Notes the answer as the recommendation of a run, and whether it is right for the true means.
template <Problem P>
void recommend(RunRecord& run, const P& problem, const typename P::Answer& answer,
               std::span<const double> means) {
  run.right = problem.contains(answer, means);
  if constexpr (std::same_as<typename P::Answer, Arm>) run.recommended = answer;
}

/// What the recommendations of all runs are worth, decided or not.
struct Worth {
  /// The share that is right; with a margin, or where good enough is asked for, within it of the
  /// best. Where means tie for the best, and neither is given, none is.
  double right;
  double right_lower, right_upper;  ///< exact (Clopper-Pearson) bounds, each at confidence 99.9 %
  /// The simple regret: by how much the true mean of the recommended arm is worse than the best
  /// mean, on average, and its standard error (NaN for a single run). Only for best-arm, and if
  /// every run recommends an arm.
  std::optional<double> shortfall, shortfall_std_error;
};

/// The problem is the one that was simulated. O(K).
Worth worth_of(const Summary& runs, const ProblemSpec& problem);

}  // namespace mirador
