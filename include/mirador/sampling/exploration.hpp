#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "mirador/core/arm.hpp"

namespace mirador {

/// The share of uniform sampling mixed into the weights after t pulls: γ_t = 1 / (4√t).
inline double uniform_share(std::uint64_t pulls) {
  return 0.25 / std::sqrt(static_cast<double>(pulls));
}

/// √t forcing: the least pulled arm if it has fewer than √t - K/2 pulls (pending ones counted),
/// the lowest index on ties; nothing otherwise.
inline std::optional<Arm> forced_arm(std::span<const double> counts,
                                     std::span<const double> pending, std::uint64_t total) {
  Arm least = 0;
  double fewest = std::numeric_limits<double>::infinity();
  for (Arm a = 0; a < counts.size(); ++a) {
    const double pulls = counts[a] + pending[a];
    if (pulls < fewest) {
      fewest = pulls;
      least = a;
    }
  }
  const double floor =
      std::sqrt(static_cast<double>(total)) - 0.5 * static_cast<double>(counts.size());
  if (fewest < floor) return least;
  return std::nullopt;
}

}  // namespace mirador
