#pragma once

#include "mirador/bound/optimal_weights.hpp"
#include "mirador/sampling/exploration.hpp"
#include "mirador/sampling/sampling_rule.hpp"
#include "mirador/sampling/tracker.hpp"

namespace mirador {

/// Direct tracking (Garivier and Kaufmann 2016): argmax_a t w*_a(m) - N_a with √t forcing, w*
/// solved at every step. Works for every problem: closed forms for best-arm (warm-started),
/// thresholding and signed, O(K) per step; the interior point method for top-m; otherwise the
/// general solver, warm-started by the previous step, to a relative gap of 1e-8. The last two are
/// 10 to 1000 times slower. Asymptotically optimal (proved for best-arm).
template <Problem P>
class DirectTracking {
 public:
  explicit DirectTracking(const P& problem) : optimum_(problem, 1e-8) {}

  void start(RandomKey) { optimum_.restart(); }

  Arm next(const Standing<P>& standing) const {
    const auto counts = standing.counts(), pending = standing.pending();
    const std::uint64_t total = standing.total() + standing.total_pending();
    if (const auto forced = forced_arm(counts, pending, total)) return *forced;
    return track_directly(optimum_.weights(), counts, pending, static_cast<double>(total));
  }

  void observe(const Standing<P>& standing, Arm) {
    optimum_.solve(standing.closest().answer(), standing.means(), standing.stats().variances());
  }

 private:
  OptimalWeights<P> optimum_;
};

}  // namespace mirador
