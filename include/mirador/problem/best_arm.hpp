#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "mirador/core/argmax.hpp"
#include "mirador/problem/pair_claims.hpp"
#include "mirador/problem/problem.hpp"
#include "mirador/problem/role.hpp"

namespace mirador {

/// Which arm has the highest (or lowest) mean? S_i = {λ : λ_i > λ_a for all a != i}, and
///   F(w,m) = min over a != i of w_i d(m_i,θ) + w_a d(m_a,θ),  θ the weighted mean of i and a.
/// With a margin ε every rival must be settled, as no better than the answer or as within ε of it:
///   F(w,m) = min over a of the cost of contradicting the easier claim (pair_claims.hpp),
/// and every arm less than ε below the best is a correct answer. If an answer within ε of the best
/// is good enough, S_i = {λ : λ_i > λ_a - ε for all a != i}, and
///   F(w,m) = min over a != i of min over θ of w_i d(m_i,θ-ε) + w_a d(m_a,θ).
/// `rival` is the arm a. O(K) per call.
template <Family F>
class BestArm {
 public:
  using FamilyType = F;
  using Answer = Arm;
  using Scratch = NoScratch;

  /// Throws InputError for fewer than two arms.
  BestArm(F family, std::size_t arms, Ranking ranking = {})
      : family_(family), arms_(checked_arms(arms)), ranking_(ranking) {}

  const F& family() const { return family_; }
  std::size_t arms() const { return arms_; }

  const Ranking& ranking() const { return ranking_; }
  double margin() const { return ranking_.margin; }
  double good_enough() const { return ranking_.good_enough; }
  /// The same with another margin.
  BestArm with_margin(double margin) const {
    return BestArm(family_, arms_, Ranking(ranking_.direction, margin, ranking_.good_enough));
  }
  /// The same with another number of arms.
  BestArm with_arms(std::size_t arms) const { return BestArm(family_, arms, ranking_); }
  /// The mean with its sign chosen so that larger is better.
  double score(double mean) const { return ranking_.score(mean); }

  /// The arm whose mean is best; ties go to the lowest index.
  Arm best(std::span<const double> means) const {
    return argmax(arms_, [&](Arm a) { return score(means[a]); });
  }

  void candidate(Point at, Answer& answer, Scratch&) const { answer = best(at.means); }

  Projection project(Answer candidate, Point at, std::span<double> lambda, Scratch&) const {
    // A local copy, because the compiler must assume that λ aliases a member.
    const BestArm self = *this;
    const PairClaims<F> claims(self.family_, self.ranking_);
    if (self.good_enough() > 0.0) {
      return self.closest_rival(candidate, at, lambda, [&](auto top, auto other) {
        return claims.against_good_enough(top, other);
      });
    }
    if (self.margin() == 0.0) {
      return self.closest_rival(candidate, at, lambda, [&](auto top, auto other) {
        return claims.against_better(top, other);
      });
    }
    return self.closest_rival(candidate, at, lambda, [&](auto top, auto other) {
      return claims.against_either(top, other);
    });
  }

  /// By how much the means of the answer and a rival must move towards each other to contradict the
  /// answer, given the answer's lead.
  double gap(double lead) const {
    return std::max(lead, margin() - std::abs(lead)) + good_enough();
  }

  /// Gaussian arms without a margin: g_a from the shares in which the gap to the rival is closed.
  /// This is more precise than computing θ, and equal weights have equal gradients.
  double pair_gradient(Answer answer, Arm rival, Arm a,
                       Point at) const requires std::same_as<F, Gaussian> {
    if ((a != answer && a != rival) || answer == rival) return 0.0;
    const double weight = at.weights[answer], other = at.weights[rival];
    const double gap = score(at.means[answer] - at.means[rival]) + good_enough();
    if (!(gap > 0.0)) return 0.0;
    const double share = weight + other > 0.0 ? other / (weight + other) : 0.5;
    const double moved = a == answer ? share : 1.0 - share;
    return family_.divergence(gap, 0.0) * (moved * moved);
  }

  /// The arm of the larger of the two, without computing them: g_a > g_b where w_a < w_b. The
  /// lowest index if they are equal; nothing if there is no gap, hence no gradient.
  std::optional<Arm> steepest(Answer answer, Arm rival,
                              Point at) const requires std::same_as<F, Gaussian> {
    if (!(score(at.means[answer] - at.means[rival]) + good_enough() > 0.0)) return std::nullopt;
    const double weight = at.weights[answer], other = at.weights[rival];
    if (weight == other) return std::min(answer, rival);
    return weight < other ? answer : rival;
  }

  bool contains(Answer answer, std::span<const double> means) const {
    for (Arm a = 0; a < arms_; ++a) {
      const double lead = score(means[answer] - means[a]);
      if (a != answer && !(lead > -std::max(margin(), good_enough()))) return false;
    }
    return true;
  }

  double contradiction(Answer, Arm i, Arm j, Point at) const {
    return PairClaims<F>(family_, ranking_)
        .against_better(weighted<F>(at, i), weighted<F>(at, j))
        .value;
  }
  /// A rival not proved to be no better was settled as within the margin.
  template <class Proved>
  void assign_roles(Answer answer, Proved&& proved, std::span<Role> out) const {
    for (Arm a = 0; a < arms_; ++a) {
      out[a] = a == answer ? Role::chosen : proved(answer, a) ? Role::ruled_out : Role::shares;
    }
  }
  bool claims_hold(Answer answer, std::span<const Role> roles,
                   std::span<const double> means) const {
    for (Arm a = 0; a < arms_; ++a) {
      const double lead = score(means[answer] - means[a]);
      if (roles[a] == Role::ruled_out && !(lead >= 0.0)) return false;
      if (roles[a] == Role::shares && !(std::abs(lead) <= margin())) return false;
    }
    return true;
  }

 private:
  /// The rival whose claim is cheapest to contradict, with the cost given by `against(top, rival)`.
  template <class Against>
  Projection closest_rival(Answer candidate, Point at, std::span<double> lambda,
                           Against&& against) const {
    const auto top = weighted<F>(at, candidate);
    PairMove cheapest{std::numeric_limits<double>::infinity(), 0.0, 0.0};
    Arm rival = candidate;
    for (Arm a = 0; a < arms_; ++a) {
      lambda[a] = at.means[a];
      if (a == candidate) continue;
      const PairMove move = against(top, weighted<F>(at, a));
      if (move.value < cheapest.value) {
        cheapest = move;
        rival = a;
      }
    }
    lambda[candidate] = cheapest.first;
    lambda[rival] = cheapest.second;
    return {cheapest.value, rival};
  }

  F family_;
  std::size_t arms_;
  Ranking ranking_;
};

}  // namespace mirador
