#pragma once

#include <numeric>
#include <span>

namespace mirador::race {

/// A summary of values; the variance is the unbiased estimate (NaN for one value).
struct Sample {
  double size, mean, variance;
};

inline Sample sample_of(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {n, mean, squares / (n - 1.0)};
}

}  // namespace mirador::race
