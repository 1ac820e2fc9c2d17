#pragma once

#include <array>
#include <span>
#include <vector>

#include "mirador/family/normal.hpp"

namespace mirador {

/// What the measurements of one normal arm say about its variance.
struct SpreadData {
  double degrees;  ///< ν = n - 1
  double squares;  ///< R = Σ (x - m)², 0 for constant data
};

/// A spread within rounding counts as none.
inline SpreadData spread_of(double pulls, MeanVariance datum) {
  return {pulls - 1.0, is_constant(datum) ? 0.0 : pulls * datum.variance};
}

/// A test of "the variance is v" against smaller variances that is valid after every measurement.
/// Under N(μ, v) with μ unknown R/v is a sum of ν independent χ²_1 variables, one per measurement
/// after the first (Helmert), so the likelihood ratio of precision g/v
///   g^{ν/2} exp(-(g - 1) R / (2v))
/// is a martingale of mean one under any choice of when the arm is measured. It is averaged over
/// g > 1 with the Gamma(κ/2, κ/2) density cut at 1, and over the scales κ with equal weights:
///   M(v) = average over κ of G((ν + κ)/2, (R/v + κ)/2) / G(κ/2, κ/2),
///   G(a, b) = ∫ over h > 0 of (1 + h)^{a-1} e^{-bh} = e^b b^{-a} Γ(a, b).
/// This is the closed form with log Γ, log Q and R/(2v), without their cancellation. M rises with v
/// and ν and falls with R.
/// Guarantee (proved, Ville's inequality): at the true variance the probability that M ever reaches
/// 1/α is at most α, so with probability 1 - α the true variance is always at most upper_bound({ν,
/// R}, log(1/α)). Supported: any ν >= 0 (1e9 and more) and R >= 0; log M has an error below 1e-9
/// where it lies in [-50, 200]. Not supported: lower bounds on the variance, laws other than
/// normal.
class VarianceMixture {
 public:
  /// The scales κ > 0, at least one. Small ones work best for few data, large ones for many.
  explicit VarianceMixture(std::span<const double> scales);

  /// log M(v), for v > 0.
  double log_value(SpreadData data, double v) const;

  /// The largest v with log M(v) < log_level: all larger ones are rejected. +inf if none is
  /// rejected, and for constant data, which must never cause a stop.
  double upper_bound(SpreadData data, double log_level) const;

 private:
  struct Scale {
    double half;      ///< κ/2
    double log_norm;  ///< log G(κ/2, κ/2) + log of the number of scales
  };
  struct Local {
    double value, slope, bend;  ///< log M and its first two derivatives in x
  };

  /// At x = R/(2v).
  Local at(double degrees, double x) const;

  std::vector<Scale> scales_;
};

/// The scales used throughout the library. Measured over ν = 10..1e5 and α = 1/200..1e-5:
/// log(v̄/s²) is 7 % (at most 20 %) above that of the best single scale for each ν and α. The
/// octaves 2..256 take more than twice as long, reject no v below ν = 13 (α = 1/300), and gain at
/// most 0.5 % of v̄ elsewhere.
inline constexpr std::array<double, 3> variance_scales{0.125, 2.0, 32.0};

/// VarianceMixture with `variance_scales`. The bound takes 1 to 2 µs, also for ν = 1e6.
double log_variance_mixture(SpreadData data, double v);
double variance_upper_bound(SpreadData data, double log_level);

}  // namespace mirador
