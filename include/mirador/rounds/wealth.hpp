#pragma once

#include <cstddef>
#include <span>

namespace mirador {

/// Smaller wealths count as lost, larger ones are cut: both are only ever bets not made. They keep
/// products within the range of doubles.
inline constexpr double least_wealth = 1e-290, largest_wealth = 1e290;

/// Multiplies the wealth of each bet by 1 + side * gain; returns their sum. `side` is 1 or -1.
inline double grow_wealths(std::span<double> wealths, std::span<const double> gains, double side) {
  const std::size_t n = wealths.size();
  for (std::size_t q = 0; q < n; ++q) {
    const double grown = wealths[q] * (1.0 + side * gains[q]);
    // NaN counts as lost, so that no arithmetic accident can be evidence.
    const double cut = grown > largest_wealth ? largest_wealth : grown;
    wealths[q] = cut >= least_wealth ? cut : 0.0;
  }
  double even = 0.0, odd = 0.0;  // two chains of additions take half the time of one
  for (std::size_t q = 0; q + 1 < n; q += 2) even += wealths[q], odd += wealths[q + 1];
  return even + odd + (n % 2 == 1 ? wealths[n - 1] : 0.0);
}

}  // namespace mirador
