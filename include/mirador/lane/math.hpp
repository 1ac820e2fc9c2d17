#pragma once

#include "mirador/lane/lane.hpp"

/// Elementary functions over lanes. Each is a fixed sequence of lane operations, hence the same
/// bits on every machine and for every lane type; the coefficients come from
/// tools/fit_lane_math.py, and the bounds stated here are the ones that the tests assert. Sums are
/// in Horner's order, the fewest operations: packs of registers hide the waiting.
namespace mirador::lane {

/// e^x for x from -708 to 709, within 1.2 ulp; below that the result of -708, above that of 709.
template <class V>
MIRADOR_HD inline V exp(V x) {
  x = min(max(x, V(-708.0)), V(709.0));
  // x = n log 2 + r, |r| <= log(2)/2; adding 1.5 2^52 rounds to the nearest whole n.
  const V shifted = fma(x, V(0x1.71547652b82fep+0), V(0x1.8p52));
  const V n = shifted - V(0x1.8p52);
  V r = fma(n, V(-0x1.62e42fefa39efp-1), x);
  r = fma(n, V(-0x1.abc9e3b39803fp-56), r);
  V p = V(0x1.ad7f94af5c03fp-26);
  p = fma(p, r, V(0x1.28ad68e98e8b9p-22));
  p = fma(p, r, V(0x1.71df252768981p-19));
  p = fma(p, r, V(0x1.a0199a1698f58p-16));
  p = fma(p, r, V(0x1.a01a012a73b36p-13));
  p = fma(p, r, V(0x1.6c16c18426874p-10));
  p = fma(p, r, V(0x1.1111111127b77p-7));
  p = fma(p, r, V(0x1.555555555088bp-5));
  p = fma(p, r, V(0x1.55555555554fap-3));
  p = fma(p, r, V(0x1.000000000000ap-1));
  p = fma(p, r, V(1.0));
  p = fma(p, r, V(1.0));
  // The low bits of `shifted` are n: they go into the exponent.
  return number(bits(p) + (bits(shifted) << 52));
}

/// log x for normal x > 0 (not zero, subnormal, infinite or NaN), within 1.7 ulp, also next to 1.
template <class V>
MIRADOR_HD inline V log(V x) {
  // x = 2^e m, m from √½ to √2.
  const Word<V> w = bits(x) + Word<V>(0x3FF0000000000000u - 0x3FE6A09E667F3BCDu);
  const V e = number((w >> 52) | Word<V>(0x4330000000000000u)) - V(0x1.0p52 + 1023.0);
  const V m = number((w & Word<V>(0x000FFFFFFFFFFFFFu)) + Word<V>(0x3FE6A09E667F3BCDu));
  // log(1 + f) = f + s (f + z p(z)) with s = -f/(2 + f), z = s²: f is exact, and the rest is small
  // beside it near 1.
  const V f = m - V(1.0), s = f / (V(-1.0) - m), z = s * s;
  V p = V(-0x1.2f0554fa214b2p-3);
  p = fma(p, z, V(-0x1.39a1be380419cp-3));
  p = fma(p, z, V(-0x1.74663eaf2cd82p-3));
  p = fma(p, z, V(-0x1.c71c520ae79d4p-3));
  p = fma(p, z, V(-0x1.24924941eeb62p-2));
  p = fma(p, z, V(-0x1.999999997fdebp-2));
  p = fma(p, z, V(-0x1.5555555555592p-1));
  return fma(e, V(0x1.62e42fefa39efp-1), fma(s, fma(z, p, f), f));
}

/// Φ⁻¹(u) for u in (0,1) where both u and 1 - u are doubles.
template <class V>
MIRADOR_HD inline V normal_quantile(V u);

}  // namespace mirador::lane
