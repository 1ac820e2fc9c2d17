#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mirador/sampling/exploration.hpp"
#include "mirador/sampling/sampling_rule.hpp"

namespace mirador {

/// One Frank-Wolfe step on F(·, m): argmax_a g_a at w = N/t, with √t forcing or without. For
/// best-arm this is Best Challenger, for thresholding argmin_a N_a d(m_a, τ). Works for every
/// problem, O(K) per step, since the stopping statistic needs the gradient at N anyway. If the
/// gradient is 0 (a tie) the least pulled arm is next. No guarantee in general, because F is not
/// smooth (heuristic). Without forcing it follows the leader: an arm whose first measurements are
/// misleading may never be measured again, which for signed costs many times T* (Ménard 2019, App.
/// A). Open tickets count as pulls at the current means: the closest alternative is then
/// recomputed, in separate memory. Where F is linear (signed) this changes only the forcing.
template <Problem P>
class FrankWolfe {
 public:
  explicit FrankWolfe(const P&, Forcing forcing = Forcing::root) : forcing_(forcing) {}

  void start(RandomKey) {}

  Arm next(const Standing<P>& standing) const {
    const auto counts = standing.counts(), pending = standing.pending();
    const std::uint64_t total = standing.total() + standing.total_pending();
    if (forcing_ == Forcing::root) {
      if (const auto forced = forced_arm(counts, pending, total)) return *forced;
    }
    if (standing.total_pending() > 0) return steepest_with_pending(standing);
    return steepest(standing, standing.closest(), counts);
  }

  void observe(const Standing<P>&, Arm) {}

 private:
  /// argmax_a g_a of the alternative found at these weights.
  static Arm steepest(const Standing<P>& standing, const Alternative<P>& closest,
                      std::span<const double> weights) {
    const auto least = [&] { return least_pulled(standing.counts(), standing.pending()); };
    const P& problem = standing.problem();
    const Point at = standing.at(weights);
    if constexpr (requires { problem.steepest(Arm{}, Arm{}, at); }) {
      if (problem.margin() == 0.0) {
        const auto arm = problem.steepest(closest.answer(), closest.rival(), at);
        return arm ? *arm : least();
      }
    }
    // Gradients that are equal in theory differ by rounding.
    const Arm best = argmax_beyond(
        standing.arms(), [](double gradient) { return 1e-9 * gradient; },
        [&](Arm a) { return closest.gradient(a, at); });
    return closest.gradient(best, at) > 0.0 ? best : least();
  }

  /// As if each open ticket had been told the current mean. Apart from the step of a simulation,
  /// which has no open tickets.
  [[gnu::noinline]] static Arm steepest_with_pending(const Standing<P>& standing) {
    const auto counts = standing.counts(), pending = standing.pending();
    std::vector<double> weights(counts.begin(), counts.end());
    for (Arm a = 0; a < weights.size(); ++a) weights[a] += pending[a];
    Alternative<P> closest(standing.problem());
    closest.find_against(standing.answer(), standing.at(weights));
    return steepest(standing, closest, weights);
  }

  Forcing forcing_;
};

}  // namespace mirador
