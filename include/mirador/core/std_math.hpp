#pragma once

#include <cmath>

#include "mirador/core/normal.hpp"

namespace mirador {

/// The elementary functions of a formula. Formulas that also run on SIMD and GPU with identical
/// bits are templates over such a set. This one is the standard library's, the fastest for scalar
/// code; the other is simd::LaneMath.
struct StdMath {
  MIRADOR_HD static double exp(double x) { return std::exp(x); }
  MIRADOR_HD static double expm1(double x) { return std::expm1(x); }
  MIRADOR_HD static double log(double x) { return std::log(x); }
  MIRADOR_HD static double log1p(double x) { return std::log1p(x); }
  MIRADOR_HD static double hypot(double x, double y) { return std::hypot(x, y); }
  MIRADOR_HD static double scaled_erfc(double x) { return mirador::scaled_erfc(x); }
};

}  // namespace mirador
