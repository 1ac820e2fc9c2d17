#include "mirador/family/gaussian.hpp"

#include <algorithm>

namespace mirador {

// The usual scales are compile-time constants.
double Gaussian::log_mixture(double pulls, double excess) {
  return gaussian_mixture::log_average_over<StdMath>(pulls, excess, UsualScales{});
}
double Gaussian::log_mixture(double pulls, double excess, std::span<const double> scales) {
  return gaussian_mixture::log_average_over<StdMath>(pulls, excess, scales);
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
