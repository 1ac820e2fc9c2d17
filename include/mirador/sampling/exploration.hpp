#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "mirador/core/argmax.hpp"
#include "mirador/core/arm.hpp"
#include "mirador/sampling/forcing.hpp"
#include "mirador/sampling/round.hpp"

namespace mirador {

/// The share of uniform sampling mixed into the weights after t pulls: γ_t = 1 / (4√t).
inline double uniform_share(Round pulls) { return 0.25 * pulls.inverse_root(); }

/// The arm with the fewest pulls, including pending ones; the lowest index on ties.
inline Arm least_pulled(std::span<const double> counts, std::span<const double> pending) {
  return argmax(counts.size(), [&](Arm a) { return -counts[a] - pending[a]; });
}

/// √t forcing: the least pulled arm if it has fewer than √t - K/2 pulls, where t and pulls include
/// pending ones; nothing otherwise. A part of the caller, so that the result is not stored in
/// memory and read back in every step.
[[gnu::always_inline]] inline std::optional<Arm> forced_arm(std::span<const double> counts,
                                                            std::span<const double> pending,
                                                            std::uint64_t total) {
  const Arm least = least_pulled(counts, pending);
  const double floor =
      std::sqrt(static_cast<double>(total)) - 0.5 * static_cast<double>(counts.size());
  if (counts[least] + pending[least] < floor) return least;
  return std::nullopt;
}

}  // namespace mirador
