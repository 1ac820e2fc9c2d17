#pragma once

#include "mirador/lane/math.hpp"

namespace mirador::lane {
inline namespace MIRADOR_ISA {

/// The elementary functions of formulas (see core/std_math.hpp) with the same bits everywhere.
struct LaneMath {
  MIRADOR_HD static double exp(double x) { return lane::exp(x); }
  MIRADOR_HD static double log(double x) { return lane::log(x); }
  MIRADOR_HD static double log1p(double x) { return lane::log1p(x); }
  MIRADOR_HD static double expm1(double x) { return lane::expm1(x); }
  MIRADOR_HD static double scaled_erfc(double x) { return lane::scaled_erfc(x); }
  /// Not for numbers whose squares overflow.
  MIRADOR_HD static double hypot(double x, double y) { return lane::sqrt(x * x + y * y); }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lane
