#pragma once

#include "mirador/lane/math.hpp"
#include "mirador/simulate/lanes/layout.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Arms of family/gaussian.hpp. Where the lowest mean is best, rewards are negated and `scale` is
/// -σ, so that the highest is.
struct GaussianArms {
  double scale;
  double half_precision;  // 1/(2σ²)

  template <class V>
  MIRADOR_INLINE V reward(const V& mean, const V& u) const {
    return mean + V(scale) * lane::normal_quantile(u);
  }
  template <class V>
  MIRADOR_INLINE V mean(const V& sum, const V&, const V& inverse) const {
    return sum * inverse;
  }
  template <class V>
  MIRADOR_INLINE V divergence(const V& x, const V& y) const {
    const V gap = x - y;
    return gap * gap * V(half_precision);
  }
};

/// p log(p/q) - p + q as in core/relative_entropy.hpp, for 0 <= p <= 1 and 0 < q < 1.
template <class V>
MIRADOR_INLINE V relative_entropy(const V& p, const V& q, const V& difference) {
  const V z = difference / (p + q), w = z * z;
  const V series = horner(w, V(1.0 / 17.0), 1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0,
                          1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0);
  V out = z * fma(V(-2.0) * p * w, series, difference);
  const auto far = abs(difference) >= V(0.2) * p;
  if (any(far)) {
    const V ratio = max(p / q, V(1e-300));  // p = 0 gives q
    out = select(far, fma(p, log(ratio), difference), out);
  }
  return out;
}

/// Arms of family/bernoulli.hpp. Where the lowest mean is best, zeros and ones are exchanged.
struct BernoulliArms {
  bool exchanged;

  /// `mean` is that of the arm as simulated, exchanged or not.
  template <class V>
  MIRADOR_INLINE V reward(const V& mean, const V& u) const {
    // The same reward as family/bernoulli.hpp draws, exchanged afterwards.
    if (exchanged) return select(u > mean, V(0.0), V(1.0));
    return select(u > V(1.0) - mean, V(1.0), V(0.0));
  }
  /// A quotient, so that equal fractions are equal numbers.
  template <class V>
  MIRADOR_INLINE V mean(const V& sum, const V& count, const V&) const {
    return sum / count;
  }
  template <class V>
  MIRADOR_INLINE V divergence(const V& x, const V& y) const {
    return relative_entropy(x, y, y - x) + relative_entropy(V(1.0) - x, V(1.0) - y, x - y);
  }
  MIRADOR_HD double variance(double mean) const { return mean * (1.0 - mean); }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
