#include "mirador/family/gaussian.hpp"

#include <algorithm>

namespace mirador {

// With x = |z|/√2: exp(z²/2) 2Φ(-|z|) = scaled_erfc(x), and exp(z²/2) 2Φ(|z|) = 2 exp(z²/2) -
// scaled_erfc(x). One logarithm at the end serves all scales.
template <class Scales>
static double log_average_mixture(double pulls, double excess, const Scales& scales) {
  const double half_square = 0.5 * excess * excess;
  const double least = *std::min_element(scales.begin(), scales.end());
  const double largest = excess > 0.0 ? half_square * (1.0 / (pulls + least)) : 0.0;
  if (!std::isfinite(excess) || !std::isfinite(largest)) {
    return excess > 0.0 ? std::numeric_limits<double>::infinity() : log_vanished;
  }
  const double shrink = std::exp(-largest);
  double sum = 0.0;
  for (const double scale : scales) {
    const double inverse = 1.0 / (pulls + scale), root = std::sqrt(inverse);
    const double tail = scaled_erfc(std::abs(excess) * root / std::numbers::sqrt2);
    // 0 for the least scale: one exponential less.
    const double power = half_square * inverse - largest;
    const double ratio =
        excess > 0.0 ? 2.0 * (power == 0.0 ? 1.0 : std::exp(power)) - shrink * tail : tail;
    sum += std::sqrt(scale) * root * ratio;
  }
  return largest + std::log(sum / static_cast<double>(scales.size()));
}

double Gaussian::log_mixture(double pulls, double excess, std::span<const double> scales) {
  if (pulls == 0.0) return 0.0;
  // The usual scales are known to the compiler.
  if (scales.data() == mixture_scales.data() && scales.size() == mixture_scales.size()) {
    return log_average_mixture(pulls, excess, mixture_scales);
  }
  return log_average_mixture(pulls, excess, scales);
}

double Gaussian::log_regret(ArmData data) const {
  if (data.pulls == 0.0) return 0.0;
  const double mean = data.sum / data.pulls;
  const double log_average_marginal = log_average(regret_scales, [&](double scale) {
    const double spread = 1.0 + data.pulls * scale;
    return -data.pulls * divergence(mean, 0.0) / spread - 0.5 * std::log(spread);
  });
  return std::max(0.0, -log_average_marginal);
}

}  // namespace mirador
