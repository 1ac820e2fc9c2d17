#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "mirador/problem/pair_claims.hpp"
#include "mirador/problem/problem.hpp"
#include "mirador/problem/role.hpp"

namespace mirador {

/// Which m arms have the highest (or lowest) means? S_I = {λ : λ_i > λ_j for i in I, j not in I},
///   F(w,m) = min over i in I, j outside, of the cost of giving i and j a common mean.
/// With a margin ε every such pair must be settled, as "j is no better than i" or as "they are
/// within ε of each other" (pair_claims.hpp); sets that no exchange improves by ε are correct.
/// `rival` is the outsider j that enters. O(m (K-m)) per call.
template <Family F>
class TopM {
 public:
  using FamilyType = F;
  using Answer = ArmSet;
  using Scratch = std::vector<Arm>;

  struct Question {
    std::size_t arms;
    std::size_t top;
    Ranking ranking = {};
  };

  /// Throws InputError for fewer than two arms or m outside 1..K-1.
  TopM(F family, Question question) : family_(family), question_(question) {
    checked_arms(question.arms);
    if (question.top < 1 || question.top >= question.arms) {
      throw InputError("top: " + std::to_string(question.top) + " is outside 1.." +
                       std::to_string(question.arms - 1) + "; look for at least one of the " +
                       std::to_string(question.arms) + " arms and not for all");
    }
  }

  const F& family() const { return family_; }
  std::size_t arms() const { return question_.arms; }
  std::size_t top() const { return question_.top; }
  const Ranking& ranking() const { return question_.ranking; }
  double margin() const { return ranking().margin; }
  /// The same with another margin.
  TopM with_margin(double margin) const {
    return TopM(family_, {arms(), top(), Ranking(ranking().direction, margin)});
  }
  /// The mean with its sign chosen so that larger is better.
  double score(double mean) const { return ranking().score(mean); }

  /// Is the first mean strictly better?
  bool better(double one, double two) const { return score(one - two) > 0.0; }

  /// The m best means; ties go to the lowest index.
  void candidate(Point at, Answer& answer, Scratch& scratch) const {
    scratch.resize(arms());
    const std::span<Arm> order(scratch);
    std::iota(order.begin(), order.end(), Arm{0});
    const auto before = [&](Arm a, Arm b) {
      return better(at.means[a], at.means[b]) || (at.means[a] == at.means[b] && a < b);
    };
    const auto middle = order.begin() + static_cast<std::ptrdiff_t>(top());
    std::nth_element(order.begin(), middle, order.end(), before);
    answer.clear(arms());
    std::for_each(order.begin(), middle, [&](Arm a) { answer.insert(a); });
  }

  Projection project(const Answer& candidate, Point at, std::span<double> lambda,
                     Scratch& scratch) const {
    scratch.resize(arms());
    const std::span<Arm> order(scratch);
    const std::size_t inside = partition(candidate, order);
    const PairClaims<F> claims(family_, question_.ranking);
    PairMove cheapest{std::numeric_limits<double>::infinity(), 0.0, 0.0};
    Arm leaves = order[0], enters = order[inside];
    for (const Arm i : order.first(inside)) {
      for (const Arm j : order.subspan(inside)) {
        const PairMove move = claims.against_either(weighted<F>(at, i), weighted<F>(at, j));
        if (!(move.value < cheapest.value)) continue;
        cheapest = move;
        leaves = i;
        enters = j;
      }
    }
    std::copy(at.means.begin(), at.means.end(), lambda.begin());
    lambda[leaves] = cheapest.first;
    lambda[enters] = cheapest.second;
    return {cheapest.value, enters};
  }

  bool contains(const Answer& answer, std::span<const double> means) const {
    double worst_inside = std::numeric_limits<double>::infinity();
    double best_outside = -std::numeric_limits<double>::infinity();
    for (Arm a = 0; a < arms(); ++a) {
      if (answer.contains(a)) {
        worst_inside = std::min(worst_inside, score(means[a]));
      } else {
        best_outside = std::max(best_outside, score(means[a]));
      }
    }
    return worst_inside > best_outside - margin();
  }

  double contradiction(const Answer&, Arm i, Arm j, Point at) const {
    return PairClaims<F>(family_, question_.ranking)
        .against_better(weighted<F>(at, i), weighted<F>(at, j))
        .value;
  }
  /// An arm is exchangeable if a pair it belongs to was settled as within the margin.
  template <class Proved>
  void assign_roles(const Answer& answer, Proved&& proved, std::span<Role> out) const {
    for (Arm a = 0; a < arms(); ++a) {
      out[a] = answer.contains(a) ? Role::chosen : Role::ruled_out;
    }
    for (Arm i = 0; i < arms(); ++i) {
      for (Arm j = 0; answer.contains(i) && j < arms(); ++j) {
        if (!answer.contains(j) && !proved(i, j)) out[i] = out[j] = Role::shares;
      }
    }
  }
  bool claims_hold(const Answer& answer, std::span<const Role> roles,
                   std::span<const double> means) const {
    for (Arm i = 0; i < arms(); ++i) {
      for (Arm j = 0; answer.contains(i) && j < arms(); ++j) {
        if (answer.contains(j)) continue;
        const bool exchangeable = roles[i] == Role::shares && roles[j] == Role::shares;
        if (!(score(means[i] - means[j]) >= (exchangeable ? -margin() : 0.0))) return false;
      }
    }
    return true;
  }

 private:
  /// Writes the arms of `set` first, then the others; returns how many are in the set.
  std::size_t partition(const Answer& set, std::span<Arm> order) const {
    std::size_t inside = 0, outside = arms();
    for (Arm a = 0; a < arms(); ++a) {
      if (set.contains(a)) order[inside++] = a;
    }
    for (Arm a = arms(); a-- > 0;) {
      if (!set.contains(a)) order[--outside] = a;
    }
    return inside;
  }

  F family_;
  Question question_;
};

}  // namespace mirador
