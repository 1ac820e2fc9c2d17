#pragma once

#include <algorithm>
#include <cstddef>

#include "mirador/problem/problem.hpp"

namespace mirador {

/// All means lie on one side of the level τ: which side? Two answers,
///   D_above = Σ over m_a < τ of w_a d(m_a, τ),   D_below = Σ over m_a > τ of w_a d(m_a, τ),
/// answer = argmin, F = the other one. `rival` is the other side. O(K) per call. Means on both
/// sides have no answer.
template <Family F>
class Signed {
 public:
  using FamilyType = F;
  using Answer = Side;
  using Scratch = NoScratch;

  /// The margin of the question is not used.
  Signed(F family, LevelQuestion question) : family_(family), question_(question) {}

  const F& family() const { return family_; }
  std::size_t arms() const { return question_.arms; }
  double level() const { return question_.level; }

  /// For equal distances (a tie) the answer is `above`.
  void candidate(Point at, Answer& answer, Scratch&) const {
    double to_above = 0.0, to_below = 0.0;
    for (Arm a = 0; a < arms(); ++a) {
      const double cost = at.weights[a] * family_.divergence(datum_of<F>(at, a), level());
      (at.means[a] < level() ? to_above : to_below) += cost;
    }
    answer = to_above <= to_below ? Side::above : Side::below;
  }

  Projection project(Answer candidate, Point at, std::span<double> lambda, Scratch&) const {
    double value = 0.0;
    for (Arm a = 0; a < arms(); ++a) {
      const double mean = at.means[a];
      lambda[a] = candidate == Side::above ? std::min(mean, level()) : std::max(mean, level());
      if (lambda[a] == mean) continue;
      value += at.weights[a] * family_.divergence(datum_of<F>(at, a), level());
    }
    return {value, candidate == Side::above ? std::size_t{1} : std::size_t{0}};
  }

  bool contains(Answer answer, std::span<const double> means) const {
    return std::all_of(means.begin(), means.end(), [&](double mean) {
      return answer == Side::above ? mean > level() : mean < level();
    });
  }

 private:
  F family_;
  LevelQuestion question_;
};

}  // namespace mirador
