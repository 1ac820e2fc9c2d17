#pragma once

#include "mirador/simd/lane.hpp"

/// Elementary functions over lanes. Each is a fixed sequence of lane operations, hence the same
/// bits on every machine and for every lane type. The coefficients come from
/// tools/fit_lane_math.py; the tests assert the error bounds stated here.

/// Marks a rare branch: kept out of the loops that inline everything else. On a GPU it is inlined,
/// see MIRADOR_IN_PLACE.
#ifdef __CUDACC__
#define MIRADOR_RARE MIRADOR_INLINE
#else
#define MIRADOR_RARE [[gnu::noinline, gnu::cold]]
#endif

namespace mirador::simd {
inline namespace MIRADOR_ISA {

/// The polynomial in x with these coefficients, highest power first. Horner's scheme takes the
/// fewest operations; packs of registers hide its latency.
template <class V, class... C>
MIRADOR_INLINE V horner(V x, V highest, C... lower) {
  ((highest = fma(highest, x, V(lower))), ...);
  return highest;
}

/// a/b rounded once, for integers b with 0 < b < 2^32 whose inverse (1/b rounded once) is known:
/// products are cheaper than a second division. The error of the product is a double, because b has
/// few digits, and a/b is never close enough to the middle of two doubles for the correction to
/// fail.
template <class V>
MIRADOR_INLINE V quotient(V a, V b, V inverse) {
  const V near = a * inverse;
  return fma(fma(near, -b, a), inverse, near);
}

namespace detail {

/// x = n log 2 + r with integer n and |r| <= log(2)/2, for x from -708 to 709; e^r = 1 + r + r² q.
template <class V>
struct ExpParts {
  Word<V> n_in_exponent;  // n 2^52: added to the bits of a number, it multiplies by 2^n
  V r, q;
};

template <class V>
MIRADOR_INLINE ExpParts<V> exp_parts(V x) {
  // Adding 1.5 2^52 rounds to the nearest integer n and leaves it in the low bits.
  const V shifted = fma(x, V(0x1.71547652b82fep+0), V(0x1.8p52));
  const V n = shifted - V(0x1.8p52);
  V r = fma(n, V(-0x1.62e42fefa39efp-1), x);
  r = fma(n, V(-0x1.abc9e3b39803fp-56), r);
  const V q = horner(r, V(0x1.ad809866c53d0p-26), 0x1.28ad6a1446569p-22, 0x1.71df2482b389fp-19,
                     0x1.a0199a1550114p-16, 0x1.a01a012abc718p-13, 0x1.6c16c18427047p-10,
                     0x1.1111111127aabp-7, 0x1.5555555550889p-5, 0x1.55555555554fap-3,
                     0x1.000000000000ap-1);
  return {bits(shifted) << 52, r, q};
}

/// A normal x > 0 as 2^e m, m in [√½, √2].
template <class V>
struct LogParts {
  Word<V> exponent;  // e + 1023 in the place of the exponent of a double, other bits below it
  V e, m;
};

template <class V>
MIRADOR_INLINE LogParts<V> log_parts(V x) {
  const Word<V> w = bits(x) + Word<V>(0x3FF0000000000000u - 0x3FE6A09E667F3BCDu);
  const V e = number((w >> 52) | Word<V>(0x4330000000000000u)) - V(0x1.0p52 + 1023.0);
  const V m = number((w & Word<V>(0x000FFFFFFFFFFFFFu)) + Word<V>(0x3FE6A09E667F3BCDu));
  return {w, e, m};
}

/// e log 2 + log(1 + f), 1 + f in [√½, √2].
template <class V>
MIRADOR_INLINE V log_from_parts(V e, V f) {
  // log(1 + f) = f + s (f + z p(z)) with s = -f/(2 + f), z = s². All terms except f are small, so
  // that only the last rounding matters.
  const V s = f / (V(-2.0) - f), z = s * s;
  const V p = horner(z, V(-0x1.2f057d98cba97p-3), -0x1.39a1b8b21ac84p-3, -0x1.74663ef545678p-3,
                     -0x1.c71c52094b78cp-3, -0x1.24924941f0f37p-2, -0x1.999999997fdc2p-2,
                     -0x1.5555555555592p-1);
  return fma(e, V(0x1.62e42fefa39efp-1), fma(s, fma(z, p, f), f));
}

}  // namespace detail

/// e^x for x from -708 to 709, within 1.1 ulp.
template <class V>
MIRADOR_INLINE V exp_in_range(V x) {
  const detail::ExpParts<V> parts = detail::exp_parts(x);
  const V p = horner(parts.r, parts.q, 1.0, 1.0);
  return number(bits(p) + parts.n_in_exponent);
}

/// e^x within 1.1 ulp; x is clamped to [-708, 709].
template <class V>
MIRADOR_INLINE V exp(V x) {
  return exp_in_range(min(V(709.0), max(V(-708.0), x)));
}

/// e^x for x <= 0, within 1.1 ulp; x below -300 counts as -300, so that neither weights nor
/// products of two weights underflow.
template <class V>
MIRADOR_INLINE V exp_of_loss(V x) {
  return exp_in_range(max(V(-300.0), x));
}

/// e^x - 1 for x up to 709, within 2.5 ulp, also near 0; x above 709 counts as 709.
template <class V>
MIRADOR_INLINE V expm1(V x) {
  const detail::ExpParts<V> parts = detail::exp_parts(min(V(709.0), max(V(-708.0), x)));
  const V p = fma(parts.r * parts.r, parts.q, parts.r);
  const V scale = number(bits(V(1.0)) + parts.n_in_exponent);
  return fma(scale, p, scale - V(1.0));
}

/// log x for normal x > 0 (not zero, subnormal, infinite or NaN), within 1.4 ulp, also near 1.
template <class V>
MIRADOR_INLINE V log(V x) {
  const detail::LogParts<V> parts = detail::log_parts(x);
  return detail::log_from_parts(parts.e, parts.m - V(1.0));
}

/// log(1 + x) for -1 < x < 2^1023, within 2 ulp, also near 0.
template <class V>
MIRADOR_INLINE V log1p(V x) {
  // y + lost = 1 + x exactly wherever `lost` matters; 2^-e lost goes into f.
  const V y = V(1.0) + x, lost = x - (y - V(1.0));
  const detail::LogParts<V> parts = detail::log_parts(y);
  // The exponent of 2^-e is 2046 minus that of 2^e: all its bits flipped, minus 1.
  const Word<V> exponent = Word<V>(0x7FF0000000000000u);
  const V scale = number(((parts.exponent & exponent) ^ exponent) + Word<V>(0xFFF0000000000000u));
  return detail::log_from_parts(parts.e, fma(scale, lost, parts.m - V(1.0)));
}

namespace detail {

/// Φ⁻¹(u) where u(1-u) is below the limit of normal_quantile.
template <class V>
MIRADOR_RARE V normal_quantile_in_tail(V u, V complement) {
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

}  // namespace detail

/// Φ⁻¹(u) for u from 2^-1022 to 1 - 2^-53, within 8 ulp (1 on average). If u and 1 - u are both
/// doubles, normal_quantile(1 - u) is exactly -normal_quantile(u). In the centre a rational
/// function of √(u(1-u)): a square root costs less than a logarithm, which only one lane in 5000
/// needs.
template <class V>
MIRADOR_INLINE V normal_quantile(V u) {
  const V complement = V(1.0) - u, v = u * complement, t = sqrt(v);
  // Even and odd powers separately: as many operations, half the roundings and half the latency.
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
  return select(tail, detail::normal_quantile_in_tail(u, complement), z);
}

/// exp(x²) erfc(x) for x >= 0, within 7 ulp; x above 1e27 counts as 1e27. One rational function for
/// all x: its coefficients are positive, so that nothing cancels.
template <class V>
MIRADOR_INLINE V scaled_erfc(V x) {
  x = min(V(1e27), x);
  const V x2 = x * x;
  const V top_even =
      horner(x2, V(0x1.20dd750429b6dp-1), 0x1.e112e81e7081bp+6, 0x1.ce5cf4a352083p+11,
             0x1.f3706fdb11ceap+14, 0x1.2d6d82a23fd64p+16, 0x1.9e8bf2a76f219p+14);
  const V top_odd = horner(x2, V(0x1.76698e94f2b65p+3), 0x1.8d1df0860543cp+9, 0x1.8aba8c35377b2p+13,
                           0x1.ceaa3f8a2366ep+15, 0x1.f6eb697300948p+15);
  const V bottom_odd = horner(x2, x2 + V(0x1.ab5731bfbda13p+7), 0x1.a06392b734302p+12,
                              0x1.d36748ded0362p+15, 0x1.3c91bef6d3a84p+17, 0x1.7066b80be3177p+16);
  const V bottom_even =
      horner(x2, V(0x1.4bd0754ab0459p+4), 0x1.62872d3c156e0p+10, 0x1.68a7b9ad39741p+14,
             0x1.c31afa5597647p+16, 0x1.32be630bcabd9p+17, 0x1.9e8bf2a76f219p+14);
  return fma(top_odd, x, top_even) / fma(bottom_odd, x, bottom_even);
}

/// Φ(x), within 8 ulp for x >= -37.5; smaller x count as -37.5 (4.6e-308).
template <class V>
MIRADOR_INLINE V normal_cdf(V x) {
  const V a = min(V(37.5), abs(x)), square = a * a;
  // exp(-a²/2) would amplify the rounding error of a² up to 700 times, so that error is added back.
  const V lost = fma(a, a, -square);
  const V e = exp_in_range(V(-0.5) * square);
  const V tail = fma(e, V(-0.5) * lost, e) * (V(0.5) * scaled_erfc(a * V(0x1.6a09e667f3bcdp-1)));
  return select(x < V(0.0), tail, V(1.0) - tail);
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
