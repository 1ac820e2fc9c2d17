#pragma once

#include "mirador/lane/lane.hpp"

namespace mirador::lane {

/// e^x, for x from -708 to 709; below that the result of -708, above that of 709.
template <class V>
MIRADOR_HD inline V exp(V x) {
  x = min(max(x, V(-708.0)), V(709.0));
  // x = n log 2 + r, |r| <= log(2)/2; adding 1.5 2^52 rounds to the nearest whole n.
  const V shifted = fma(x, V(1.4426950408889634), V(0x1.8p52));
  const V n = shifted - V(0x1.8p52);
  V r = fma(n, V(-0x1.62e42fefa39efp-1), x);
  r = fma(n, V(-0x1.abc9e3b39803fp-56), r);
  V p = V(1.0 / 39916800.0);
  p = fma(p, r, V(1.0 / 3628800.0));
  p = fma(p, r, V(1.0 / 362880.0));
  p = fma(p, r, V(1.0 / 40320.0));
  p = fma(p, r, V(1.0 / 5040.0));
  p = fma(p, r, V(1.0 / 720.0));
  p = fma(p, r, V(1.0 / 120.0));
  p = fma(p, r, V(1.0 / 24.0));
  p = fma(p, r, V(1.0 / 6.0));
  p = fma(p, r, V(0.5));
  p = fma(p, r, V(1.0));
  p = fma(p, r, V(1.0));
  // The low bits of `shifted` are n: they go into the exponent.
  return number(bits(p) + (bits(shifted) << 52));
}

/// log x for normal x > 0.
template <class V>
MIRADOR_HD inline V log(V x) {
  // x = 2^e m, m from √½ to √2.
  const Word<V> w = bits(x) + Word<V>(0x3FF0000000000000u - 0x3FE6A09E667F3BCDu);
  const V e = number((w >> 52) | Word<V>(0x4330000000000000u)) - V(0x1.0p52 + 1023.0);
  const V m = number((w & Word<V>(0x000FFFFFFFFFFFFFu)) + Word<V>(0x3FE6A09E667F3BCDu));
  const V f = m - V(1.0), s = f / (f + V(2.0)), z = s * s;
  V p = V(2.0 / 19.0);
  p = fma(p, z, V(2.0 / 17.0));
  p = fma(p, z, V(2.0 / 15.0));
  p = fma(p, z, V(2.0 / 13.0));
  p = fma(p, z, V(2.0 / 11.0));
  p = fma(p, z, V(2.0 / 9.0));
  p = fma(p, z, V(2.0 / 7.0));
  p = fma(p, z, V(2.0 / 5.0));
  p = fma(p, z, V(2.0 / 3.0));
  // log m = 2s + s z p, written so that the rounding of s does not matter.
  const V half = V(0.5) * f * f;
  const V tail = fma(s, fma(z, p, half), e * V(-0x1.0ca86c38p-56 * 0.0 + 1.9082149292705877e-10));
  return fma(e, V(0x1.62e42feep-1), f - (half - tail));
}

/// Φ⁻¹(u) for u in (0,1) where both u and 1 - u are doubles.
template <class V>
MIRADOR_HD inline V normal_quantile(V u);

}  // namespace mirador::lane
