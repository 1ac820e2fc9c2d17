#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <span>
#include <string_view>

#include "mirador/core/error.hpp"
#include "mirador/core/normal.hpp"
#include "mirador/core/text.hpp"
#include "mirador/family/family.hpp"
#include "mirador/family/gaussian_mixture.hpp"
#include "mirador/family/mixture_scales.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador {

/// Normal arms with a known, common standard deviation σ > 0:
///   d(x, y) = (x - y)² / (2σ²).
/// Not supported: unknown or unequal variances.
class Gaussian {
 public:
  using Datum = double;
  static constexpr std::string_view name = "gaussian";
  static constexpr std::size_t least_pulls = 1;

  /// Throws InputError unless σ is in 1e-100..1e100 (so that σ² neither overflows nor underflows).
  explicit constexpr Gaussian(double sigma = 1.0)
      : sigma_(sigma), half_precision_(0.5 / (sigma * sigma)) {
    if (!(sigma >= 1e-100 && sigma <= 1e100)) {
      throw InputError("sigma: " + exact(sigma) +
                       " is not a usable standard deviation; give a number from 1e-100 to 1e100");
    }
  }

  constexpr double sigma() const { return sigma_; }

  constexpr double divergence(double x, double y) const {
    return (x - y) * (x - y) * half_precision_;
  }
  bool in_support(double x) const { return std::isfinite(x); }
  bool possible_mean(double mu) const { return std::isfinite(mu); }
  double lowest_mean() const { return -std::numeric_limits<double>::infinity(); }
  double highest_mean() const { return std::numeric_limits<double>::infinity(); }
  double variance(double) const { return sigma_ * sigma_; }
  double quantile(double mu, double u) const {
    quantiles(mu, {&u, 1});
    return u;
  }
  /// Replaces every u by its quantile.
  void quantiles(double mu, std::span<double> u) const {
    simd::functions().normal_quantiles(u.data(), u.size());
    for (double& value : u) value = mu + sigma_ * value;
  }

  /// log M⁺(θ), the average over the scales κ of
  ///   sqrt(κ/(κ+N)) exp(z²/2) 2Φ(z),  z = N(m-θ)/σ / sqrt(N+κ),
  /// that is of E[likelihood ratio of θ+σh to θ] with h half-normal of variance 1/κ. A martingale
  /// of mean one at θ; depends on N and m - θ alone, and rises with m - θ. About 15 ns a scale. log
  /// M⁺ <= q, and <= log 2 + q - 1/2 - log(2q)/2 where q = N d(m,θ) > 1/2.
  double log_mixture_above(ArmData data, double theta) const {
    return log_mixture(data.pulls, excess(data, theta));
  }
  /// log M⁻(θ): the same with -z in place of z.
  double log_mixture_below(ArmData data, double theta) const {
    return log_mixture(data.pulls, -excess(data, theta));
  }
  /// The same over other scales.
  double log_mixture_above(ArmData data, double theta, std::span<const double> scales) const {
    return log_mixture(data.pulls, excess(data, theta), scales);
  }
  double log_mixture_below(ArmData data, double theta, std::span<const double> scales) const {
    return log_mixture(data.pulls, -excess(data, theta), scales);
  }
  /// A lower bound on how far the sum must move towards the tail before log M rises by `rise`;
  /// `centred` is N(m-θ), signed so that the tail is on the positive side.
  double mixture_reach(double pulls, double centred, double rise) const {
    return sigma_ * gaussian_mixture::reach<StdMath>(pulls, centred / sigma_, rise);
  }
  /// log of the largest likelihood over the average marginal under the priors N(0, σ² 4^k),
  /// k = -10..10, on the mean: not translation-invariant, small for means up to 1000σ.
  double log_regret(ArmData data) const;

 private:
  /// N(m-θ)/σ.
  double excess(ArmData data, double theta) const {
    return std::fma(-data.pulls, theta, data.sum) / sigma_;
  }
  static double log_mixture(double pulls, double excess);
  static double log_mixture(double pulls, double excess, std::span<const double> scales);

  double sigma_;
  double half_precision_;
};

static_assert(OneParameterFamily<Gaussian>);

}  // namespace mirador
