#pragma once

#include "mirador/lane/math.hpp"

namespace mirador::lane {
inline namespace MIRADOR_ISA {

/// The elementary functions of formulas (see core/std_math.hpp) with the same bits everywhere.
struct LaneMath {
  MIRADOR_HD static double exp(double x) { return lane::exp(x); }
  MIRADOR_HD static double log(double x) { return lane::log(x); }
  /// What rounding loses of 1 + x, and of e^x, is made up for by the slope there (Kahan).
  MIRADOR_HD static double log1p(double x) {
    const double u = 1.0 + x;
    return u == 1.0 ? x : lane::log(u) * (x / (u - 1.0));
  }
  MIRADOR_HD static double expm1(double x) {
    const double u = lane::exp(x);
    if (u == 1.0) return x;
    return lane::abs(x) > 1.0 ? u - 1.0 : (u - 1.0) * (x / lane::log(u));
  }
  /// Not for numbers whose squares overflow.
  MIRADOR_HD static double hypot(double x, double y) { return lane::sqrt(x * x + y * y); }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lane
