#pragma once

#include "mirador/lane/lane.hpp"

/// Elementary functions over lanes. Each is a fixed sequence of lane operations, hence the same
/// bits on every machine and for every lane type; the coefficients come from
/// tools/fit_lane_math.py, and the bounds stated here are the ones that the tests assert.

/// A branch that few lanes ever take: kept out of the loops that inline everything else.
#if defined(__CUDA_ARCH__)
#define MIRADOR_RARE
#else
#define MIRADOR_RARE [[gnu::noinline, gnu::cold]]
#endif

namespace mirador::lane {

/// The polynomial in x with these coefficients, highest power first. Horner's order takes the
/// fewest operations; packs of registers hide its waiting.
template <class V, class... C>
MIRADOR_HD inline V horner(V x, V highest, C... lower) {
  ((highest = fma(highest, x, V(lower))), ...);
  return highest;
}

/// e^x for x from -708 to 709, within 1.1 ulp; below that the result of -708, above that of 709.
template <class V>
MIRADOR_HD inline V exp(V x) {
  x = min(max(x, V(-708.0)), V(709.0));
  // x = n log 2 + r, |r| <= log(2)/2; adding 1.5 2^52 rounds to the nearest whole n.
  const V shifted = fma(x, V(0x1.71547652b82fep+0), V(0x1.8p52));
  const V n = shifted - V(0x1.8p52);
  V r = fma(n, V(-0x1.62e42fefa39efp-1), x);
  r = fma(n, V(-0x1.abc9e3b39803fp-56), r);
  const V p = horner(r, V(0x1.ad809866c53d0p-26), 0x1.28ad6a1446569p-22, 0x1.71df2482b389fp-19,
                     0x1.a0199a1550114p-16, 0x1.a01a012abc718p-13, 0x1.6c16c18427047p-10,
                     0x1.1111111127aabp-7, 0x1.5555555550889p-5, 0x1.55555555554fap-3,
                     0x1.000000000000ap-1, 1.0, 1.0);
  // The low bits of `shifted` are n: they go into the exponent.
  return number(bits(p) + (bits(shifted) << 52));
}

/// log x for normal x > 0 (not zero, subnormal, infinite or NaN), within 1.4 ulp, also next to 1.
template <class V>
MIRADOR_HD inline V log(V x) {
  // x = 2^e m, m from √½ to √2.
  const Word<V> w = bits(x) + Word<V>(0x3FF0000000000000u - 0x3FE6A09E667F3BCDu);
  const V e = number((w >> 52) | Word<V>(0x4330000000000000u)) - V(0x1.0p52 + 1023.0);
  const V m = number((w & Word<V>(0x000FFFFFFFFFFFFFu)) + Word<V>(0x3FE6A09E667F3BCDu));
  // log(1 + f) = f + s (f + z p(z)) with s = -f/(2 + f), z = s²: f is exact, and the rest is small
  // beside it, so that its roundings hardly count.
  const V f = m - V(1.0), s = f / (V(-1.0) - m), z = s * s;
  const V p = horner(z, V(-0x1.2f057d98cba97p-3), -0x1.39a1b8b21ac84p-3, -0x1.74663ef545678p-3,
                     -0x1.c71c52094b78cp-3, -0x1.24924941f0f37p-2, -0x1.999999997fdc2p-2,
                     -0x1.5555555555592p-1);
  return fma(e, V(0x1.62e42fefa39efp-1), fma(s, fma(z, p, f), f));
}

/// Φ⁻¹(u) where u(1-u) is below the limit of normal_quantile.
template <class V>
MIRADOR_RARE MIRADOR_HD inline V normal_quantile_in_tail(V u, V complement) {
  const V r = sqrt(-log(min(u, complement))) - V(3.0);
  const V top = horner(r, V(0x1.a9919eba74fe3p-28), 0x1.1c1d3040d34f7p-20, 0x1.de0d3647ff5e7p-15,
                       0x1.7413028ce992bp-10, 0x1.43d9c79f1fd9cp-6, 0x1.5b677eddf5688p-3,
                       0x1.d4749ff2238b8p-1, 0x1.7bdd51e72827ap+1, 0x1.4b6b4a9d2863bp+2,
                       0x1.d5305577b96e9p+1);
  const V bottom = horner(r, V(0x1.2cec0651b470fp-28), 0x1.8abfb41dd7057p-21, 0x1.3fa99e4b0fa90p-15,
                          0x1.d3559e7edc62fp-11, 0x1.752f25e9904fep-7, 0x1.66025d786f588p-4,
                          0x1.9b0d05ee359bcp-2, 0x1.fcdb822f5d127p-1, 1.0);
  const V z = top / bottom;
  return select(u < complement, -z, z);
}

/// Φ⁻¹(u) for u from 2^-1022 to 1 - 2^-53, within 8 ulp (1 on average). Where u and 1 - u are both
/// doubles, normal_quantile(1 - u) is exactly -normal_quantile(u). In the centre a rational
/// function of √(u(1-u)): a root costs less than a logarithm, which is left to one lane in 5000.
template <class V>
MIRADOR_HD inline V normal_quantile(V u) {
  const V complement = V(1.0) - u, v = u * complement, t = sqrt(v);
  // Even and odd powers apart: as many operations, half the roundings and half the waiting.
  const V top_even = horner(v, V(0x1.2c6059dac1f86p-6), 0x1.101225b5cad01p+4, 0x1.a16e9d0290cd3p+3,
                            0x1.68fc11008b5ffp-2, 0x1.1e2d6c409fc1ap-11, 0x1.4f49bd0e96e7bp-25,
                            0x1.15cc5d22d483fp-45);
  const V top_odd = horner(v, V(0x1.958df4baaab15p+1), 0x1.85d82998dde3ep+4, 0x1.8c569148ef1c5p+1,
                           0x1.4496494235389p-6, 0x1.da011457db777p-18, 0x1.4c2499267e2b1p-34);
  const V bottom_even =
      horner(v, v + V(0x1.ae3370149016ep+3), 0x1.e8350a5c8756cp+1, 0x1.0fca0bffd4498p-4,
             0x1.4a15ac40cd6d1p-14, 0x1.37fa291b57036p-28, 0x1.89e04f2738950p-49);
  const V bottom_odd =
      horner(v, V(0x1.c03f2c8c21587p+2), 0x1.4d70b2ec40ecfp+3, 0x1.672cee01d60d1p-1,
             0x1.a6c7e455d7a2bp-9, 0x1.ea3d77ec68862p-21, 0x1.13929f0ef1709p-37);
  const V top = fma(top_odd, t, top_even), bottom = fma(bottom_odd, t, bottom_even);
  const V z = (u - V(0.5)) * (top / bottom);
  const Mask<V> tail = v < V(0x1.ap-14);
  if (!any(tail)) return z;
  return select(tail, normal_quantile_in_tail(u, complement), z);
}

}  // namespace mirador::lane
