#pragma once

#include "mirador/core/std_math.hpp"

namespace mirador {

/// The order in which mixture stopping takes claims is decided at roll calls: when every arm has
/// its first measurements, and then at every power of two of the measurements made. It must not
/// depend on the risk. After how many measurements the next one is (`Math` tells instruction sets
/// apart):
template <class Math = StdMath>
MIRADOR_HD double next_roll_call(double total) {
  double next = 1.0;
  while (next <= total) next *= 2.0;
  return next;
}

}  // namespace mirador
