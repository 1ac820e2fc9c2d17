#pragma once

#include <cmath>
#include <numbers>

#include "mirador/core/portable.hpp"

namespace mirador {

/// Φ(x), the standard normal distribution function; relative accuracy is kept in the lower tail.
inline double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// Φ⁻¹ is in simd/functions.hpp. The functions here need no fused multiply-add; those of
/// simd/math.hpp do, and emulating it in portable code is slow.

/// exp(x²) erfc(x) for x >= 0 without underflow, relative error about 1e-15: a Chebyshev fit of (1
/// + 2x) exp(x²) erfc(x) in (x - 3.5)/(x + 3.5) (after Shepherd and Laframboise 1981), summed in
/// four chains to shorten the dependency chain. About 10 ns.
MIRADOR_HD inline double scaled_erfc(double x) {
  constexpr double c[24] = {1.2423492448711544,     -0.1400091801376197,   -0.010555596332221669,
                            0.09751909515328706,    -0.11508959816003075,  0.08798315382403678,
                            -0.04882332583088402,   0.019099330953271165,  -0.004215019879774186,
                            -0.0003022679534333239, 0.0005643842668705102, -0.00012151212091980101,
                            -4.2781739959539994e-5, 2.4260300984917994e-5, 2.3273309537791425e-6,
                            -3.814012584490695e-6,  -4.309237398316666e-8, 6.014823849950426e-7,
                            -8.611571571113718e-9,  -9.64004253144383e-8,  6.651894382376532e-10,
                            1.3624442778701048e-8,  6.040390099342991e-11, -1.1656687889203665e-9};
  const double t = 1.0 - 7.0 / (x + 3.5), t2 = t * t, t4 = t2 * t2;
  double s0 = c[20], s1 = c[21], s2 = c[22], s3 = c[23];
  for (int i = 16; i >= 0; i -= 4) {
    s0 = s0 * t4 + c[i];
    s1 = s1 * t4 + c[i + 1];
    s2 = s2 * t4 + c[i + 2];
    s3 = s3 * t4 + c[i + 3];
  }
  return ((s0 + s1 * t) + t2 * (s2 + s3 * t)) / (1.0 + 2.0 * x);
}

/// log Φ(x), accurate in both tails, where Φ itself underflows or rounds to 1.
inline double log_normal_cdf(double x) {
  if (x > -1.0) return std::log1p(-normal_cdf(-x));
  return std::log(0.5 * scaled_erfc(-x / std::numbers::sqrt2)) - 0.5 * x * x;
}

}  // namespace mirador
