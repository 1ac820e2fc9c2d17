#pragma once

#include "mirador/simulate/lanes/family.hpp"
#include "mirador/simulate/lanes/statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// The closest alternative at some weights: the arms it moves and what the sub-gradient is there;
/// 0 at all other arms. `first` is -1 where only one arm is moved.
template <class Value>
struct Alternative {
  Value first, second;
  Value gain_first, gain_second;
};

/// problem/best_arm.hpp for rewards turned so that the highest mean is best, Gaussian arms.
template <class L, class Family>
class BestArm;

template <class L>
class BestArm<L, GaussianArms> {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;

  MIRADOR_HD explicit BestArm(GaussianArms family) : half_precision_(family.half_precision) {}

  MIRADOR_INLINE void find(const L& arms, const Statistics<L>& data) {
    leader_ = arms.argmax([&](int i) MIRADOR_LAMBDA { return data.means[i]; });
    inverse_ = arms.pick(data.inverses, leader_.arm);
  }

  /// Is F(N, m) >= gate? Without a quotient: (m_i - m_a)² against 2σ² gate (1/N_i + 1/N_a).
  MIRADOR_INLINE auto reaches(const L& arms, const Statistics<L>& data, Value gate) const {
    const Value bar = gate * Value(1.0 / half_precision_);
    return arms.all_of([&](int i) MIRADOR_LAMBDA {
      return (squared_gap(data, i) >= bar * (inverse_ + data.inverses[i])) |
             (arms.index(i) == leader_.arm);
    });
  }

  MIRADOR_INLINE Alternative<Value> against(const L& arms, const Statistics<L>& data,
                                            const Array& weights) const {
    const Value weight = arms.pick(weights, leader_.arm);
    // The factor w_i is common to all rivals.
    const auto rival = arms.argmin_ratio(
        leader_.arm,
        [&](int i) MIRADOR_LAMBDA { return weights[i] * squared_gap(data, i); },
        [&](int i) MIRADOR_LAMBDA { return weight + weights[i]; });
    const Value other = arms.pick(weights, rival);
    const Value share = other / (weight + other), rest = Value(1.0) - share;
    const Value gap = leader_.score - arms.pick(data.means, rival);
    const Value scaled = gap * gap * Value(half_precision_);
    return {leader_.arm, rival, scaled * (share * share), scaled * (rest * rest)};
  }

 private:
  MIRADOR_INLINE Slot squared_gap(const Statistics<L>& data, int i) const {
    const Slot gap = leader_.score - data.means[i];
    return gap * gap;
  }

  double half_precision_;
  Scored<Value> leader_;
  Value inverse_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
