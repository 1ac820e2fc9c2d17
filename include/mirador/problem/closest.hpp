#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <vector>

#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/poisson.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {

/// The families whose d(x, y) is convex in y; that of exponential arms is not.
template <class F>
concept ConvexFamily = std::same_as<F, Gaussian> || std::same_as<F, Bernoulli> ||
    std::same_as<F, Bounded> || std::same_as<F, Poisson>;

/// The means increase from arm to arm: which one is closest to the level τ? (A dose closest to a
/// target; "monotone thresholding".)
///   S_b = {λ increasing, λ_{b-1} + λ_b < 2τ < λ_b + λ_{b+1}}.
/// Measured outwards from the level, u_a = τ - λ_a left of b and λ_a - τ right of it, the set says
/// that u is a valley with its bottom at b and u_b >= 0. D_b is the cheaper of two weighted valley
/// regressions, one for each sign of λ_b - τ; both come from pool-adjacent-violators on either side
/// of b, shared by all b, cut off at the bottom u_b. For Gaussian arms u_b is a weighted mean, for
/// the other families the root of a monotone function. `rival` is the arm b. O(K) for increasing
/// means, where only the two neighbours of the answer matter; otherwise all b are tried, O(K) in
/// practice and O(K²) at worst. The level must lie inside the range of means. Values are accurate
/// to 1e-12: λ keeps that distance from the ends of the range. Not supported: exponential arms,
/// unknown variances, a margin.
template <ConvexFamily F>
class Closest {
 public:
  using FamilyType = F;
  using Answer = Arm;
  struct Scratch {
    std::vector<double> reals;
    std::vector<std::size_t> indices;
  };

  Closest(F family, LevelQuestion question) : family_(family), question_(question) {}

  const F& family() const { return family_; }
  std::size_t arms() const { return question_.arms; }
  double level() const { return question_.level; }

  void candidate(Point at, Answer& answer, Scratch& scratch) const;
  Projection project(Answer candidate, Point at, std::span<double> lambda, Scratch& scratch) const;
  bool contains(Answer answer, std::span<const double> means) const;

 private:
  F family_;
  LevelQuestion question_;
};

}  // namespace mirador
