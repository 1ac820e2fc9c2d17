#pragma once

#include <cmath>
#include <limits>
#include <vector>

namespace mirador {

/// kl(δ, 1-δ) = (1-2δ) log((1-δ)/δ), the information a δ-correct decision needs; 0 for δ >= 1/2,
/// where a guess suffices.
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

}  // namespace mirador
