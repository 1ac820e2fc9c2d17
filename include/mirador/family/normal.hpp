#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <string_view>

#include "mirador/family/family.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador {

/// The data of an arm of unknown variance, as divergences need them.
struct MeanVariance {
  double mean;
  double variance;  ///< s² = Σ (x - mean)² / n, the maximum likelihood estimate
};

/// Is the spread 0, or within the rounding of the numbers? Such data show no scale, so they say
/// nothing about other means.
inline bool is_constant(MeanVariance x) {
  const double rounding = 1e-12 * x.mean;
  return !(x.variance > rounding * rounding);
}

/// Normal arms with unknown and possibly unequal variances. The nearest normal law of mean y to the
/// data is the one whose variance is s² + (m - y)²:
///   d((m, s²), y) = ½ log(1 + (m - y)² / s²)
/// per measurement, the log of the generalised likelihood ratio over n. 0 for constant data.
/// Accurate to 1e-15 relative for means and variances from 1e-100 to 1e100. O(1).
/// d is concave beyond one standard deviation from the data: unlike in one-parameter families the
/// sum over arms of w d(x, θ) may have several valleys in θ. Not a OneParameterFamily: there is no
/// mixture martingale in the mean alone. The replacement starts from a bound on the variance, see
/// variance_bound.hpp.
class Normal {
 public:
  using Datum = MeanVariance;
  static constexpr std::string_view name = "normal";
  static constexpr std::size_t least_pulls = 2;

  double divergence(MeanVariance x, double y) const {
    if (is_constant(x)) return 0.0;
    const double ratio = std::abs(x.mean - y) / std::sqrt(x.variance);
    // Above 1e8 the 1 is lost to rounding, and the square might overflow.
    return ratio < 1e8 ? 0.5 * std::log1p(ratio * ratio) : std::log(ratio);
  }
  bool in_support(double x) const { return std::isfinite(x); }
  bool possible_mean(double mu) const { return std::isfinite(mu); }
  double lowest_mean() const { return -std::numeric_limits<double>::infinity(); }
  double highest_mean() const { return std::numeric_limits<double>::infinity(); }

  /// The measurement at level u in (0,1) of the law with mean mu and standard deviation sigma.
  double quantile(double mu, double sigma, double u) const {
    return mu + sigma * normal_quantile(u);
  }
};

static_assert(Family<Normal>);

}  // namespace mirador
