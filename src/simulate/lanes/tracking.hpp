#pragma once

#include "draws.hpp"
#include "exploration.hpp"
#include "job.hpp"
#include "mirador/bound/best_arm_meetings.hpp"
#include "thresholding.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Optimal weights for the data, unnormalised, and their sum; bound/ has the mathematics.
template <class L, class Problem>
class Optimum;

/// bound/best_arm_weights.hpp. Lanes that have converged wait unchanged for the others.
template <class L>
class Optimum<L, BestArm<L, GaussianArms>> {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;

  MIRADOR_HD explicit Optimum(const L& arms)
      : highest_(1.0 + sqrt(static_cast<double>(arms.arms() - 1))), ratios_(arms), weights_(arms) {}
  MIRADOR_HD void start(const L&, int lane) { set(zeta_, lane, 2.0); }

  MIRADOR_INLINE void solve(const L& arms, const BestArm<L, GaussianArms>& problem,
                            const Statistics<L>& data) {
    const Value leader = problem.leader(), top = arms.pick(data.means, leader);
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot gap = Slot(top) - data.means[i];
      ratios_[i] = select(arms.index(i) == leader, Slot(infinity), gap * gap);
    });
    const Value smallest = arms.smallest([&](int i) MIRADOR_LAMBDA { return ratios_[i]; });
    const auto tied = smallest < Value(least_square);
    const Value scale = Value(1.0) / select(tied, Value(1.0), smallest);
    // The leader's own ratio: so large that it contributes nothing to the sums, and finite.
    arms.for_each([&](int i)
                      MIRADOR_LAMBDA { ratios_[i] = min(ratios_[i] * Slot(scale), Slot(1e100)); });
    if (any(tied)) break_ties(arms, tied);
    find_root(arms, tied);
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot x = Slot(1.0) / fma(Slot(zeta_), ratios_[i], Slot(-1.0));
      weights_[i] = select(arms.index(i) == leader, Slot(1.0), x);
    });
    if (any(tied)) share_among_ties(arms, leader, tied);
    total_ = arms.sum([&](int i) MIRADOR_LAMBDA { return weights_[i]; });
  }
  MIRADOR_INLINE const Array& weights() const { return weights_; }
  MIRADOR_INLINE const Value& total() const { return total_; }

 private:
  static constexpr double least_square = 1e-300;

  MIRADOR_INLINE void find_root(const L& arms, const Mask<Value>& tied) {
    auto active = !tied;
    for (int step = 0; step < 100 && any(active); ++step) {
      Value squares(0.0), slope(0.0);
      const Value zeta = zeta_;
      squares = arms.sum([&](int i) MIRADOR_LAMBDA {
        const Slot x = Slot(1.0) / fma(Slot(zeta), ratios_[i], Slot(-1.0));
        weights_[i] = x;
        return x * x;
      });
      slope = arms.sum([&](int i) MIRADOR_LAMBDA {
        const Slot x = weights_[i];
        return ratios_[i] * x * (x * x);
      });
      const Value root = zeta + squares * (sqrt(squares) - Value(1.0)) / slope;
      const Value next = min(max(root, Value(2.0)), Value(highest_));
      zeta_ = select(active, next, zeta);
      active = active & (abs(next - zeta) > Value(1e-9) * next);
    }
  }
  /// Ratios of lanes with a tie are not used; 1 avoids infinities.
  MIRADOR_INLINE void break_ties(const L& arms, const Mask<Value>& tied) {
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot mark = select(ratios_[i] < Slot(least_square), Slot(0.0), Slot(1.0));
      ratios_[i] = arms.choose(tied, mark, ratios_[i]);
    });
  }
  MIRADOR_INLINE void share_among_ties(const L& arms, const Value& leader,
                                       const Mask<Value>& tied) {
    const Value ties = arms.sum([&](int i) MIRADOR_LAMBDA { return Slot(1.0) - ratios_[i]; });
    const Value share = Value(1.0) / sqrt(ties);
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot tie = select(ratios_[i] == Slot(0.0), Slot(share), Slot(0.0));
      const Slot own = select(arms.index(i) == leader, Slot(1.0), tie);
      weights_[i] = arms.choose(tied, own, weights_[i]);
    });
  }
  double highest_;
  Value zeta_, total_;
  Array ratios_, weights_;
};

/// As bound/best_arm_meetings.hpp, lane by lane: the nested searches differ too much between lanes
/// to run side by side.
template <class L>
class Optimum<L, BestArm<L, BernoulliArms>> {
 public:
  using Value = typename L::Value;
  using Array = typename L::Array;

  MIRADOR_HD explicit Optimum(const L& arms)
      : means_(arms), x_(arms), shares_(arms), starts_(arms), weights_(arms) {}
  MIRADOR_HD void start(const L& arms, int lane) {
    set(t_, lane, 1.0);
    arms.for_each_arm([&](int a) { arms.set_of(starts_, a, lane, 1.0); });
  }

  MIRADOR_RARE void solve(const L& arms, const BestArm<L, BernoulliArms>& problem,
                          const Statistics<L>& data) {
    for (int lane = 0; lane < Traits<Value>::width; ++lane) {
      solve_lane(arms, problem, data, lane);
    }
    total_ = arms.sum([&](int i) MIRADOR_LAMBDA { return weights_[i]; });
  }
  MIRADOR_INLINE const Array& weights() const { return weights_; }
  MIRADOR_INLINE const Value& total() const { return total_; }

 private:
  MIRADOR_HD void solve_lane(const L& arms, const BestArm<L, BernoulliArms>& problem,
                             const Statistics<L>& data, int lane) {
    const BernoulliArms& family = problem.family();
    double t = get(t_, lane);
    arms.for_each_arm([&](int a) {
      means_.number[a] = arms.get_of(data.means, a, lane);
      x_.number[a] = arms.get_of(starts_, a, lane);
    });
    BestArmMeetings<BernoulliArms>(family, static_cast<std::size_t>(arms.arms()),
                                   family.lowest ? -1.0 : 1.0)
        .solve(static_cast<std::size_t>(get(problem.leader(), lane)), means_.number, t, x_.number,
               shares_.number);
    arms.for_each_arm([&](int a) {
      arms.set_of(starts_, a, lane, x_.number[a]);
      arms.set_of(weights_, a, lane, shares_.number[a]);
    });
    set(t_, lane, t);
  }

  typename L::Numbers means_, x_, shares_;  // of one replication
  Value t_, total_;
  Array starts_, weights_;
};

/// bound/level_weights.hpp: w_a ∝ 1/d_a, or equal weights for the arms on the level.
template <class L, class Family>
class Optimum<L, Thresholding<L, Family>> {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;

  MIRADOR_HD explicit Optimum(const L& arms) : weights_(arms) {}
  MIRADOR_HD void start(const L&, int) {}

  MIRADOR_INLINE void solve(const L& arms, const Thresholding<L, Family>& problem,
                            const Statistics<L>&) {
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      weights_[i] = Slot(1.0) / max(problem.distances()[i], Slot(least_distance));
    });
    total_ = arms.sum([&](int i) MIRADOR_LAMBDA { return weights_[i]; });
  }
  MIRADOR_INLINE const Array& weights() const { return weights_; }
  MIRADOR_INLINE const Value& total() const { return total_; }

 private:
  /// Below this distance a mean counts as on the level; such arms share all the weight.
  static constexpr double least_distance = 1e-300;

  Value total_;
  Array weights_;
};

/// Direct tracking, sampling/direct_tracking.hpp.
template <class L, class Problem>
class Tracking {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;

  MIRADOR_HD Tracking(const L& arms, const RuleJob&) : optimum_(arms) {}
  MIRADOR_HD void start(const L& arms, int lane) { optimum_.start(arms, lane); }

  template <class Keys>
  MIRADOR_INLINE Value next(const L& arms, const Problem&, const Statistics<L>& data,
                            const Randomness<Value, Keys>&) const {
    const Forcing<L> forcing(arms, data);
    const Value scale = data.total / optimum_.total();
    const Value chosen =
        arms.argmax_beyond(Value(1e-9) * data.total,
                           [&](int i) MIRADOR_LAMBDA {
                             return fma(Slot(scale), optimum_.weights()[i], -data.counts[i]);
                           })
            .arm;
    return select(forcing.forced, forcing.least, chosen);
  }
  MIRADOR_INLINE void observe(const L& arms, const Problem& problem, const Statistics<L>& data) {
    optimum_.solve(arms, problem, data);
  }
  MIRADOR_INLINE void settle(const L&, const Problem&, const Statistics<L>&, const Value&) {}

 private:
  Optimum<L, Problem> optimum_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
