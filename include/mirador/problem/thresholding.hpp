#pragma once

#include <algorithm>
#include <limits>

#include "mirador/problem/problem.hpp"
#include "mirador/problem/role.hpp"

namespace mirador {

/// Which arms have a mean above the level τ? One answer for every subset of arms,
///   F(w,m) = min over a of w_a d(m_a, τ).
/// With a margin ε the side of an arm within ε of the level does not matter: every arm must be
/// settled, as on its side or as within ε, F(w,m) = min over a of the larger of the two costs
///   w_a d(m_a, τ)   and   min over ± of w_a d(m_a, τ ± ε)
/// of contradicting that. `rival` is the arm that is hardest to settle. O(K) per call. Without a
/// margin a mean exactly on the level has no answer.
template <Family F>
class Thresholding {
 public:
  using FamilyType = F;
  using Answer = ArmSet;
  using Scratch = NoScratch;

  Thresholding(F family, LevelQuestion question) : family_(family), question_(question) {}

  const F& family() const { return family_; }
  std::size_t arms() const { return question_.arms; }
  double level() const { return question_.level; }
  double margin() const { return question_.margin; }
  /// The same with another margin.
  Thresholding with_margin(double margin) const {
    return Thresholding(family_, LevelQuestion(arms(), level(), margin));
  }

  void candidate(Point at, Answer& answer, Scratch&) const {
    answer.clear(arms());
    for (Arm a = 0; a < arms(); ++a) {
      if (at.means[a] > level()) answer.insert(a);
    }
  }

  Projection project(const Answer& candidate, Point at, std::span<double> lambda, Scratch&) const {
    Projection closest{std::numeric_limits<double>::infinity(), 0};
    double moved = at.means[0];
    for (Arm a = 0; a < arms(); ++a) {
      const Move move = against_either(candidate, a, at);
      if (move.value < closest.value) closest = {move.value, a}, moved = move.lambda;
    }
    std::copy(at.means.begin(), at.means.end(), lambda.begin());
    lambda[closest.rival] = moved;
    return closest;
  }

  bool contains(const Answer& answer, std::span<const double> means) const {
    for (Arm a = 0; a < arms(); ++a) {
      if (!on_side(answer, a, means[a]) && !within(means[a])) return false;
    }
    return true;
  }

  /// The cost of contradicting the easier claim about an arm: on its side, or within the margin.
  double settling_cost(const Answer& answer, Arm a, Point at) const {
    return against_either(answer, a, at).value;
  }
  double contradiction(const Answer& answer, Arm a, Arm, Point at) const {
    return on_side(answer, a, at.means[a]) ? to(level(), a, at).value : 0.0;
  }
  template <class Proved>
  void assign_roles(const Answer& answer, Proved&& proved, std::span<Role> out) const {
    for (Arm a = 0; a < arms(); ++a) {
      out[a] = !proved(a, a) ? Role::shares : answer.contains(a) ? Role::chosen : Role::ruled_out;
    }
  }
  bool claims_hold(const Answer&, std::span<const Role> roles,
                   std::span<const double> means) const {
    for (Arm a = 0; a < arms(); ++a) {
      const double above = means[a] - level();
      if (roles[a] == Role::chosen && !(above >= 0.0)) return false;
      if (roles[a] == Role::ruled_out && !(above <= 0.0)) return false;
      if (roles[a] == Role::shares && !(std::abs(above) <= margin())) return false;
    }
    return true;
  }

 private:
  /// The cheapest way to contradict the claim about an arm, and the mean it moves the arm to.
  struct Move {
    double value;
    double lambda;
  };

  Move to(double lambda, Arm a, Point at) const {
    return {at.weights[a] * family_.divergence(datum_of<F>(at, a), lambda), lambda};
  }
  Move against_either(const Answer& candidate, Arm a, Point at) const {
    const double mean = at.means[a];
    const Move side = on_side(candidate, a, mean) ? to(level(), a, at) : Move{0.0, mean};
    if (!within(mean)) return side;
    const Move up = reach(level() + margin(), a, at), down = reach(level() - margin(), a, at);
    const Move apart = up.value <= down.value ? up : down;
    return apart.value > side.value ? apart : side;
  }
  /// To a border of the margin; infinite if no mean can lie there.
  Move reach(double border, Arm a, Point at) const {
    if (family_.possible_mean(border)) return to(border, a, at);
    return {std::numeric_limits<double>::infinity(), at.means[a]};
  }

  bool within(double mean) const { return std::abs(mean - level()) < margin(); }

  /// Is the mean strictly on the side of the level where `answer` puts the arm?
  bool on_side(const Answer& answer, Arm a, double mean) const {
    return answer.contains(a) ? mean > level() : mean < level();
  }

  F family_;
  LevelQuestion question_;
};

}  // namespace mirador
