#pragma once

#include <algorithm>

#include "mirador/core/infinity.hpp"

namespace mirador {

/// How many more measurements an experiment takes: in about 8 of 10 experiments between low and
/// high, in about half of them more than the middle (heuristic; docs/forecasts.md has the measured
/// shares). High is infinite if no end is in sight, and so may be the others.
struct Forecast {
  double low = 0.0, middle = 0.0, high = 0.0;

  bool operator==(const Forecast&) const = default;

  /// If the experiment ends after `most` measurements at the latest.
  Forecast up_to(double most) const {
    return {std::min(low, most), std::min(middle, most), std::min(high, most)};
  }
  /// If this many of them are made already.
  Forecast without(double made) const {
    return {std::max(low - made, 0.0), std::max(middle - made, 0.0), std::max(high - made, 0.0)};
  }
};

/// Nothing can be said yet.
inline constexpr Forecast no_forecast = {0.0, infinity, infinity};

}  // namespace mirador
