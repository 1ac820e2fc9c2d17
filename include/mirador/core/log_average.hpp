#pragma once

#include <cmath>
#include <cstddef>

#include "mirador/core/std_math.hpp"

namespace mirador {

/// log of the average of exp(x_k), k = 0..n-1, n >= 1. Each x_k is evaluated once and may be
/// infinite.
template <class Math = StdMath, class Value>
MIRADOR_HD double log_average(std::size_t n, Value&& value) {
  double largest = value(std::size_t{0}), sum = 1.0;
  for (std::size_t k = 1; k < n; ++k) {
    const double next = value(k);
    if (next == -INFINITY) continue;  // adds nothing
    if (next == largest) {
      sum += 1.0;  // infinite ones too
    } else if (next < largest) {
      sum += Math::exp(next - largest);
    } else {
      sum = sum * Math::exp(largest - next) + 1.0;
      largest = next;
    }
  }
  return largest + Math::log(sum / static_cast<double>(n));
}

}  // namespace mirador
