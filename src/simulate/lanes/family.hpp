#pragma once

#include "layout.hpp"
#include "mirador/simd/divergence.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Arms of family/gaussian.hpp. If the lowest mean is best, rewards are negated and `scale` is -σ,
/// so that the highest is best.
struct GaussianArms {
  double scale;
  double half_precision;  // 1/(2σ²)

  template <class V>
  MIRADOR_INLINE V reward(const V& mean, const V& u) const {
    return mean + V(scale) * simd::normal_quantile(u);
  }
  template <class V>
  MIRADOR_INLINE V divergence(const V& x, const V& y) const {
    const V gap = x - y;
    return gap * gap * V(half_precision);
  }
};

/// Arms of family/bernoulli.hpp.
struct BernoulliArms {
  bool lowest;  // the lowest mean is best

  template <class V>
  MIRADOR_INLINE V reward(const V& mean, const V& u) const {
    return select(u > V(1.0) - mean, V(1.0), V(0.0));
  }
  template <class V>
  MIRADOR_INLINE V divergence(const V& x, const V& y) const {
    return binary_divergence(x, y);
  }
  MIRADOR_HD double variance(double mean) const { return mean * (1.0 - mean); }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
