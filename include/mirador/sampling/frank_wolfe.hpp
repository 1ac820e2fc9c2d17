#pragma once

#include "mirador/sampling/exploration.hpp"
#include "mirador/sampling/sampling_rule.hpp"

namespace mirador {

/// One Frank-Wolfe step on F(·, m): argmax_a g_a at w = N/t, with √t forcing or without. For
/// best-arm this is Best Challenger, for thresholding argmin_a N_a d(m_a, τ). Serves every problem,
/// O(K) a step, since the gradient at N is the one the stopping statistic needs anyway. Where the
/// gradient is 0 (a tie) the least pulled arm is next. No guarantee in general: F is not smooth
/// (heuristic). Without forcing it follows the leader: an arm whose first measurements mislead may
/// never be measured again, which for signed costs many times T* (Ménard 2019, App. A).
template <Problem P>
class FrankWolfe {
 public:
  explicit FrankWolfe(const P&, Forcing forcing = Forcing::root) : forcing_(forcing) {}

  void start(RandomKey) {}

  Arm next(const Standing<P>& standing) const {
    const auto counts = standing.counts(), pending = standing.pending();
    if (forcing_ == Forcing::root) {
      if (const auto forced = forced_arm(counts, pending, standing.total())) return *forced;
    }
    if constexpr (requires { standing.problem().steepest(Arm{}, Arm{}, standing.at(counts)); }) {
      const auto& closest = standing.closest();
      if (standing.problem().margin() == 0.0) {
        return standing.problem()
            .steepest(closest.answer(), closest.rival(), standing.at(counts))
            .value_or(least_pulled(counts, pending));
      }
    }
    // Gradients that are equal in theory are so up to rounding only.
    const Arm best = argmax_beyond(
        standing.arms(), [](double gradient) { return 1e-9 * gradient; },
        [&](Arm a) { return standing.gradient(a); });
    return standing.gradient(best) > 0.0 ? best : least_pulled(counts, pending);
  }

  void observe(const Standing<P>&, Arm) {}

 private:
  Forcing forcing_;
};

}  // namespace mirador
