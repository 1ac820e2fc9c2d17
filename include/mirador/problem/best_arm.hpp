#pragma once

#include <algorithm>
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

  BestArm(F family, std::size_t arms, Direction direction = Direction::highest)
      : family_(family), arms_(arms), sign_(direction == Direction::highest ? 1.0 : -1.0) {}

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
    const WeightedMean top{at.weights[candidate], at.means[candidate]};
    double value = std::numeric_limits<double>::infinity();
    double theta = top.mean;
    Arm rival = candidate;
    for (Arm a = 0; a < arms_; ++a) {
      if (a == candidate) continue;
      const WeightedMean other{at.weights[a], at.means[a]};
      // An arm that is already better costs nothing to make better.
      const PairCost cost = score(top.mean - other.mean) > 0.0 ? pair_cost(family_, top, other)
                                                               : PairCost{0.0, top.mean};
      if (cost.value < value) {
        value = cost.value;
        theta = cost.theta;
        rival = a;
      }
    }
    std::copy(at.means.begin(), at.means.end(), lambda.begin());
    if (score(top.mean - at.means[rival]) > 0.0) lambda[candidate] = lambda[rival] = theta;
    return {value, rival};
  }

  bool contains(Answer answer, std::span<const double> means) const {
    for (Arm a = 0; a < arms_; ++a) {
      if (a != answer && !(score(means[answer] - means[a]) > 0.0)) return false;
    }
    return true;
  }

 private:
  F family_;
  std::size_t arms_;
  double sign_;
};

}  // namespace mirador
