#pragma once

#include "mirador/lane/math.hpp"
#include "mirador/simulate/lanes/layout.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Arms of family/gaussian.hpp. `scale` is σ, or -σ where rewards are turned round so that the
/// largest mean is best.
struct GaussianArms {
  double scale;
  double half_precision;  // 1/(2σ²)

  template <class V>
  MIRADOR_INLINE V reward(V mean, V u) const {
    return mean + V(scale) * normal_quantile(u);
  }
};

/// Arms of family/bernoulli.hpp; turned round, ones and zeros are exchanged.
struct BernoulliArms {
  bool turned;

  template <class V>
  MIRADOR_INLINE V reward(V mean, V u) const {
    // `mean` is that of the original arm.
    const V one = turned ? V(0.0) : V(1.0), zero = turned ? V(1.0) : V(0.0);
    return select(u > V(1.0) - mean, one, zero);
  }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
