#pragma once

#include <limits>

#include "mirador/core/argmax.hpp"
#include "mirador/problem/pair_cost.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {

/// Which arm has the highest (or lowest) mean? S_i = {λ : λ_i > λ_a for all a != i}, and
///   F(w,m) = min over a != i of w_i d(m_i,θ) + w_a d(m_a,θ),  θ the weighted mean of i and a.
/// `rival` is the arm a. O(K) a call. Not supported yet: a margin.
template <Family F>
class BestArm {
 public:
  using FamilyType = F;
  using Answer = Arm;
  using Scratch = NoScratch;

  /// Throws InputError for fewer than two arms.
  BestArm(F family, std::size_t arms, Direction direction = Direction::highest)
      : family_(family),
        arms_(checked_arms(arms)),
        sign_(direction == Direction::highest ? 1.0 : -1.0) {}

  const F& family() const { return family_; }
  std::size_t arms() const { return arms_; }

  /// A mean turned so that larger is better.
  double score(double mean) const { return sign_ * mean; }

  /// The arm whose mean is best; ties go to the lowest index.
  Arm best(std::span<const double> means) const {
    return argmax(arms_, [&](Arm a) { return score(means[a]); });
  }

  void candidate(Point at, Answer& answer, Scratch&) const { answer = best(at.means); }

  Projection project(Answer candidate, Point at, std::span<double> lambda, Scratch&) const {
    const BestArm self = *this;  // a local copy: λ might alias a member, for all the compiler knows
    const WeightedMean top{at.weights[candidate], at.means[candidate]};
    PairCost cheapest{std::numeric_limits<double>::infinity(), top.mean};
    Arm rival = candidate;
    for (Arm a = 0; a < self.arms_; ++a) {
      lambda[a] = at.means[a];
      if (a == candidate) continue;
      const PairCost cost = self.overtaking(top, {at.weights[a], at.means[a]});
      if (cost.value < cheapest.value) {
        cheapest = cost;
        rival = a;
      }
    }
    if (better(top.mean, at.means[rival])) lambda[candidate] = lambda[rival] = cheapest.theta;
    return {cheapest.value, rival};
  }

  bool contains(Answer answer, std::span<const double> means) const {
    for (Arm a = 0; a < arms_; ++a) {
      if (a != answer && !better(means[answer], means[a])) return false;
    }
    return true;
  }

 private:
  bool better(double one, double two) const { return score(one - two) > 0.0; }

  /// The cost of making `other` as good as `top`: nothing if it is already.
  PairCost overtaking(WeightedMean top, WeightedMean other) const {
    return better(top.mean, other.mean) ? pair_cost(family_, top, other) : PairCost{0.0, top.mean};
  }

  F family_;
  std::size_t arms_;
  double sign_;
};

}  // namespace mirador
