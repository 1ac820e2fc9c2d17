#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "mirador/core/argmax.hpp"
#include "mirador/core/arm.hpp"

namespace mirador {

/// Cumulative tracking: pulls the arm that is furthest behind the sum of its targets,
///   argmax_a Σ_{s<=t+1} w'_a(s) - N_a(t).
/// Stores the deficits, not two growing sums. The deficits stay within K of zero (proved).
class CumulativeTracker {
 public:
  explicit CumulativeTracker(std::size_t arms) : deficits_(arms, 0.0) {}

  /// Starts after the first pulls, with uniform targets for all of them: if every arm was pulled
  /// once the deficits are 0.
  void start(std::span<const double> counts, std::uint64_t total) {
    const double share = static_cast<double>(total) / static_cast<double>(deficits_.size());
    for (Arm a = 0; a < deficits_.size(); ++a) deficits_[a] = share - counts[a];
  }
  void pulled(Arm arm) { deficits_[arm] -= 1.0; }
  /// The next target, w' = (1-share) w + share/K.
  struct Aim {
    std::span<const double> weights;
    double uniform_share;
    double floor = uniform_share / static_cast<double>(weights.size());

    double operator[](Arm a) const { return (1.0 - uniform_share) * weights[a] + floor; }
  };
  void aim(Aim target) {
    for (Arm a = 0; a < deficits_.size(); ++a) deficits_[a] += target[a];
  }
  std::span<const double> deficits() const { return deficits_; }

  Arm next() const {
    return furthest_behind([&](Arm a) { return deficits_[a]; });
  }
  /// The same with open tickets: they count as pulls, and the target is added once more for each of
  /// them.
  Arm next(std::span<const double> pending, Aim target) const {
    const double open = std::accumulate(pending.begin(), pending.end(), 0.0);
    return furthest_behind([&](Arm a) { return deficits_[a] + open * target[a] - pending[a]; });
  }

 private:
  // Arms whose targets were always equal differ only by rounding.
  template <class Deficit>
  Arm furthest_behind(Deficit&& deficit) const {
    return argmax_beyond(
        deficits_.size(), [](double) { return 1e-9; }, deficit);
  }

  std::vector<double> deficits_;
};

/// Direct tracking: argmax_a t w_a - N_a for the current target w, where t and N include pending
/// pulls.
inline Arm track_directly(std::span<const double> target, std::span<const double> counts,
                          std::span<const double> pending, double total) {
  return argmax_beyond(
      target.size(), [&](double) { return 1e-9 * total; },
      [&](Arm a) { return total * target[a] - counts[a] - pending[a]; });
}

}  // namespace mirador
