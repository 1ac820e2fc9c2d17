#pragma once

#include "mirador/core/std_math.hpp"

namespace mirador {

/// At a roll call mixture stopping decides the order in which it tries claims: when every arm has
/// its first measurements, and then when the number of measurements reaches a power of two. The
/// order must not depend on the risk. Returns the number of measurements at the next roll call
/// (`Math` selects the instruction set):
template <class Math = StdMath>
MIRADOR_HD double next_roll_call(double total) {
  double next = 1.0;
  while (next <= total) next *= 2.0;
  return next;
}

}  // namespace mirador
