#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "mirador/core/forecast.hpp"
#include "mirador/core/normal.hpp"
#include "mirador/random/philox.hpp"

namespace mirador {

/// A forecast looks at this many futures, always the same ones (docs/theory.md, section 7).
inline constexpr std::size_t future_count = 64;

using OfFutures = std::array<double, future_count>;

/// Normal quantiles at the levels (k + 1/2) / future_count.
inline const OfFutures& normal_levels() {
  static const OfFutures levels = [] {
    OfFutures x{};
    for (std::size_t k = 0; k < future_count; ++k) {
      const double level = (static_cast<double>(k) + 0.5) / future_count;
      double low = -4.0, high = 4.0;
      for (int step = 0; step < 60; ++step) {
        const double middle = 0.5 * (low + high);
        (normal_cdf(middle) < level ? low : high) = middle;
      }
      x[k] = low;
    }
    return x;
  }();
  return levels;
}

/// The chances of an arm in the futures: the normal levels, in an order of its own.
inline OfFutures chances_of(std::uint64_t arm) {
  std::array<std::pair<std::uint32_t, std::size_t>, future_count> order;
  for (std::size_t f = 0; f < future_count; ++f) {
    const PhiloxCounter words =
        philox({static_cast<std::uint32_t>(f / 4), 0, static_cast<std::uint32_t>(arm),
                static_cast<std::uint32_t>(arm >> 32)},
               {});
    order[f] = {words[f % 4], f};
  }
  std::ranges::sort(order);
  OfFutures chances;
  for (std::size_t f = 0; f < future_count; ++f) chances[f] = normal_levels()[order[f].second];
  return chances;
}

/// The range of a forecast. `likely` holds the remaining measurements of every future, `hardest`
/// those at the hardest point on the way to it. The levels were chosen so that 8 of 10 ranges hold
/// in simulations (docs/forecasts.md).
inline Forecast range_of(OfFutures likely, OfFutures hardest) {
  const auto at = [](OfFutures& times, double level) {
    const auto place = times.begin() + static_cast<std::ptrdiff_t>(level * future_count);
    std::nth_element(times.begin(), place, times.end());
    return *place;
  };
  const double low = at(likely, 0.15), middle = at(likely, 0.5);
  return {low, middle, std::max(middle, at(hardest, 0.8))};
}

/// A forecast looks no further than this many times the measurements so far.
inline constexpr double forecast_horizon = 512.0;

/// Fractions of the way to a future at which a forecast looks for the hardest point.
inline constexpr std::array<double, 4> ways = {1.0, 0.75, 0.5, 0.25};

/// The smallest t from `start` at which value(t) reaches `need`, for a value that grows about as t;
/// within some per cent. Infinite beyond the horizon.
template <class Value>
double time_to_reach(double need, double start, Value&& value) {
  double low = start, at_low = value(start);
  if (at_low >= need) return start;
  double high = low, at_high = at_low;
  while (at_high < need) {
    if (high >= forecast_horizon * start) return infinity;
    low = high, at_low = at_high;
    high *= 2.0;
    at_high = value(high);
  }
  // log value is nearly linear in log t.
  for (int step = 0; step < 3; ++step) {
    const double share = at_low > 0.0 ? std::log(need / at_low) / std::log(at_high / at_low) : 0.5;
    const double middle = low * std::pow(high / low, std::clamp(share, 0.1, 0.9));
    const double value_there = value(middle);
    (value_there >= need ? high : low) = middle;
    (value_there >= need ? at_high : at_low) = value_there;
  }
  return std::sqrt(low * high);
}

}  // namespace mirador
