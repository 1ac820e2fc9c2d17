#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "mirador/bound/lower_bound.hpp"
#include "mirador/bound/optimal_weights.hpp"

namespace mirador {

/// Solves for an answer of a problem, to a relative gap of 1e-9 if there is no closed form. Pass
/// the variances of the arms if the family does not know them.
template <Problem P>
CharacteristicTime characteristic_time(const P& problem, const typename P::Answer& answer,
                                       std::span<const double> means,
                                       std::span<const double> variances = {}) {
  OptimalWeights<P> optimum(problem);
  optimum.solve(answer, means, variances);
  CharacteristicTime result;
  result.weights.assign(optimum.weights().begin(), optimum.weights().end());
  Alternative<P> closest(problem);
  closest.find_against(answer, {result.weights, means, variances});
  // A value above its own upper bound by more than rounding means that the certificate failed.
  if (closest.value() > 0.0) {
    result.time = 1.0 / closest.value();
    result.gap = std::abs(optimum.upper() / closest.value() - 1.0);
  } else if (optimum.upper() > 0.0) {
    result.gap = std::numeric_limits<double>::infinity();
  }
  return result;
}

}  // namespace mirador
