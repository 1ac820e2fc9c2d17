#pragma once

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <vector>

namespace mirador::testing_support {

/// The point where a concave function has fallen by `fall` from its peak, in the direction of
/// `far`, or `far`.
template <class Function>
long double fallen(Function&& function, long double peak, long double far, long double fall) {
  const long double level = function(peak) - fall;
  if (function(far) >= level) return far;
  for (int i = 0; i < 80; ++i) {
    const long double middle = 0.5L * (peak + far);
    (function(middle) < level ? far : peak) = middle;
  }
  return far;
}

/// The maximiser of a concave function on [0, ∞) that eventually falls, to a small share of its
/// distance from 0.
template <class Function>
long double peak_of(Function&& function) {
  long double low = 0.0L, high = 1e-9L;
  if (function(high) <= function(0.0L)) return 0.0L;
  while (function(2.0L * high) > function(high)) high *= 2.0L;
  high *= 2.0L;
  for (int i = 0; i < 60; ++i) {
    const long double third = (high - low) / 3.0L;
    if (function(low + third) < function(high - third)) {
      low += third;
    } else {
      high -= third;
    }
  }
  return low;
}

/// log of ∫_0^∞ exp(exponent(t)) dt for a concave exponent, by brute force: Gauss-Legendre in long
/// double on panels that resolve every scale around the peak and from the start on.
template <class Exponent>
double log_integral(Exponent&& exponent) {
  constexpr long double fall = 50.0L;
  const long double peak = peak_of(exponent), top = exponent(peak);
  long double far = std::max(1e-9L, 2.0L * peak);
  while (exponent(far) > top - fall) far *= 2.0L;
  const long double start = fallen(exponent, peak, 0.0L, fall);
  const long double end = fallen(exponent, peak, far, fall);
  std::vector<long double> borders;
  for (int k = 0; k <= 20; ++k) {
    borders.push_back(start + (end - start) * static_cast<long double>(k) / 20.0L);
  }
  for (long double step = end - start; step > 1e-4L * (end - start) || step > 0.5L; step *= 0.5L) {
    for (const long double at : {start + step, peak - step, peak + step}) {
      if (at > start && at < end) borders.push_back(at);
    }
  }
  std::sort(borders.begin(), borders.end());
  long double sum = 0.0L;
  for (std::size_t k = 1; k < borders.size(); ++k) {
    if (borders[k] <= borders[k - 1]) continue;
    sum += boost::math::quadrature::gauss<long double, 20>::integrate(
        [&](long double t) { return std::exp(exponent(t) - top); }, borders[k - 1], borders[k]);
  }
  return static_cast<double>(top + std::log(sum));
}

}  // namespace mirador::testing_support
