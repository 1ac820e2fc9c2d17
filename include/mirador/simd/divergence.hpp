#pragma once

#include "mirador/simd/math.hpp"

namespace mirador::simd {
inline namespace MIRADOR_ISA {

/// p log(p/q) - p + q as in core/relative_entropy.hpp, for 0 <= p <= 1 and 0 < q < 1.
template <class V>
MIRADOR_INLINE V relative_entropy(const V& p, const V& q, const V& difference) {
  const V z = difference / (p + q), w = z * z;
  const V series = horner(w, V(1.0 / 17.0), 1.0 / 15.0, 1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0,
                          1.0 / 7.0, 1.0 / 5.0, 1.0 / 3.0);
  V out = z * fma(V(-2.0) * p * w, series, difference);
  const auto far = abs(difference) >= V(0.2) * p;
  if (any(far)) {
    const V ratio = max(p / q, V(1e-300));  // result q for p = 0
    out = select(far, fma(p, log(ratio), difference), out);
  }
  return out;
}

/// d(x, y) of Bernoulli arms, for 0 <= x <= 1 and 0 < y < 1.
template <class V>
MIRADOR_INLINE V binary_divergence(const V& x, const V& y) {
  return relative_entropy(x, y, y - x) + relative_entropy(V(1.0) - x, V(1.0) - y, x - y);
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
