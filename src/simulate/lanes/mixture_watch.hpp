#pragma once

#include <new>

#include "best_arm.hpp"
#include "job.hpp"
#include "mixture_guard.hpp"
#include "statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// For heuristic stopping.
template <class L>
struct NoWatch {
  using Value = typename L::Value;
  static constexpr bool possible = false;

  MIRADOR_INLINE NoWatch(const L&, const Job&) {}
  MIRADOR_INLINE void start(const L&, int) {}
  MIRADOR_INLINE void call_roll(const L&, const Statistics<L>&, int) {}
  template <class Problem>
  MIRADOR_INLINE Mask<Value> holds(const L&, const Problem&, const Statistics<L>&, const Value&) {
    return Mask<Value>(false);
  }
  template <class Problem>
  MIRADOR_INLINE bool settled(const L&, const Problem&, const Statistics<L>&, int, Need, int) {
    return true;
  }
  template <class Problem>
  MIRADOR_INLINE void look_ahead(const L&, const Problem&, const Statistics<L>&, int, Need, int) {}
};

/// A number of objects given at run time. On a GPU they are in the local memory of a thread, at
/// most `most` of them.
template <class Thing, int most>
class Row {
 public:
  template <class Argument>
  MIRADOR_HD Row(int size, const Argument& argument) : size_(size) {
#ifndef __CUDACC__
    memory_ = static_cast<unsigned char*>(
        ::operator new(static_cast<std::size_t>(size) * sizeof(Thing), alignment));
#endif
    for (int i = 0; i < size_; ++i) new (&(*this)[i]) Thing(argument);
  }
  MIRADOR_HD ~Row() {
    for (int i = 0; i < size_; ++i) (*this)[i].~Thing();
#ifndef __CUDACC__
    ::operator delete(memory_, alignment);
#endif
  }
  Row(const Row&) = delete;
  Row& operator=(const Row&) = delete;

  MIRADOR_HD Thing& operator[](int i) { return reinterpret_cast<Thing*>(memory_)[i]; }

 private:
  int size_;
#ifdef __CUDACC__
  alignas(Thing) unsigned char memory_[most * sizeof(Thing)];
#else
  static constexpr std::align_val_t alignment{alignof(Thing)};
  unsigned char* memory_;
#endif
};

/// The data of judgements: the measurements of one lane, the guard of each lane and risk, and the
/// means of each lane at its last roll call.
template <class L>
class MixtureDesk {
 public:
  using Guard = BasicGuard<typename L::Numbers>;
  static constexpr int width = Traits<typename L::Value>::width;

  MIRADOR_HD MixtureDesk(const L& arms, int risks)
      : risks_(risks),
        counts_(arms),
        sums_(arms),
        called_(width, arms),
        guards_(width * risks, arms) {}

  MIRADOR_HD int risks() const { return risks_; }
  MIRADOR_HD Guard& guard(int lane, int risk) { return guards_[lane * risks_ + risk]; }
  MIRADOR_INLINE Measured fetch(const L& arms, const Statistics<L>& data, int lane) {
    arms.for_each_arm([&](int a) {
      counts_[a] = arms.get_of(data.counts, a, lane);
      sums_[a] = arms.get_of(data.sums, a, lane);
    });
    return {arms.arms(), counts_.number, sums_.number, called_[lane].number};
  }
  MIRADOR_INLINE void call_roll(const L& arms, const Statistics<L>& data, int lane) {
    arms.for_each_arm([&](int a) { called_[lane][a] = arms.get_of(data.means, a, lane); });
  }

 private:
  int risks_;
  typename L::Numbers counts_, sums_;
  Row<typename L::Numbers, width> called_;
  Row<Guard, width * most_cuda_risks> guards_;
};

/// Mixture stopping of replications side by side. Judging is long and rare, one lane at a time; its
/// result, bounds within which nothing can change, is compared for all lanes at once. `Desk` may be
/// a reference: on a GPU the data whose address is taken by judgements are separate from the rest,
/// which stays in registers.
template <class L, class Desk = MixtureDesk<L>>
class MixtureWatch {
 public:
  using Value = typename L::Value;
  static constexpr bool possible = true;

  MIRADOR_HD MixtureWatch(const L& arms, const Job& job)
      : low_(arms),
        high_(arms),
        desk_(arms, job.stopping == StoppingKind::mixture ? job.risks : 1) {}
  MIRADOR_INLINE MixtureWatch(const L& arms, const Job&, Desk& desk)
      : low_(arms), high_(arms), desk_(desk) {}

  MIRADOR_IN_PLACE void start(const L& arms, int lane) {
    set(guarded_, lane, 0.0);
    set(judged_, lane, -1.0);
    set(null_, lane, 0.0);
    set(answer_, lane, -1.0);
    for (int risk = 0; risk < desk_.risks(); ++risk) desk_.guard(lane, risk).forget(arms.arms());
    arms.for_each_arm([&](int a) {
      arms.set_of(low_, a, lane, 0.0);
      arms.set_of(high_, a, lane, 0.0);
    });
  }

  /// Is it certain that nothing has changed since the last judgement, after `arm` was measured? A
  /// guard that was passed stays passed until the next judgement.
  template <class Problem>
  MIRADOR_INLINE Mask<Value> holds(const L& arms, const Problem& problem, const Statistics<L>& data,
                                   const Value& arm) {
    const Value centred = arms.pick(data.sums, arm) - arms.pick(data.counts, arm) * null_;
    const auto holds = (guarded_ == Value(1.0)) & (centred >= arms.pick(low_, arm)) &
                       (centred <= arms.pick(high_, arm)) & problem.guard_serves(answer_);
    guarded_ = select(holds, Value(1.0), Value(0.0));
    return holds | (judged_ == data.total);
  }

  /// Fixes the order of the claims until the next roll call.
  MIRADOR_IN_PLACE void call_roll(const L& arms, const Statistics<L>& data, int lane) {
    desk_.call_roll(arms, data, lane);
    for (int risk = 0; risk < desk_.risks(); ++risk) desk_.guard(lane, risk).dismiss(arms.arms());
    set(guarded_, lane, 0.0);
  }

  /// Is the next risk met?
  template <class Problem>
  MIRADOR_IN_PLACE bool settled(const L& arms, const Problem& problem, const Statistics<L>& data,
                                int lane, Need need, int risk) {
    auto& guard = desk_.guard(lane, risk);
    if (problem.settled(desk_.fetch(arms, data, lane), lane, need, guard)) {
      set(guarded_, lane, 0.0);
      return true;
    }
    set(judged_, lane, get(data.total, lane));
    set(guarded_, lane, guard.standing ? 1.0 : 0.0);
    set(null_, lane, guard.null);
    set(answer_, lane, static_cast<double>(guard.answer));
    arms.for_each_arm([&](int a) {
      arms.set_of(low_, a, lane, guard.low[a]);
      arms.set_of(high_, a, lane, guard.high[a]);
    });
    return false;
  }

  /// Records the proofs at a later risk than the next one.
  template <class Problem>
  MIRADOR_IN_PLACE void look_ahead(const L& arms, const Problem& problem, const Statistics<L>& data,
                                   int lane, Need need, int risk) {
    problem.settled(desk_.fetch(arms, data, lane), lane, need, desk_.guard(lane, risk));
  }

 private:
  Value guarded_;  // 1 if the next risk has a guard that was not passed
  Value judged_;   // number of pulls at the last judgement
  Value null_, answer_;
  typename L::Array low_, high_;
  Desk desk_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
