#pragma once

#include "best_arm.hpp"
#include "draws.hpp"
#include "job.hpp"
#include "mirador/simd/mixability.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// sampling/learner.hpp, ExponentialWeights: η = rate, or rate/√t.
template <class L>
class FixedRate {
 public:
  using Value = typename L::Value;

  MIRADOR_HD FixedRate(const L&, const RuleJob& rule) : rate_(rule.rate), falls_(rule.falls) {}
  MIRADOR_HD void start(int) {}
  template <class Array>
  MIRADOR_INLINE void learn(const L&, const Alternative<Value>&, const Array&, const Value&) {}
  MIRADOR_INLINE Value rate(const Value& inverse_root) const {
    return falls_ ? Value(rate_) * inverse_root : Value(rate_);
  }

 private:
  double rate_;
  bool falls_;
};

/// sampling/learner.hpp, AdaHedge. A rate of 1e300 stands for an infinite one.
template <class L>
class AdaptiveRate {
 public:
  using Value = typename L::Value;

  MIRADOR_HD AdaptiveRate(const L& arms, const RuleJob&)
      : log_arms_(log(static_cast<double>(arms.arms()))) {}
  MIRADOR_HD void start(int lane) {
    set(gap_, lane, 0.0);
    set(rate_, lane, unbounded);
  }
  template <class Array>
  MIRADOR_INLINE void learn(const L& arms, const Alternative<Value>& closest, const Array& weights,
                            const Value& scale) {
    const Value a = closest.gain_first, b = closest.gain_second;
    const auto first_leads = a > b;
    const Value first = arms.pick(weights, closest.first) * scale;
    const Value second = arms.pick(weights, closest.second) * scale;
    gap_ = gap_ + mixability_gap(select(first_leads, first, second),
                                 select(first_leads, second, first), max(a, b), min(a, b), rate_);
    rate_ = min(Value(log_arms_) / gap_, Value(unbounded));
  }
  MIRADOR_INLINE Value rate(const Value&) const { return rate_; }

 private:
  static constexpr double unbounded = 1e300;

  double log_arms_;
  Value gap_, rate_;
};

/// Lazy mirror ascent, sampling/lma.hpp. The weights are stored unnormalised (their scale cancels
/// in the sub-gradient) and the deficits up to a constant common to all arms (it cancels in the
/// argmax).
template <class L, class Learner>
class MirrorAscent {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;

  MIRADOR_HD MirrorAscent(const L& arms, const RuleJob& rule)
      : learner_(arms, rule), clip_(rule.clip), gains_(arms), weights_(arms), deficits_(arms) {}

  MIRADOR_IN_PLACE void start(const L& arms, int lane) {
    arms.for_each_arm([&](int a) {
      arms.set_of(gains_, a, lane, 0.0);
      arms.set_of(weights_, a, lane, 1.0);
      arms.set_of(deficits_, a, lane, 0.0);
    });
    const double count = static_cast<double>(arms.arms());
    set(inverse_root_, lane, 1.0 / sqrt(count));
    set(scale_, lane, 1.0 / count);
    learner_.start(lane);
  }

  template <class Problem, class Keys>
  MIRADOR_INLINE Value next(const L& arms, const Problem&, const Statistics<L>&,
                            const Randomness<Value, Keys>&) const {
    return arms.argmax_beyond(Value(1e-9), [&](int i) MIRADOR_LAMBDA { return deficits_[i]; }).arm;
  }

  /// Learns the sub-gradient at the current weights.
  template <class Problem>
  MIRADOR_INLINE void observe(const L& arms, const Problem& problem, const Statistics<L>& data) {
    Alternative<Value> closest = problem.against(arms, data, weights_);
    if (clip_ < infinity) {
      const Value ceiling = Value(clip_) * (data.total * inverse_root_);
      closest.gain_first = min(closest.gain_first, ceiling);
      closest.gain_second = min(closest.gain_second, ceiling);
    }
    learner_.learn(arms, closest, weights_, scale_);
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot gain =
          select(arms.index(i) == closest.first, Slot(closest.gain_first),
                 select(arms.index(i) == closest.second, Slot(closest.gain_second), Slot(0.0)));
      gains_[i] = gains_[i] + gain;
    });
  }

  /// Computes the next weights and adds them to the deficits.
  template <class Problem>
  MIRADOR_INLINE void settle(const L& arms, const Problem&, const Statistics<L>& data,
                             const Value& arm) {
    const Value uniform = Value(0.25) * inverse_root_;
    inverse_root_ = Value(1.0) / sqrt(data.total + Value(1.0));
    const Value rate = learner_.rate(inverse_root_);
    const Value top = arms.largest([&](int i) MIRADOR_LAMBDA { return gains_[i]; });
    arms.transform(gains_, weights_, [&](const auto& gains) MIRADOR_LAMBDA {
      return exp_of_loss(L::like(gains, rate) * (gains - L::like(gains, top)));
    });
    scale_ = Value(1.0) / arms.sum([&](int i) MIRADOR_LAMBDA { return weights_[i]; });
    const Value share = (Value(1.0) - uniform) * scale_;
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot aimed = fma(Slot(share), weights_[i], deficits_[i]);
      deficits_[i] = select(arms.index(i) == arm, aimed - Slot(1.0), aimed);
    });
  }

 private:
  Learner learner_;
  double clip_;
  Array gains_, weights_, deficits_;
  Value inverse_root_;  // 1/√t
  Value scale_;         // 1/Σ weights
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
