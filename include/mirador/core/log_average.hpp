#pragma once

#include <cmath>
#include <cstddef>

namespace mirador {

/// log of the average of exp(x_k), k = 0..n-1, n >= 1, each asked for once; none may be +inf.
template <class Value>
double log_average(std::size_t n, Value&& value) {
  double largest = value(std::size_t{0}), sum = 1.0;
  for (std::size_t k = 1; k < n; ++k) {
    const double next = value(k);
    if (next <= largest) {
      sum += std::exp(next - largest);
    } else {
      sum = sum * std::exp(largest - next) + 1.0;
      largest = next;
    }
  }
  return largest + std::log(sum / static_cast<double>(n));
}

}  // namespace mirador
