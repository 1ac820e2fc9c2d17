#pragma once

#include "mirador/simulate/lanes/best_arm.hpp"
#include "mirador/simulate/lanes/mixture_guard.hpp"
#include "mirador/simulate/lanes/statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Mixture stopping of replications side by side. Judging is long and rare, one lane at a time;
/// what it leaves behind, bounds within which nothing can change, is compared for all lanes at once.
template <class L>
class MixtureWatch {
 public:
  using Value = typename L::Value;
  static constexpr int width = Traits<Value>::width;

  MIRADOR_HD explicit MixtureWatch(const L& arms)
      : low_(arms), high_(arms), counts_(arms), sums_(arms), guards_(arms) {}

  MIRADOR_HD void start(const L& arms, int lane) {
    set(guarded_, lane, 0.0);
    set(judged_, lane, -1.0);
    set(null_, lane, 0.0);
    set(claim_, lane, -1.0);
    guards_[lane].forget(arms.arms());
    arms.for_each_arm([&](int a) {
      arms.set_of(low_, a, lane, 0.0);
      arms.set_of(high_, a, lane, 0.0);
    });
  }

  /// Is it certain that nothing has changed since the last judgement, now that `arm` was measured?
  /// A guard that was passed stays passed until the next one.
  template <class Problem>
  MIRADOR_INLINE Mask<Value> holds(const L& arms, const Problem& problem,
                                   const Statistics<L>& data, const Value& arm) {
    const Value centred = arms.pick(data.sums, arm) - arms.pick(data.counts, arm) * null_;
    const auto holds = (guarded_ == Value(1.0)) & (centred >= arms.pick(low_, arm)) &
                       (centred <= arms.pick(high_, arm)) & problem.guard_serves(claim_);
    guarded_ = select(holds, Value(1.0), Value(0.0));
    return holds | (judged_ == data.total);
  }

  template <class Problem>
  MIRADOR_HD bool settled(const L& arms, const Problem& problem, const Statistics<L>& data,
                          int lane, const Closest& closest, double need) {
    arms.for_each_arm([&](int a) {
      counts_[a] = arms.get_of(data.counts, a, lane);
      sums_[a] = arms.get_of(data.sums, a, lane);
    });
    auto& guard = guards_[lane];
    const Measured measured{arms.arms(), counts_.number, sums_.number};
    if (problem.settled(measured, lane, closest, need, guard)) return true;
    set(judged_, lane, get(data.total, lane));
    set(guarded_, lane, guard.standing ? 1.0 : 0.0);
    set(null_, lane, guard.null);
    set(claim_, lane, static_cast<double>(guard.claim));
    arms.for_each_arm([&](int a) {
      arms.set_of(low_, a, lane, guard.low[a]);
      arms.set_of(high_, a, lane, guard.high[a]);
    });
    return false;
  }

 private:
  using Guard = BasicGuard<typename L::Numbers>;
  /// One guard for every lane.
  struct Guards {
    alignas(Guard) unsigned char memory[width * sizeof(Guard)];

    MIRADOR_HD explicit Guards(const L& arms) {
      for (int lane = 0; lane < width; ++lane) new (memory + lane * sizeof(Guard)) Guard(arms);
    }
    MIRADOR_HD ~Guards() {
      for (int lane = 0; lane < width; ++lane) (*this)[lane].~Guard();
    }
    MIRADOR_HD Guard& operator[](int lane) { return reinterpret_cast<Guard*>(memory)[lane]; }
  };

  Value guarded_;  // 1 where a guard stands that was not passed
  Value judged_;   // after how many pulls the last judgement was
  Value null_, claim_;
  typename L::Array low_, high_;
  typename L::Numbers counts_, sums_;  // of the lane that is judged
  Guards guards_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
