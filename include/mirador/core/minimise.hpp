#pragma once

#include <algorithm>
#include <cmath>

#include "mirador/core/portable.hpp"

namespace mirador {

struct Minimum {
  double at;
  double value;
};

/// The precision of a minimum, relative to the length of the interval.
struct Precision {
  double fine = 1e-8;
};

/// Minimises a function of one variable with a single valley on [low, high] by golden sections with
/// parabolic steps (Brent 1973).
template <class Function>
MIRADOR_HD Minimum minimise(Function&& f, double low, double high, Precision precision = {}) {
  constexpr double golden = 0.3819660112501051;
  const double length = high - low;
  double x = low + golden * (high - low), second = x, third = x;
  double fx = f(x), f_second = fx, f_third = fx;
  double step = 0.0, step_before = 0.0;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    const double tolerance = length * precision.fine;
    if (std::abs(x - middle) <= 2.0 * tolerance - 0.5 * (high - low)) break;
    // A parabola through the three best points; a golden section where the parabola is unreliable.
    const double r = (x - second) * (fx - f_third), q = (x - third) * (fx - f_second);
    double p = (x - third) * q - (x - second) * r, d = 2.0 * (q - r);
    if (d > 0.0) p = -p;
    d = std::abs(d);
    const bool trusted =
        std::abs(p) < std::abs(0.5 * d * step_before) && p > d * (low - x) && p < d * (high - x);
    step_before = trusted ? step : (x < middle ? high - x : low - x);
    step = trusted ? p / d : golden * step_before;
    const double u = x + (std::abs(step) >= tolerance ? step : std::copysign(tolerance, step));
    const double fu = f(u);
    (u < x ? (fu <= fx ? high : low) : (fu <= fx ? low : high)) = fu <= fx ? x : u;
    if (fu <= fx) {
      third = second, f_third = f_second, second = x, f_second = fx, x = u, fx = fu;
    } else if (fu <= f_second || second == x) {
      third = second, f_third = f_second, second = u, f_second = fu;
    } else if (fu <= f_third || third == x || third == second) {
      third = u, f_third = fu;
    }
  }
  return {x, fx};
}

}  // namespace mirador
