#pragma once

#include <algorithm>
#include <limits>

#include "mirador/problem/problem.hpp"

namespace mirador {

/// Which arms have a mean above the level τ? One answer for every subset of arms,
///   F(w,m) = min over a of w_a d(m_a, τ).
/// `rival` is the arm that changes sides. O(K) a call. A mean exactly on the level has no answer.
/// Not supported yet: a margin.
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

  void candidate(Point at, Answer& answer, Scratch&) const {
    answer.clear(arms());
    for (Arm a = 0; a < arms(); ++a) {
      if (at.means[a] > level()) answer.insert(a);
    }
  }

  Projection project(const Answer& candidate, Point at, std::span<double> lambda, Scratch&) const {
    Projection closest{std::numeric_limits<double>::infinity(), 0};
    for (Arm a = 0; a < arms(); ++a) {
      const double cost = on_side(candidate, a, at.means[a])
                              ? at.weights[a] * family_.divergence(at.means[a], level())
                              : 0.0;
      if (cost < closest.value) closest = {cost, a};
    }
    std::copy(at.means.begin(), at.means.end(), lambda.begin());
    if (on_side(candidate, closest.rival, at.means[closest.rival])) {
      lambda[closest.rival] = level();
    }
    return closest;
  }

  bool contains(const Answer& answer, std::span<const double> means) const {
    for (Arm a = 0; a < arms(); ++a) {
      if (!on_side(answer, a, means[a])) return false;
    }
    return true;
  }

 private:
  /// Is the mean strictly on the side of the level where `answer` puts the arm?
  bool on_side(const Answer& answer, Arm a, double mean) const {
    return answer.contains(a) ? mean > level() : mean < level();
  }

  F family_;
  LevelQuestion question_;
};

}  // namespace mirador
