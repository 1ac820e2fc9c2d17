#include "mirador/problem/polyhedral.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "mirador/core/error.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/strict_feasibility.hpp"

namespace mirador {
namespace {

Rows rows_of(const Polyhedron& set) { return {.coefficients = set.rows, .bounds = set.bounds}; }

bool all_finite(std::span<const double> values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

void check_shape(const Polyhedron& set, std::size_t arms) {
  const std::string name = "sets: \"" + set.name + "\": ";
  if (set.rows.size() != set.bounds.size() * arms) {
    throw InputError(name + "every row needs " + std::to_string(arms) +
                     " coefficients (one per arm) and one bound");
  }
  if (set.bounds.empty()) {
    throw InputError(name + "no rows: a set needs at least one row, or it is all of space");
  }
  if (!all_finite(set.rows) || !all_finite(set.bounds)) {
    throw InputError(name + "a coefficient or bound is not finite; give numbers only");
  }
}

void check_disjoint(const Polyhedron& one, const Polyhedron& two, std::size_t arms) {
  Polyhedron both = one;
  both.rows.insert(both.rows.end(), two.rows.begin(), two.rows.end());
  both.bounds.insert(both.bounds.end(), two.bounds.begin(), two.bounds.end());
  if (strictly_feasible_point(rows_of(both), arms)) {
    throw InputError("sets: \"" + one.name + "\" and \"" + two.name +
                     "\" overlap: give each mean vector at most one answer");
  }
}

}  // namespace

Polyhedral::Polyhedral(Gaussian family, std::size_t arms, std::vector<Polyhedron> sets)
    : family_(family), arms_(arms), sets_(std::move(sets)) {
  if (sets_.size() < 2) {
    throw InputError("sets: " + std::to_string(sets_.size()) +
                     " given; a choice needs at least two");
  }
  for (const Polyhedron& set : sets_) {
    check_shape(set, arms_);
    if (!strictly_feasible_point(rows_of(set), arms_)) {
      throw InputError(
          "sets: \"" + set.name +
          "\" is empty: no means satisfy all its rows strictly; correct them or drop the set");
    }
  }
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) check_disjoint(sets_[j], sets_[i], arms_);
  }
}

bool Polyhedral::contains(Answer answer, std::span<const double> means) const {
  const Polyhedron& set = sets_[answer];
  for (std::size_t k = 0; k < set.bounds.size(); ++k) {
    const auto row = set.rows.begin() + static_cast<std::ptrdiff_t>(k * arms_);
    if (!(std::inner_product(means.begin(), means.end(), row, 0.0) > set.bounds[k])) return false;
  }
  return true;
}

double Polyhedral::distance(std::size_t set, Point at, std::span<double> lambda,
                            Scratch& scratch) const {
  if (contains(set, at.means)) {
    std::copy(at.means.begin(), at.means.end(), lambda.begin());
    return 0.0;
  }
  const double largest = *std::max_element(at.weights.begin(), at.weights.end());
  const double floor = largest > 0.0 ? 1e-18 * largest : 1.0;
  const double precision = 2.0 * family_.divergence(0.0, 1.0);
  scratch.curvature.resize(arms_);
  for (Arm a = 0; a < arms_; ++a) {
    scratch.curvature[a] = precision * std::max(at.weights[a], floor);
  }
  const QpStatus status =
      scratch.program.solve(scratch.curvature, at.means, rows_of(sets_[set]), lambda);
  // The sets were checked to be non-empty, so any other status is a numerical failure.
  if (status != QpStatus::solved) {
    throw RunError("set \"" + sets_[set].name +
                   "\": the projection did not converge; rescale its rows");
  }
  double value = 0.0;
  for (Arm a = 0; a < arms_; ++a) {
    value += at.weights[a] * family_.divergence(at.means[a], lambda[a]);
  }
  return value;
}

void Polyhedral::candidate(Point at, Answer& answer, Scratch& scratch) const {
  for (answer = 0; answer < sets_.size(); ++answer) {
    if (contains(answer, at.means)) return;
  }
  answer = 0;
  scratch.trial.resize(arms_);
  double smallest = infinity;
  for (std::size_t i = 0; i < sets_.size(); ++i) {
    const double value = distance(i, at, scratch.trial, scratch);
    if (value < smallest) {
      smallest = value;
      answer = i;
    }
  }
}

Projection Polyhedral::project(Answer candidate, Point at, std::span<double> lambda,
                               Scratch& scratch) const {
  scratch.trial.resize(arms_);
  Projection closest{infinity, candidate};
  for (std::size_t j = 0; j < sets_.size(); ++j) {
    if (j == candidate) continue;
    const double value = distance(j, at, scratch.trial, scratch);
    if (value < closest.value) {
      closest = {value, j};
      std::copy(scratch.trial.begin(), scratch.trial.end(), lambda.begin());
    }
  }
  return closest;
}

}  // namespace mirador
