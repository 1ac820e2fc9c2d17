#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "mirador/core/std_math.hpp"
#include "mirador/family/mixture_scales.hpp"

/// The formulas of Gaussian::log_mixture_above and mixture_reach over any set of elementary
/// functions, in units of σ.
namespace mirador::gaussian_mixture {

/// log of the average over the scales of sqrt(κ/(κ+N)) exp(z²/2) 2Φ(z), z = excess/√(N+κ).
/// With x = |z|/√2: exp(z²/2) 2Φ(-|z|) = scaled_erfc(x), and exp(z²/2) 2Φ(|z|) = 2 exp(z²/2) -
/// scaled_erfc(x). One logarithm at the end serves all scales.
template <class Math, class Scales>
MIRADOR_HD double log_average_over(double pulls, double excess, const Scales& scales) {
  if (pulls == 0.0) return 0.0;
  const double half_square = 0.5 * excess * excess;
  double least = scales[0];
  for (std::size_t k = 1; k < scales.size(); ++k) least = std::min(least, scales[k]);
  const double largest = excess > 0.0 ? half_square * (1.0 / (pulls + least)) : 0.0;
  if (!std::isfinite(excess) || !std::isfinite(largest)) {
    return excess > 0.0 ? std::numeric_limits<double>::infinity() : log_vanished;
  }
  const double shrink = Math::exp(-largest);
  double sum = 0.0;
  for (std::size_t k = 0; k < scales.size(); ++k) {
    const double inverse = 1.0 / (pulls + scales[k]), root = std::sqrt(inverse);
    const double tail = Math::scaled_erfc(std::abs(excess) * root / std::numbers::sqrt2);
    // 0 for the smallest scale, which saves one exponential.
    const double power = half_square * inverse - largest;
    const double ratio =
        excess > 0.0 ? 2.0 * (power == 0.0 ? 1.0 : Math::exp(power)) - shrink * tail : tail;
    sum += std::sqrt(scales[k]) * root * ratio;
  }
  return largest + Math::log(sum / static_cast<double>(scales.size()));
}

/// A lower bound on how far the excess must rise before log M rises by `rise`. The slope of log M
/// at u is an average over κ of (z + φ(z)/Φ(z))/√(N+κ), z = u/√(N+κ). With κ₁ and κ₂ the smallest
/// and largest scale this is at most u/(N+κ₁) + √(2/π)/√(N+κ₁)/(1 + u²/2(N+κ₂)) for u >= 0, because
/// φ(z)/Φ(z) <= √(2/π) exp(-z²/2); for u < 0 it is at most its value at 0.
template <class Math>
MIRADOR_HD double reach(double pulls, double excess, double rise) {
  constexpr UsualScales scales;
  const double u = std::max(excess, 0.0), n = pulls + scales[0];
  const double mills = std::sqrt(2.0 * std::numbers::inv_pi * n) /
                       (1.0 + 0.5 * u * u / (pulls + scales[scales.size() - 1]));
  const double slope = (u + mills) / n;
  return 0.5 * n * (std::sqrt(slope * slope + 4.0 * rise / n) - slope);
}

}  // namespace mirador::gaussian_mixture
