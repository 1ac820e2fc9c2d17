#pragma once

#include <new>

#include "mirador/simulate/lanes/best_arm.hpp"
#include "mirador/simulate/lanes/mixture_guard.hpp"
#include "mirador/simulate/lanes/statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Where heuristic stopping is all there is.
template <class L>
struct NoWatch {
  using Value = typename L::Value;
  static constexpr bool possible = false;

  MIRADOR_INLINE explicit NoWatch(const L&) {}
  MIRADOR_INLINE void start(const L&, int) {}
  template <class Problem>
  MIRADOR_INLINE Mask<Value> holds(const L&, const Problem&, const Statistics<L>&, const Value&) {
    return Mask<Value>(false);
  }
  template <class Problem>
  MIRADOR_INLINE bool settled(const L&, const Problem&, const Statistics<L>&, int, const Closest&,
                              double) {
    return true;
  }
};

/// What a judgement reads and writes: the data of one lane, and the guard of each.
template <class L>
class MixtureDesk {
 public:
  using Guard = BasicGuard<typename L::Numbers>;
  static constexpr int width = Traits<typename L::Value>::width;

  MIRADOR_HD explicit MixtureDesk(const L& arms) : counts_(arms), sums_(arms) {
    for (int lane = 0; lane < width; ++lane) {
      new (memory_ + static_cast<std::size_t>(lane) * sizeof(Guard)) Guard(arms);
    }
  }
  MIRADOR_HD ~MixtureDesk() {
    for (int lane = 0; lane < width; ++lane) guard(lane).~Guard();
  }
  MixtureDesk(const MixtureDesk&) = delete;
  MixtureDesk& operator=(const MixtureDesk&) = delete;

  MIRADOR_HD Guard& guard(int lane) { return reinterpret_cast<Guard*>(memory_)[lane]; }
  MIRADOR_INLINE Measured fetch(const L& arms, const Statistics<L>& data, int lane) {
    arms.for_each_arm([&](int a) {
      counts_[a] = arms.get_of(data.counts, a, lane);
      sums_[a] = arms.get_of(data.sums, a, lane);
    });
    return {arms.arms(), counts_.number, sums_.number};
  }

 private:
  typename L::Numbers counts_, sums_;
  alignas(Guard) unsigned char memory_[width * sizeof(Guard)];
};

/// Mixture stopping of replications side by side. Judging is long and rare, one lane at a time;
/// what it leaves behind, bounds within which nothing can change, is compared for all lanes at
/// once. `Desk` may be a reference: on a GPU what judgements get the address of lies apart from the
/// rest, which stays in registers.
template <class L, class Desk = MixtureDesk<L>>
class MixtureWatch {
 public:
  using Value = typename L::Value;
  static constexpr bool possible = true;

  MIRADOR_HD explicit MixtureWatch(const L& arms) : low_(arms), high_(arms), desk_(arms) {}
  MIRADOR_INLINE MixtureWatch(const L& arms, Desk& desk) : low_(arms), high_(arms), desk_(desk) {}

  MIRADOR_IN_PLACE void start(const L& arms, int lane) {
    set(guarded_, lane, 0.0);
    set(judged_, lane, -1.0);
    set(null_, lane, 0.0);
    set(claim_, lane, -1.0);
    desk_.guard(lane).forget(arms.arms());
    arms.for_each_arm([&](int a) {
      arms.set_of(low_, a, lane, 0.0);
      arms.set_of(high_, a, lane, 0.0);
    });
  }

  /// Is it certain that nothing has changed since the last judgement, now that `arm` was measured?
  /// A guard that was passed stays passed until the next one.
  template <class Problem>
  MIRADOR_INLINE Mask<Value> holds(const L& arms, const Problem& problem, const Statistics<L>& data,
                                   const Value& arm) {
    const Value centred = arms.pick(data.sums, arm) - arms.pick(data.counts, arm) * null_;
    const auto holds = (guarded_ == Value(1.0)) & (centred >= arms.pick(low_, arm)) &
                       (centred <= arms.pick(high_, arm)) & problem.guard_serves(claim_);
    guarded_ = select(holds, Value(1.0), Value(0.0));
    return holds | (judged_ == data.total);
  }

  template <class Problem>
  MIRADOR_IN_PLACE bool settled(const L& arms, const Problem& problem, const Statistics<L>& data,
                                int lane, const Closest& closest, double need) {
    auto& guard = desk_.guard(lane);
    if (problem.settled(desk_.fetch(arms, data, lane), lane, closest, need, guard)) return true;
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
  Value guarded_;  // 1 where a guard stands that was not passed
  Value judged_;   // after how many pulls the last judgement was
  Value null_, claim_;
  typename L::Array low_, high_;
  Desk desk_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
