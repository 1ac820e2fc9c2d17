#pragma once

#include "mirador/sampling/exploration.hpp"
#include "mirador/sampling/sampling_rule.hpp"

namespace mirador {

/// One Frank-Wolfe step on F(·, m): argmax_a g_a at w = N/t, with √t forcing. For best-arm this is
/// Best Challenger, for thresholding argmin_a N_a d(m_a, τ). Serves every problem, O(K) a step,
/// since the gradient at N is the one the stopping statistic needs anyway.
/// Equal gradients (a tie of F) go to the arm with the fewest pulls. No guarantee in general:
/// F is not smooth (heuristic).
template <Problem P>
class FrankWolfe {
 public:
  explicit FrankWolfe(const P&) {}

  void start(RandomKey) {}

  Arm next(const Standing<P>& standing) const {
    const auto counts = standing.counts(), pending = standing.pending();
    if (const auto forced = forced_arm(counts, pending, standing.total())) return *forced;
    const std::span<const double> gradient = standing.closest().gradient();
    Arm best = 0;
    for (Arm a = 1; a < gradient.size(); ++a) {
      if (gradient[a] > gradient[best] || (gradient[a] == gradient[best] &&
                                           counts[a] + pending[a] < counts[best] + pending[best])) {
        best = a;
      }
    }
    return best;
  }

  void observe(const Standing<P>&, Arm) {}
};

}  // namespace mirador
