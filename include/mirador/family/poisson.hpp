#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "mirador/core/relative_entropy.hpp"
#include "mirador/family/family.hpp"
#include "mirador/family/mixture_scales.hpp"

namespace mirador {

/// Arms that give counts 0, 1, 2, ...:
///   d(x, y) = y - x + x log(x/y),  d(0, y) = y,  +inf at y = 0 < x.
/// Relative error of d below 1e-13.
class Poisson {
 public:
  using Datum = double;
  static constexpr std::string_view name = "poisson";
  static constexpr std::size_t least_pulls = 1;

  double divergence(double x, double y) const { return relative_entropy(x, y, y - x); }
  bool in_support(double x) const { return x >= 0.0 && std::isfinite(x) && std::floor(x) == x; }
  bool possible_mean(double mu) const { return mu >= 0.0 && std::isfinite(mu); }
  double lowest_mean() const { return 0.0; }
  double highest_mean() const { return std::numeric_limits<double>::infinity(); }
  double variance(double mu) const { return mu; }
  /// The smallest count whose distribution function reaches u. Costs about 2 ns per unit of the
  /// mean up to 30 and under a microsecond above; a normal approximation above 10^15.
  double quantile(double mu, double u) const;

  /// log M⁺(θ), the average over the scales κ of
  ///   E[(λ/θ)^s exp(-n(λ-θ))],  λ ~ Gamma(shape κθ, rate κ) given λ > θ,
  /// for a sum s of n counts. A martingale of mean one at θ; falls as θ rises and rises with s
  /// (proved for every κ in src/family/poisson.cpp). Absolute error below 1e-9 up to 10^7 pulls.
  /// θ = 0: +inf if s > 0, else 0. Costs about half a microsecond per scale.
  double log_mixture_above(ArmData data, double theta,
                           std::span<const double> scales = mixture_scales) const;
  /// log M⁻(θ): the same with λ < θ. θ = 0: log_vanished if s > 0, else 0.
  double log_mixture_below(ArmData data, double theta,
                           std::span<const double> scales = mixture_scales) const;
  /// The largest distance of log M⁺ and log M⁻ from a convex function below them, on an interval of
  /// null means (bend_of_priors).
  double mixture_bend_above(const Interval& nulls) const;
  double mixture_bend_below(const Interval& nulls) const;
  /// log of the largest likelihood over the average marginal under the priors
  /// Gamma(shape 1/2, rate 4^-k), k = -10..10.
  double log_regret(ArmData data) const;
};

static_assert(OneParameterFamily<Poisson>);

}  // namespace mirador
