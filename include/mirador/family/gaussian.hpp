#pragma once

#include <cmath>

#include "mirador/core/error.hpp"
#include "mirador/core/normal.hpp"
#include "mirador/core/text.hpp"
#include "mirador/family/family.hpp"

namespace mirador {

/// Normal arms with a known, common standard deviation σ > 0:
///   d(x, y) = (x - y)² / (2σ²).
/// Not supported: unknown or unequal variances.
class Gaussian {
 public:
  /// Throws InputError unless σ lies in 1e-100..1e100 (where σ² can be computed with).
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
  double quantile(double mu, double u) const { return mu + sigma_ * normal_quantile(u); }

 private:
  double sigma_;
  double half_precision_;
};

static_assert(Family<Gaussian>);

}  // namespace mirador
