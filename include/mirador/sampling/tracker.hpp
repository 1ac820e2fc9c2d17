#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mirador/core/argmax.hpp"
#include "mirador/core/arm.hpp"

namespace mirador {

/// Cumulative tracking: pull the arm whose share so far lags most behind the sum of its targets,
///   argmax_a Σ_{s<=t+1} w'_a(s) - N_a(t).
/// Keeps the deficits, not two growing sums. The deficits stay within K of zero (proved).
class CumulativeTracker {
 public:
  explicit CumulativeTracker(std::size_t arms) : deficits_(arms, 0.0) {}

  /// After the first pulls, with uniform targets for all of them. When every arm was pulled once
  /// the deficits are 0.
  void start(std::span<const double> counts, std::uint64_t total) {
    const double share = static_cast<double>(total) / static_cast<double>(deficits_.size());
    for (Arm a = 0; a < deficits_.size(); ++a) deficits_[a] = share - counts[a];
  }
  void pulled(Arm arm) { deficits_[arm] -= 1.0; }
  /// Adds the next target, w' = (1-share) w + share/K.
  void aim(std::span<const double> weights, double uniform_share) {
    const double floor = uniform_share / static_cast<double>(deficits_.size());
    for (Arm a = 0; a < deficits_.size(); ++a) {
      deficits_[a] += (1.0 - uniform_share) * weights[a] + floor;
    }
  }
  std::span<const double> deficits() const { return deficits_; }

  /// `pending` pulls are on their way and count as done.
  Arm next(std::span<const double> pending) const {
    // Arms whose targets were always the same differ by rounding alone.
    return argmax_beyond(
        deficits_.size(), [](double) { return 1e-9; },
        [&](Arm a) { return deficits_[a] - pending[a]; });
  }

 private:
  std::vector<double> deficits_;
};

/// Direct tracking: argmax_a t w_a - N_a for the current target w alone, pending pulls counted.
inline Arm track_directly(std::span<const double> target, std::span<const double> counts,
                          std::span<const double> pending, double total) {
  return argmax_beyond(
      target.size(), [&](double) { return 1e-9 * total; },
      [&](Arm a) { return total * target[a] - counts[a] - pending[a]; });
}

}  // namespace mirador
