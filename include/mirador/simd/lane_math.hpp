#pragma once

#include "mirador/simd/math.hpp"

namespace mirador::simd {
inline namespace MIRADOR_ISA {

/// The elementary functions of formulas (see core/std_math.hpp) with identical bits everywhere.
struct LaneMath {
  MIRADOR_HD static double exp(double x) { return simd::exp(x); }
  MIRADOR_HD static double log(double x) { return simd::log(x); }
  MIRADOR_HD static double log1p(double x) { return simd::log1p(x); }
  MIRADOR_HD static double expm1(double x) { return simd::expm1(x); }
  MIRADOR_HD static double scaled_erfc(double x) { return simd::scaled_erfc(x); }
  /// Invalid if the squares overflow.
  MIRADOR_HD static double hypot(double x, double y) { return simd::sqrt(x * x + y * y); }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
