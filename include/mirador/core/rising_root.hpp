#pragma once

#include <algorithm>
#include <cmath>

#include "mirador/core/interval.hpp"

namespace mirador {

/// The root of a function that rises from below 0 at one end of an interval to above 0 at the
/// other, to rounding: secant steps from a guess and the slope there, kept inside by bisection. The
/// function may be infinite at the ends; it is not evaluated there. About 6 evaluations.
template <class Function>
double rising_root(Function&& f, Interval ends, double guess, double slope) {
  const double smallest = 1e-17 * (ends.high - ends.low);
  const auto room = [&](double x) { return std::min(x - ends.low, ends.high - x); };
  const auto same = [&](double x, double seen) { return std::abs(x - seen) < 1e-15 * room(seen); };
  Interval left = ends;
  double x = guess, fx = f(x);
  for (int i = 1; i < 200; ++i) {
    (fx < 0.0 ? left.low : left.high) = x;
    double next = x - fx / slope;
    // Back at an end of the bracket: the rest is rounding.
    if (same(next, left.low)) return left.low;
    if (same(next, left.high)) return left.high;
    if (!(next > left.low && next < left.high) || i % 16 == 0) {
      next = left.low + 0.5 * (left.high - left.low);
    }
    const double f_next = f(next), step = next - x;
    if (f_next == 0.0) return next;
    slope = (f_next - fx) / step;
    x = next;
    fx = f_next;
    // One more secant step is then exact: the error of a step is the product of the last two
    // errors.
    if (std::abs(step) <= std::max(smallest, 1e-8 * room(x))) {
      const double last = fx / slope;
      return std::abs(last) < std::abs(step) ? x - last : x;
    }
  }
  return x;
}

}  // namespace mirador
