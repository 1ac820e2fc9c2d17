#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "mirador/core/argmax.hpp"
#include "mirador/problem/own_question.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {

/// A user-defined question about arms of a family. `rival` is the number of the answer. One
/// projection per answer and point: those made by `candidate` are reused. Supported: families with
/// one parameter. Not supported: margins.
template <OneParameterFamily F>
class OwnProblem {
 public:
  using FamilyType = F;
  using Answer = std::size_t;
  /// The projections at the last point.
  struct Scratch {
    std::vector<double> weights, means;
    std::vector<double> distances;  // by answer
    std::vector<double> points;     // λ of answer after answer
  };

  OwnProblem(F family, std::size_t arms, std::shared_ptr<const OwnQuestion> question)
      : family_(family), question_(std::move(question)) {
    validate(*question_, checked_arms(arms));
  }

  const F& family() const { return family_; }
  std::size_t arms() const { return question_->arms(); }
  const OwnQuestion& question() const { return *question_; }
  std::size_t answers() const { return question_->answers().size(); }

  /// Throws InputError for a projection that is not a possible mean.
  double distance(Answer answer, Point at, std::span<double> lambda, Scratch&) const {
    question_->project(answer, at, lambda);
    double cost = 0.0;
    for (Arm a = 0; a < arms(); ++a) {
      const double move = family_.divergence(at.means[a], lambda[a]);
      if (!std::isfinite(lambda[a]) || std::isnan(move)) refuse(answer, a, lambda[a]);
      // 0 · ∞ is NaN; an arm without weight costs nothing.
      if (at.weights[a] > 0.0) cost += at.weights[a] * move;
    }
    return cost;
  }

  void candidate(Point at, Answer& answer, Scratch& scratch) const {
    project_on_all(at, scratch);
    answer = argmax(answers(), [&](Answer i) { return -scratch.distances[i]; });
  }

  Projection project(Answer candidate, Point at, std::span<double> lambda, Scratch& scratch) const {
    if (!std::ranges::equal(at.weights, scratch.weights) ||
        !std::ranges::equal(at.means, scratch.means)) {
      project_on_all(at, scratch);
    }
    const Answer first = candidate == 0 ? 1 : 0;
    Projection closest{scratch.distances[first], first};
    for (Answer i = first + 1; i < answers(); ++i) {
      if (i != candidate && scratch.distances[i] < closest.value) {
        closest = {scratch.distances[i], i};
      }
    }
    std::ranges::copy(point(closest.rival, scratch), lambda.begin());
    return closest;
  }

  bool contains(Answer answer, std::span<const double> means) const {
    return question_->contains(answer, means);
  }

 private:
  [[noreturn]] void refuse(Answer answer, Arm arm, double mean) const {
    throw InputError("problem: " + question_->name() + ".project gave " + exact(mean) +
                     " for arm " + std::to_string(arm) + " (counted from 0) and the answer " +
                     question_->answers()[answer] + ", which no " + std::string(F::name) +
                     " arm can have as its mean");
  }

  std::span<double> point(Answer answer, Scratch& scratch) const {
    return std::span(scratch.points).subspan(answer * arms(), arms());
  }
  void project_on_all(Point at, Scratch& scratch) const {
    // Invalidates the cached point, because a projection may throw.
    scratch.weights.clear();
    scratch.distances.resize(answers());
    scratch.points.resize(answers() * arms());
    for (Answer i = 0; i < answers(); ++i) {
      scratch.distances[i] = distance(i, at, point(i, scratch), scratch);
    }
    scratch.means.assign(at.means.begin(), at.means.end());
    scratch.weights.assign(at.weights.begin(), at.weights.end());
  }

  F family_;
  std::shared_ptr<const OwnQuestion> question_;
};

}  // namespace mirador
