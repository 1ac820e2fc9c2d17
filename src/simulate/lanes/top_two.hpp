#pragma once

#include "best_arm.hpp"
#include "draws.hpp"
#include "job.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Top-two Thompson sampling, explained in sampling/top_two.hpp. Replications whose draw was
/// accepted wait unchanged for the others.
template <class L>
class TopTwo {
 public:
  using Value = typename L::Value;
  using Slot = typename L::Slot;
  using Array = typename L::Array;
  using Data = Statistics<L>;

  MIRADOR_HD TopTwo(const L& arms, const RuleJob& rule)
      : sigma_(rule.sigma),
        means_(arms),
        spreads_(arms),
        values_(arms),
        overtakes_(arms),
        uniforms_(arms),
        normals_(arms) {}
  MIRADOR_HD void start(const L&, int) {}

  template <class Problem, class Keys>
  MIRADOR_INLINE Value next(const L& arms, const Problem& problem, const Data& data,
                            const Randomness<Value, Keys>& randomness) {
    take_posterior(arms, data);
    draw_uniforms(arms, data.total, randomness, 0);
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      normals_[i] = simd::normal_quantile(uniforms_[i]);
      values_[i] = drawn(i);
    });
    const Scored<Value> leader = arms.argmax([&](int i) MIRADOR_LAMBDA { return values_[i]; });
    const Challenge again = challenge(arms, problem, data, randomness, leader.arm);
    const Value before = arms.pick(values_, again.arm);
    const Value lost = leader.score - again.leader_value, gained = before - again.value;
    return select(lost * lost > gained * gained, leader.arm, again.arm);
  }
  template <class Problem>
  MIRADOR_INLINE void observe(const L&, const Problem&, const Data&) {}
  template <class Problem>
  MIRADOR_INLINE void settle(const L&, const Problem&, const Data&, const Value&) {}

 private:
  static constexpr int attempts = 1000;
  static constexpr double smallest_probability = 1e-290;

  /// The second draw: the arm that beats the leader, and the values of the two.
  struct Challenge {
    Value arm, leader_value, value;
  };

  MIRADOR_INLINE void take_posterior(const L& arms, const Data& data) {
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot inverse = Slot(1.0) / (data.counts[i] + Slot(1.0));
      means_[i] = data.sums[i] * inverse;
      spreads_[i] = Slot(sigma_) * sqrt(inverse);
    });
  }
  /// The posterior value of an arm for a standard normal.
  MIRADOR_INLINE Slot drawn(int i) const { return fma(spreads_[i], normals_[i], means_[i]); }

  /// The uniforms of the n-th draw of all arms: numbers nK, nK + 1, ... of the round.
  template <class Keys>
  MIRADOR_INLINE void draw_uniforms(const L& arms, const Value& round,
                                    const Randomness<Value, Keys>& randomness, int n) {
    PhiloxBlock<Value> pair{};
    arms.for_each_arm([&](int a) MIRADOR_LAMBDA {
      const int k = n * arms.arms() + a;
      if (a == 0 || k % 2 == 0) {
        pair = randomness.rule_pair(round, static_cast<std::uint64_t>(k / 2));
      }
      const Value u = k % 2 == 0 ? open_uniform<Value>(pair.word[0], pair.word[1])
                                 : open_uniform<Value>(pair.word[2], pair.word[3]);
      arms.set_arm(uniforms_, a, u);
    });
  }

  template <class Problem, class Keys>
  MIRADOR_INLINE Challenge challenge(const L& arms, const Problem& problem, const Data& data,
                                     const Randomness<Value, Keys>& randomness,
                                     const Value& leader) {
    const Value mean = arms.pick(means_, leader), spread = arms.pick(spreads_, leader);
    const Value variance = spread * spread;
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot both = fma(spreads_[i], spreads_[i], Slot(variance));
      const Slot p = simd::normal_cdf((means_[i] - Slot(mean)) / sqrt(both));
      const auto possible = (p >= Slot(smallest_probability)) & !(arms.index(i) == leader);
      overtakes_[i] = select(possible, p, Slot(0.0));
    });
    const Value total = arms.sum([&](int i) MIRADOR_LAMBDA { return overtakes_[i]; });
    Challenge out{leader, Value(0.0), Value(0.0)};
    auto open = total > Value(0.0);
    const auto impossible = !open;
    const auto common = total > Value(1.0);  // upsets are common: no overtaker need be chosen
    for (int n = 1; any(open) && n < 2 * attempts; n += 2) {
      const PhiloxBlock<Value> pair =
          randomness.rule_pair(data.total, static_cast<std::uint64_t>((n + 1) * arms.arms() / 2));
      const Value to_choose = open_uniform<Value>(pair.word[0], pair.word[1]);
      const Value to_accept = open_uniform<Value>(pair.word[2], pair.word[3]);
      draw_uniforms(arms, data.total, randomness, n);
      const Value arm = select(common, Value(-1.0), overtaker(arms, to_choose * total));
      Value overtakers;
      const Challenge drawn = overtaken(arms, {mean, spread, leader}, arm, overtakers);
      const auto counted_once = (overtakers == Value(1.0)) | (to_accept * overtakers < Value(1.0));
      const auto accepted = (overtakers > Value(0.0)) & (common | counted_once);
      out = {select(open, drawn.arm, out.arm), select(open, drawn.leader_value, out.leader_value),
             select(open, drawn.value, out.value)};
      open = open & !accepted;
    }
    if (any(impossible)) {
      const Challenge stand_in = closest(arms, problem, data, leader);
      out = {select(impossible, stand_in.arm, out.arm),
             select(impossible, stand_in.leader_value, out.leader_value),
             select(impossible, stand_in.value, out.value)};
    }
    return out;
  }

  /// The last arm that the sum of probabilities reaches without passing the target.
  MIRADOR_INLINE Value overtaker(const L& arms, const Value& target) const {
    Value arm(0.0), sum(0.0);
    arms.for_each_arm([&](int a) MIRADOR_LAMBDA {
      const Value p = arms.get_arm(overtakes_, a);
      const auto reached = (sum <= target) & (p > Value(0.0));
      arm = select(reached, Value(static_cast<double>(a)), arm);
      sum = sum + p;
    });
    return arm;
  }

  struct Leader {
    Value mean, spread, arm;
  };

  /// All means given that `arm` beats the leader: first the gap from its truncated law, then the
  /// leader given the gap, then the others. With -1 for `arm` all means unconditionally. Counts the
  /// arms that beat the leader.
  MIRADOR_INLINE Challenge overtaken(const L& arms, const Leader& leader, const Value& arm,
                                     Value& overtakers) {
    const auto chosen = arm >= Value(0.0);
    const Value variance = leader.spread * leader.spread;
    const Value spread = arms.pick(spreads_, arm), other = spread * spread;
    const Value both = variance + other, gap_mean = arms.pick(means_, arm) - leader.mean;
    const Value p = select(chosen, arms.pick(overtakes_, arm), Value(1.0));
    arms.for_each([&](int i) MIRADOR_LAMBDA {
      const Slot u = uniforms_[i];
      normals_[i] = simd::normal_quantile(select(arms.index(i) == leader.arm, u * Slot(p), u));
    });
    const Value z = arms.pick(normals_, leader.arm), noise = arms.pick(normals_, arm);
    const Value excess = -(sqrt(both) * z);
    const Value gap = max(gap_mean + excess, Value(0.0)), share = variance / both;
    const Value leader_value =
        select(chosen, fma(sqrt(share * other), noise, leader.mean - share * excess),
               fma(leader.spread, z, leader.mean));
    const Value own = select(chosen, leader_value + gap, Value(-infinity));
    const auto value = [&](int i) MIRADOR_LAMBDA {
      const auto fixed = (arms.index(i) == leader.arm) | (arms.index(i) == arm);
      return select(fixed, Slot(-infinity), drawn(i));
    };
    const Scored<Value> best = arms.argmax(value);
    overtakers = select(chosen, Value(1.0), Value(0.0)) + arms.sum([&](int i) MIRADOR_LAMBDA {
      return select(value(i) > Slot(leader_value), Slot(1.0), Slot(0.0));
    });
    const auto beaten = best.score > own;
    return {select(beaten, best.arm, arm), leader_value, select(beaten, best.score, own)};
  }

  /// If the leader is certain in double precision: uses the closest alternative.
  template <class Problem>
  MIRADOR_INLINE Challenge closest(const L& arms, const Problem& problem, const Data& data,
                                   const Value& leader) const {
    const Value best = problem.leader(), rival = problem.rival_at_counts(arms, data);
    const Value one = arms.pick(data.means, best), two = arms.pick(data.means, rival);
    const Value pulls = arms.pick(data.counts, rival);
    const Value share = pulls / (arms.pick(data.counts, best) + pulls);
    const Value theta = one + (two - one) * share;
    const auto moved = (leader == best) | (leader == rival);
    return {select(leader == best, rival, best),
            select(moved, theta, arms.pick(data.means, leader)), theta};
  }

  double sigma_;
  Array means_, spreads_;  // of the posterior
  Array values_;           // the first draw
  Array overtakes_;        // probabilities to beat the leader
  Array uniforms_, normals_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
