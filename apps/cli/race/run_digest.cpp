#include "race/run_digest.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mirador::cli {

std::optional<Digest> digest_of(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  const auto count = static_cast<double>(sorted.size());
  const double mean = std::accumulate(sorted.begin(), sorted.end(), 0.0) / count;
  double squares = 0.0;
  for (const double value : sorted) squares += (value - mean) * (value - mean);
  const std::size_t middle = sorted.size() / 2;
  const double median =
      sorted.size() % 2 == 1 ? sorted[middle] : 0.5 * (sorted[middle - 1] + sorted[middle]);
  Digest digest{mean, median, sorted.front(), sorted.back(), std::nullopt};
  if (sorted.size() > 1) digest.stddev = std::sqrt(squares / (count - 1.0));
  return digest;
}

}  // namespace mirador::cli
