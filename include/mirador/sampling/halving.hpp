#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "mirador/sampling/sampling_rule.hpp"

namespace mirador {

/// The phases of sequential halving: how many of K arms are still in after t of N measurements.
/// There are L = ceil(log2 K) phases of N/L measurements each, with K, ceil(K/2),
/// ceil(ceil(K/2)/2),
/// ..., 2 arms. If the first pulls of every arm take longer than the first phase, it ends with
/// them, and the other phases share equally what is left.
class HalvingPhases {
 public:
  HalvingPhases(std::size_t arms, std::uint64_t first_pulls)
      : arms_(arms), first_pulls_(first_pulls) {
    for (std::size_t in = arms; in > 1; in = half(in)) ++phases_;
  }

  std::uint64_t phases() const { return phases_; }
  /// The number of measurements after which a phase, from 0, is over.
  std::uint64_t end_of(std::uint64_t phase, std::uint64_t budget) const {
    const std::uint64_t first = std::min(budget, std::max(first_pulls_, budget / phases_));
    return phase == 0 ? first : first + share(budget - first, phase, phases_ - 1);
  }
  /// The number of arms that are in after `total` measurements; 1 once the budget is spent.
  std::size_t arms_in(std::uint64_t total, std::uint64_t budget) const {
    std::size_t in = arms_;
    for (std::uint64_t phase = 0; phase < phases_ && total >= end_of(phase, budget); ++phase) {
      in = half(in);
    }
    return in;
  }

 private:
  static std::size_t half(std::size_t arms) { return arms - arms / 2; }
  /// n · part / parts, rounded down, without overflow.
  static std::uint64_t share(std::uint64_t n, std::uint64_t part, std::uint64_t parts) {
    return n / parts * part + n % parts * part / parts;
  }

  std::size_t arms_;
  std::uint64_t first_pulls_, phases_ = 0;
};

/// Sequential halving (Karnin, Koren and Somekh 2013), for an experiment that ends with its budget:
/// all arms share the first phase equally, the best half of them the second, and so on, and the
/// best two the last. Different from the paper, a mean uses all measurements of its arm, and an arm
/// that left comes back if it is among the best again; bench/budgets measured that this falls less
/// short.
///   - In each phase the least pulled arm that is in is next, so pulls become equal.
///   - How many arms are in follows from the measurements and the budget, so the budget may change
///   at
///     any time: a larger one brings back the next best arms.
///   - Open tickets count as pulls, and not towards the end of a phase.
///   - Without a budget the first phase does not end.
/// Best-arm only, arms of any family; O(K) per step, O(K log K) at the end of a phase. Nothing is
/// claimed for the answer (heuristic).
template <Problem P>
class SequentialHalving {
 public:
  explicit SequentialHalving(const P& problem)
      : phases_(problem.arms(), problem.arms() * P::FamilyType::least_pulls),
        order_(problem.arms()) {
    start({});
  }

  void start(RandomKey) {
    std::iota(order_.begin(), order_.end(), Arm{0});
    in_ = order_.size();
  }

  /// The least pulled of the arms that are in; the lowest index on ties.
  Arm next(const Standing<P>& standing) const {
    const std::size_t in = phases_.arms_in(standing.total(), standing.budget());
    const auto pulls = [&](Arm a) { return standing.counts()[a] + standing.pending()[a]; };
    Arm least = order_[0];
    for (std::size_t place = 1; place < in; ++place) {
      const Arm a = order_[place];
      if (pulls(a) < pulls(least) || (pulls(a) == pulls(least) && a < least)) least = a;
    }
    return least;
  }

  /// At the end of a phase, orders the arms: the best first.
  void observe(const Standing<P>& standing, Arm) {
    const std::size_t in = phases_.arms_in(standing.total(), standing.budget());
    if (in < in_) {
      const auto score = [&](Arm a) { return standing.problem().score(standing.means()[a]); };
      std::sort(order_.begin(), order_.end(),
                [&](Arm a, Arm b) { return score(a) != score(b) ? score(a) > score(b) : a < b; });
    }
    in_ = in;
  }

 private:
  HalvingPhases phases_;
  std::vector<Arm> order_;  // as at the end of the last phase; the first ones are in
  std::size_t in_ = 0;      // the number that were in after the last measurement
};

}  // namespace mirador
