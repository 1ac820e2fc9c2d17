#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "mirador/contract/found_points.hpp"
#include "mirador/contract/violation.hpp"

namespace mirador::contract {

/// The state of a check: the points, the answers known so far, and the violations. The checks in
/// problem_values.hpp, problem_sets.hpp and problem_minimiser.hpp are functions of it.
template <Problem P>
class ProblemLook {
 public:
  using Answer = typename P::Answer;

  /// An answer, and a few means inside its set.
  struct Known {
    Answer answer;
    std::vector<Vector> inner;
  };

  /// The problem must outlive this object.
  ProblemLook(const P&& problem, Points points) = delete;
  ProblemLook(const P& problem, Points points)
      : problem_(problem), points_(std::move(points)), ones_(problem.arms(), 1.0) {
    Random random(points_.seed + 1);
    for (std::size_t i = 0; i < draws(); ++i) know(points_.inside(random));
  }

  const P& problem() const { return problem_; }
  const std::vector<Known>& known() const { return known_; }
  const Points& points() const { return points_; }
  /// The number of means inside sets that are drawn to discover the answers.
  std::size_t draws() const {
    std::size_t answers = 0;
    if constexpr (CountsAnswers<P>) answers = problem_.answers();
    return std::max(points_.draws, 20 * answers);  // enough to miss none by chance
  }
  /// All answers if the problem counts them, otherwise the known ones.
  std::vector<Answer> answers() const {
    std::vector<Answer> all;
    if constexpr (CountsAnswers<P>) {
      for (std::size_t j = 0; j < problem_.answers(); ++j) all.push_back(static_cast<Answer>(j));
    } else {
      for (const Known& known : known_) all.push_back(known.answer);
    }
    return all;
  }

  bool knows_every_answer() const {
    return CountsAnswers<P> || points_.reach == Reach::every_answer;
  }

  double slack(double value) const { return points_.precision * (1.0 + std::abs(value)); }

  /// The weights and means as a point; an unknown variance is 1.
  Point at(std::span<const double> weights, std::span<const double> means) const {
    return {weights, means, ones_};
  }

  double value_against(Alternative<P>& closest, const Answer& candidate, Point at) const {
    closest.find_against(candidate, at);
    return closest.value();
  }

  /// g_a = d(m_a, λ_a).
  Vector gradient(const Alternative<P>& closest, std::span<const double> means) const {
    Vector g(means.size());
    closest.gradient(at({}, means), g);
    return g;
  }

  /// Calls check(closest, point, random) at random points, with the closest alternative found
  /// there. In turn the means lie inside a set, anywhere, and between one set and another.
  template <class Check>
  void for_points(Check&& check) const {
    Random random(points_.seed);
    Alternative<P> closest(problem_);
    for (std::size_t trial = 0; trial < points_.trials; ++trial) {
      Vector means = trial % 3 == 1 ? Vector() : points_.inside(random);
      if (means.empty()) means = points_.anywhere(random);
      const Vector weights = random_weights(random, problem_.arms());
      if (trial % 3 == 2) means = towards_a_rival(closest, at(weights, means), random);
      const Point point = at(weights, means);
      closest.find(point);
      check(closest, point, random);
    }
  }

  void report(std::string_view promise, std::string detail) {
    violations_.add(promise, std::move(detail));
  }
  const std::vector<Violation>& violations() const { return violations_.all(); }

 private:
  /// Usually close to the rival's set, because the region between two sets may be narrow.
  Vector towards_a_rival(Alternative<P>& closest, Point from, Random& random) const {
    closest.find(from);
    const double left = detail::log_uniform(random, 1e-3, 1.0);
    const Vector means = combine(left, from.means, 1.0 - left, closest.lambda());
    if (detail::all_possible(problem_.family(), means)) return means;
    return {from.means.begin(), from.means.end()};  // λ is not a possible point
  }

  void know(const Vector& means) {
    Answer answer{};
    if (means.empty()) return;
    if (!find_answer(problem_, means, answer) && !overlooked(means, answer)) return;
    const auto same = [&](const Known& known) { return known.answer == answer; };
    const auto known = std::find_if(known_.begin(), known_.end(), same);
    if (known == known_.end()) {
      known_.push_back({answer, {means}});
    } else if (known->inner.size() < 4) {
      known->inner.push_back(means);
    }
  }

  /// Finds the answer whose set contains the means if the candidate is wrong.
  bool overlooked(const Vector& means, Answer& answer) const {
    if constexpr (CountsAnswers<P>) {
      for (const Answer& other : answers()) {
        if (problem_.contains(other, means)) return answer = other, true;
      }
    }
    return false;
  }

  const P& problem_;
  Points points_;
  Vector ones_;
  std::vector<Known> known_;
  Violations violations_;
};

/// "at weights (1, 2) and means (0, 0.5)".
inline std::string shown(Point at) {
  return "at weights " + shown(at.weights) + " and means " + shown(at.means);
}
/// The same with the candidate.
template <class Answer>
std::string shown(Point at, const Answer& candidate) {
  return shown(at) + " against " + shown_answer(candidate);
}

}  // namespace mirador::contract
