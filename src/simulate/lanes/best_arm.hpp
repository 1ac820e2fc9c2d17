#pragma once

#include "best_arm_judge.hpp"
#include "family.hpp"
#include "statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// F(N, m) in one lane, and its minimising rival.
struct NearestRival {
  double value = infinity;
  int rival = -1;

  MIRADOR_HD void consider(double other, int arm) {
    if (other < value) value = other, rival = arm;
  }
};

/// The closest alternative at some weights: the arms it moves (`first` is -1 if it moves only one)
/// and the sub-gradient there, which is 0 for all other arms.
template <class Value>
struct Alternative {
  Value first, second;
  Value gain_first, gain_second;
};

/// As problem/best_arm.hpp. `find` must be called after every change of the data:
///   - reaches(least_value): is F(N, m) >= least_value?
///   - against(weights): the closest alternative at other weights
///   - challenge(least): the arm with the largest sub-gradient at the counts, otherwise the least
///     pulled
template <class L, class Family>
class BestArm;

/// Gaussian arms. With `find_rival` the closest rival at the counts is found at once, which also
/// gives F; without it F >= least value is compared for every arm, which is cheaper.
template <class L, bool find_rival>
class GaussianBestArm {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;
  using Data = Statistics<L>;

  MIRADOR_HD GaussianBestArm(const L&, const GaussianArms& family, double /*level*/)
      : half_precision_(family.half_precision), precision_(1.0 / family.half_precision) {}

  MIRADOR_INLINE void find(const L& arms, const Data& data) {
    leader_ = arms.argmax([&](int i) MIRADOR_LAMBDA { return data.means[i]; });
    inverse_ = arms.pick(data.inverses, leader_.arm);
    if constexpr (find_rival) rival_ = closest_rival(arms, data);
  }
  MIRADOR_INLINE Value leader() const { return leader_.arm; }

  /// F(N, m) in one lane.
  MIRADOR_IN_PLACE NearestRival closest_of(const L& arms, const Data& data, int lane) const {
    const double best = get(leader_.arm, lane), top = get(leader_.score, lane);
    const double inverse = get(inverse_, lane);
    NearestRival closest;
    arms.for_each_arm([&](int a) {
      const double gap = top - arms.get_of(data.means, a, lane);
      const double value = gap * gap / (inverse + arms.get_of(data.inverses, a, lane));
      if (a != best) closest.consider(value * half_precision_, a);
    });
    return closest;
  }
  /// Does mixture stopping stop in this lane?
  template <class Guard>
  MIRADOR_IN_PLACE bool settled(const Measured& data, int lane, Need need, Guard& guard) const {
    const double sigma = sqrt(0.5 * precision_);
    return best_arm_settled(GaussianTerms{sigma}, data, static_cast<int>(get(leader_.arm, lane)),
                            true, need, guard);
  }
  /// Another answer needs other claims.
  MIRADOR_INLINE auto guard_serves(const Value& answer) const { return leader_.arm == answer; }

  /// Without a quotient: (m_i - m_a)² against 2σ² least value (1/N_i + 1/N_a).
  MIRADOR_INLINE auto reaches(const L& arms, const Data& data, const Value& least_value) const {
    const Value bar = least_value * Value(precision_);
    if constexpr (find_rival) {
      return rival_.above >= bar * rival_.below;
    } else {
      return arms.all_of([&](int i) MIRADOR_LAMBDA {
        return (squared_gap(data, i) >= Slot(bar) * (Slot(inverse_) + data.inverses[i])) |
               (arms.index(i) == leader_.arm);
      });
    }
  }

  MIRADOR_INLINE Alternative<Value> against(const L& arms, const Data& data,
                                            const Array& weights) const {
    const Value weight = arms.pick(weights, leader_.arm);
    // The factor w_i is common to all rivals.
    const Value rival =
        arms.argmin_ratio(
                leader_.arm,
                [&](int i) MIRADOR_LAMBDA { return weights[i] * squared_gap(data, i); },
                [&](int i) MIRADOR_LAMBDA { return Slot(weight) + weights[i]; })
            .arm;
    const Value other = arms.pick(weights, rival);
    const Value share = other / (weight + other), rest = Value(1.0) - share;
    const Value gap = leader_.score - arms.pick(data.means, rival);
    const Value scaled = gap * gap * Value(half_precision_);
    return {leader_.arm, rival, scaled * (share * share), scaled * (rest * rest)};
  }

  MIRADOR_INLINE Value rival_at_counts(const L& arms, const Data& data) const {
    return closest_rival(arms, data).arm;
  }
  /// g_i > g_a where N_a > N_i; ties go to the lowest index. Without a gap there is no gradient.
  MIRADOR_INLINE Value challenge(const L& arms, const Data& data, const Value& least) const {
    const Ratio<Value> rival = find_rival ? rival_ : closest_rival(arms, data);
    const Value inverse = arms.pick(data.inverses, rival.arm);
    const Value first = min(leader_.arm, rival.arm);
    const Value chosen =
        select(inverse_ > inverse, leader_.arm, select(inverse > inverse_, rival.arm, first));
    return select(rival.above > Value(0.0), chosen, least);
  }

 private:
  MIRADOR_INLINE Ratio<Value> closest_rival(const L& arms, const Data& data) const {
    return arms.argmin_ratio(
        leader_.arm, [&](int i) MIRADOR_LAMBDA { return squared_gap(data, i); },
        [&](int i) MIRADOR_LAMBDA { return Slot(inverse_) + data.inverses[i]; });
  }
  MIRADOR_INLINE Slot squared_gap(const Data& data, int i) const {
    const Slot gap = Slot(leader_.score) - data.means[i];
    return gap * gap;
  }

  double half_precision_, precision_;
  Scored<Value> leader_;
  Value inverse_;
  Ratio<Value> rival_;
};

template <class L>
class BestArm<L, GaussianArms> : public GaussianBestArm<L, false> {
 public:
  using GaussianBestArm<L, false>::GaussianBestArm;
};

template <class L>
class BestArm<L, BernoulliArms> {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;
  using Data = Statistics<L>;

  MIRADOR_HD BestArm(const L&, const BernoulliArms& family, double /*level*/) : family_(family) {}

  MIRADOR_INLINE void find(const L& arms, const Data& data) {
    const Slot heading(family_.lowest ? -1.0 : 1.0);
    leader_ = arms.argmax([&](int i) MIRADOR_LAMBDA { return heading * data.means[i]; });
    leader_.score = arms.pick(data.means, leader_.arm);
    pulls_ = arms.pick(data.counts, leader_.arm);
  }
  MIRADOR_INLINE Value leader() const { return leader_.arm; }
  MIRADOR_HD const BernoulliArms& family() const { return family_; }

  /// F(N, m) in one lane.
  MIRADOR_IN_PLACE NearestRival closest_of(const L& arms, const Data& data, int lane) const {
    const double best = get(leader_.arm, lane), top = get(leader_.score, lane);
    const double pulls = get(pulls_, lane);
    NearestRival closest;
    arms.for_each_arm([&](int a) {
      if (a == best) return;
      const double other = arms.get_of(data.counts, a, lane);
      const double mean = arms.get_of(data.means, a, lane);
      const double theta = meeting(pulls, top, other, mean);
      const double value =
          pulls * family_.divergence(top, theta) + other * family_.divergence(mean, theta);
      closest.consider(value, a);
    });
    return closest;
  }
  template <class Guard>
  MIRADOR_IN_PLACE bool settled(const Measured& data, int lane, Need need, Guard& guard) const {
    return best_arm_settled(BernoulliTerms{}, data, static_cast<int>(get(leader_.arm, lane)),
                            !family_.lowest, need, guard);
  }
  MIRADOR_INLINE auto guard_serves(const Value& answer) const { return leader_.arm == answer; }

  MIRADOR_INLINE auto reaches(const L& arms, const Data& data, const Value& least_value) const {
    return arms.all_of([&](int i) MIRADOR_LAMBDA {
      const auto own = arms.index(i) == leader_.arm;
      return (cost(Slot(pulls_), data.counts[i], data.means[i]) >= Slot(least_value)) | own;
    });
  }

  MIRADOR_INLINE Alternative<Value> against(const L& arms, const Data& data,
                                            const Array& weights) const {
    const Value weight = arms.pick(weights, leader_.arm);
    const Value rival = closest_rival(arms, data, weight, weights);
    const Value other = arms.pick(weights, rival), mean = arms.pick(data.means, rival);
    const Value theta = meeting(weight, leader_.score, other, mean);
    return {leader_.arm, rival, family_.divergence(leader_.score, theta),
            family_.divergence(mean, theta)};
  }

  MIRADOR_INLINE Value challenge(const L& arms, const Data& data, const Value& least) const {
    const Value rival = closest_rival(arms, data, pulls_, data.counts);
    const Value mean = arms.pick(data.means, rival);
    const Value theta = meeting(pulls_, leader_.score, arms.pick(data.counts, rival), mean);
    const Value of_leader = family_.divergence(leader_.score, theta);
    const Value of_rival = family_.divergence(mean, theta);
    // As sampling/frank_wolfe.hpp compares: in the order of the arms, with a tolerance for
    // rounding.
    const auto swapped = rival < leader_.arm;
    const Value lower = select(swapped, of_rival, of_leader);
    const Value upper = select(swapped, of_leader, of_rival);
    const auto second = upper > lower + Value(1e-9) * lower;
    const Value low_arm = min(leader_.arm, rival), high_arm = max(leader_.arm, rival);
    return select(max(lower, upper) > Value(0.0), select(second, high_arm, low_arm), least);
  }

 private:
  /// The cheapest common mean; see problem/pair_cost.hpp.
  template <class V>
  MIRADOR_INLINE static V meeting(const V& weight, const V& mean, const V& other,
                                  const V& other_mean) {
    const V theta = mean + (other_mean - mean) * (other / (weight + other));
    const auto inside = (theta > V(0.0)) & (theta < V(1.0));
    return select(inside, theta, theta + V(1e-12) * ((mean - theta) + (other_mean - theta)));
  }
  MIRADOR_INLINE Slot cost(const Slot& weight, const Slot& other, const Slot& mean) const {
    const Slot top(leader_.score), theta = meeting(weight, top, other, mean);
    return weight * family_.divergence(top, theta) + other * family_.divergence(mean, theta);
  }
  MIRADOR_INLINE Value closest_rival(const L& arms, const Data& data, const Value& weight,
                                     const Array& weights) const {
    return arms
        .argmin([&](int i) MIRADOR_LAMBDA {
          const Slot value = cost(Slot(weight), weights[i], data.means[i]);
          return select(arms.index(i) == leader_.arm, Slot(infinity), value);
        })
        .arm;
  }

  BernoulliArms family_;
  Scored<Value> leader_;  // with its mean
  Value pulls_;
};

/// The problem for a rule that needs the rival at the counts in every step.
template <class Problem>
struct WithRival {
  using type = Problem;
};
template <class L>
struct WithRival<BestArm<L, GaussianArms>> {
  using type = GaussianBestArm<L, true>;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
