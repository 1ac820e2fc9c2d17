#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "mirador/bound/optimal_weights.hpp"

namespace mirador {

/// kl(δ, 1-δ) = (1-2δ) log((1-δ)/δ), the information a δ-correct decision needs; none from δ = 1/2
/// on, where a guess will do.
inline double decision_information(double delta) {
  if (delta >= 0.5) return 0.0;
  return (1.0 - 2.0 * delta) * (std::log1p(-delta) - std::log(delta));
}

/// T*(μ) with T*⁻¹ = max over w of F(w, μ): no δ-correct procedure needs fewer than
/// T* kl(δ, 1-δ) samples on average (proved).
struct CharacteristicTime {
  double time = std::numeric_limits<double>::infinity();  ///< 1 / F(w*, μ); ∞ on a tie
  std::vector<double> weights;                            ///< w*
  double gap = 0.0;  ///< certified: T* lies between time / (1 + gap) and time

  double lower_bound(double delta) const { return time * decision_information(delta); }
};

/// Solves for an answer of a problem, to a relative gap of 1e-9 where there is no closed form. The
/// variances are those of the arms where the family does not know them.
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
  // Beyond rounding, a value above its own upper bound is a failed certificate, not a perfect one.
  if (closest.value() > 0.0) {
    result.time = 1.0 / closest.value();
    result.gap = std::abs(optimum.upper() / closest.value() - 1.0);
  } else if (optimum.upper() > 0.0) {
    result.gap = std::numeric_limits<double>::infinity();
  }
  return result;
}

}  // namespace mirador
