#pragma once

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "mirador/problem/pair_cost.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {

/// Which m arms have the highest (or lowest) means? S_I = {λ : λ_i > λ_j for i in I, j not in I},
///   F(w,m) = min over i in I, j outside, of the cost of giving i and j a common mean.
/// `rival` is the outsider j that enters. O(m (K-m)) a call. Not supported yet: a margin.
template <Family F>
class TopM {
 public:
  using FamilyType = F;
  using Answer = ArmSet;
  using Scratch = std::vector<Arm>;

  struct Question {
    std::size_t arms;
    std::size_t top;
    Direction direction = Direction::highest;
  };

  /// Throws InputError for fewer than two arms or m outside 1..K-1.
  TopM(F family, Question question)
      : family_(family),
        question_(question),
        sign_(question.direction == Direction::highest ? 1.0 : -1.0) {
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

  /// Is the first mean strictly better?
  bool better(double one, double two) const { return sign_ * (one - two) > 0.0; }

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
    Swap best{std::numeric_limits<double>::infinity(), 0.0, 0, 0};
    for (const Arm i : order.first(inside)) {
      for (const Arm j : order.subspan(inside)) {
        const Swap swap = swap_cost(i, j, at);
        if (swap.value < best.value) best = swap;
      }
    }
    std::copy(at.means.begin(), at.means.end(), lambda.begin());
    if (better(at.means[best.in], at.means[best.out])) {
      lambda[best.in] = lambda[best.out] = best.theta;
    }
    return {best.value, best.out};
  }

  bool contains(const Answer& answer, std::span<const double> means) const {
    double worst_inside = std::numeric_limits<double>::infinity();
    double best_outside = -std::numeric_limits<double>::infinity();
    for (Arm a = 0; a < arms(); ++a) {
      const double score = sign_ * means[a];
      if (answer.contains(a)) {
        worst_inside = std::min(worst_inside, score);
      } else {
        best_outside = std::max(best_outside, score);
      }
    }
    return worst_inside > best_outside;
  }

 private:
  struct Swap {
    double value;
    double theta;
    Arm in, out;
  };

  Swap swap_cost(Arm i, Arm j, Point at) const {
    if (!better(at.means[i], at.means[j])) return {0.0, at.means[i], i, j};
    const PairCost cost =
        pair_cost(family_, {at.weights[i], at.means[i]}, {at.weights[j], at.means[j]});
    return {cost.value, cost.theta, i, j};
  }

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
  double sign_;
};

}  // namespace mirador
