#pragma once

#include "mirador/simulate/lanes/best_arm.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// sampling/learner.hpp's exponential weights: η = rate, or rate/√t.
struct Schedule {
  double rate;
  bool falls;
};

/// Lazy mirror ascent, sampling/lma.hpp. The weights are kept unnormalised (their scale cancels in
/// the sub-gradient) and the deficits up to what is common to all arms (it cancels in the argmax).
template <class L>
class ExponentialAscent {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;

  MIRADOR_HD explicit ExponentialAscent(Schedule schedule) : schedule_(schedule) {}

  MIRADOR_HD void start(const L& arms, int lane) {
    for (int a = 0; a < arms.arms(); ++a) {
      arms.set_of(gains_, a, lane, 0.0);
      arms.set_of(weights_, a, lane, 1.0);
      arms.set_of(deficits_, a, lane, 0.0);
    }
    set(inverse_root_, lane, 1.0 / sqrt(static_cast<double>(arms.arms())));
  }

  MIRADOR_INLINE Value next(const L& arms, const Statistics<L>&) const {
    return arms.argmax_beyond(Value(1e-9), [&](int i) MIRADOR_LAMBDA { return deficits_[i]; }).arm;
  }

  template <class Problem>
  MIRADOR_INLINE void observe(const L& arms, const Problem& problem, const Statistics<L>& data,
                              Value arm) {
    const Alternative<Value> closest = problem.against(arms, data, weights_);
    (void)arm;
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      gains_[i] = gains_[i] + select(arms.index(i) == closest.first, closest.gain_first,
                                     select(arms.index(i) == closest.second, closest.gain_second,
                                            Slot(0.0)));
    });
  }
  MIRADOR_INLINE void reweigh(const L& arms, const Statistics<L>& data, Value arm) {
    const Value top = arms.largest([&](int i) MIRADOR_LAMBDA { return gains_[i]; });
    const Value uniform = Value(0.25) * inverse_root_;
    inverse_root_ = Value(1.0) / sqrt(data.total + Value(1.0));
    const Value rate =
        schedule_.falls ? Value(schedule_.rate) * inverse_root_ : Value(schedule_.rate);
    arms.for_packs([&](auto pack) MIRADOR_LAMBDA {
      pack.store(weights_, exp_of_loss(pack.spread(rate) * (pack.load(gains_) - pack.spread(top))));
    });
    const Value total = arms.sum([&](int i) MIRADOR_LAMBDA { return weights_[i]; });
    const Value share = (Value(1.0) - uniform) / total;
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot aimed = fma(share, weights_[i], deficits_[i]);
      deficits_[i] = select(arms.index(i) == arm, aimed - Slot(1.0), aimed);
    });
  }

 private:
  Schedule schedule_;
  Array gains_, weights_, deficits_;
  Value inverse_root_;  // 1/√t
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
