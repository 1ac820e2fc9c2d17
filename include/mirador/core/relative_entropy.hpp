#pragma once

#include <cmath>

#include "mirador/core/std_math.hpp"

namespace mirador {

/// p log(p/q) - p + q for p, q >= 0, given their difference q - p: a number >= 0, and 0 only at
/// p = q (or where it is below the smallest double). The divergences of the Bernoulli, Poisson and
/// exponential families are sums of such terms, so that nothing cancels between the terms.
/// The difference is an argument of its own because callers often know it better than by
/// subtracting p from q (1 - p and 1 - q, or means on [lo, hi]).
/// Relative error below 1e-14 if that of the arguments is. p = 0 gives q; q = 0 < p gives +inf.
template <class Math = StdMath>
MIRADOR_HD double relative_entropy(double p, double q, double difference) {
  if (p == 0.0) return q;
  if (std::abs(difference) < 0.2 * p) {
    // With z = (q-p)/(q+p), log(q/p) = 2 atanh z, and the leading terms cancel by hand.
    const double z = difference / (p + q), w = z * z;
    const double w2 = w * w,
                 low = (1.0 / 3.0 + w * (1.0 / 5.0)) + w2 * (1.0 / 7.0 + w * (1.0 / 9.0));
    const double high = (1.0 / 11.0 + w * (1.0 / 13.0)) + w2 * (1.0 / 15.0 + w * (1.0 / 17.0));
    const double series = low + w2 * w2 * high;  // 1/3 + w/5 + w²/7 + ...
    return z * (difference - 2.0 * p * w * series);
  }
  const double ratio = p / q;
  const bool usual = ratio > 1e-300 && ratio < 1e300;
  return difference + p * (usual ? Math::log(ratio) : Math::log(p) - Math::log(q));
}

}  // namespace mirador
