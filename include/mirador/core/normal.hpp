#pragma once

#include <cmath>
#include <numbers>

#include "mirador/core/portable.hpp"

namespace mirador {

/// Φ(x), the standard normal distribution function; relative accuracy is kept in the lower tail.
inline double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::numbers::sqrt2); }

/// exp(x²) erfc(x) for x >= 0 without underflow, relative error about 1e-15: a Chebyshev fit of
/// (1 + 2x) exp(x²) erfc(x) in (x - 3.5)/(x + 3.5) (after Shepherd and Laframboise 1981), summed in
/// four chains because one alone would wait for itself. About 10 ns.
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

namespace detail {

/// numerator(x) / denominator(x) for two polynomials of degree 7, lowest coefficient first.
inline double ratio_of_septics(const double (&p)[8], const double (&q)[8], double x) {
  double numerator = p[7], denominator = q[7];
  for (int i = 6; i >= 0; --i) {
    numerator = numerator * x + p[i];
    denominator = denominator * x + q[i];
  }
  return numerator / denominator;
}

}  // namespace detail

/// Φ⁻¹(u) for u in (0,1), relative error about 1e-16 (Wichura 1988, algorithm AS 241), including
/// the far lower tail. Ours rather than Boost's because every simulated reward passes through it
/// and must be the same number on every backend.
inline double normal_quantile(double u) {
  constexpr double centre_p[8] = {3.3871328727963666080e0,  1.3314166789178437745e+2,
                                  1.9715909503065514427e+3, 1.3731693765509461125e+4,
                                  4.5921953931549871457e+4, 6.7265770927008700853e+4,
                                  3.3430575583588128105e+4, 2.5090809287301226727e+3};
  constexpr double centre_q[8] = {1.0,
                                  4.2313330701600911252e+1,
                                  6.8718700749205790830e+2,
                                  5.3941960214247511077e+3,
                                  2.1213794301586595867e+4,
                                  3.9307895800092710610e+4,
                                  2.8729085735721942674e+4,
                                  5.2264952788528545610e+3};
  constexpr double tail_p[8] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                                5.76949722146069140550e0,  3.64784832476320460504e0,
                                1.27045825245236838258e0,  2.41780725177450611770e-1,
                                2.27238449892691845833e-2, 7.74545014278341407640e-4};
  constexpr double tail_q[8] = {1.0,
                                2.05319162663775882187e0,
                                1.67638483018380384940e0,
                                6.89767334985100004550e-1,
                                1.48103976427480074590e-1,
                                1.51986665636164571966e-2,
                                5.47593808499534494600e-4,
                                1.05075007164441684324e-9};
  constexpr double far_p[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                               1.78482653991729133580e0,  2.96560571828504891230e-1,
                               2.65321895265761230930e-2, 1.24266094738807843860e-3,
                               2.71155556874348757815e-5, 2.01033439929228813265e-7};
  constexpr double far_q[8] = {1.0,
                               5.99832206555887937690e-1,
                               1.36929880922735805310e-1,
                               1.48753612908506148525e-2,
                               7.86869131145613259100e-4,
                               1.84631831751005468180e-5,
                               1.42151175831644588870e-7,
                               2.04426310338993978564e-15};
  const double q = u - 0.5;
  if (std::abs(q) <= 0.425) {
    return q * detail::ratio_of_septics(centre_p, centre_q, 0.180625 - q * q);
  }
  const double r = std::sqrt(-std::log(q < 0.0 ? u : 1.0 - u));
  const double x = r <= 5.0 ? detail::ratio_of_septics(tail_p, tail_q, r - 1.6)
                            : detail::ratio_of_septics(far_p, far_q, r - 5.0);
  return q < 0.0 ? -x : x;
}

}  // namespace mirador
