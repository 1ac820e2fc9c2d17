#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "mirador/problem/alternative.hpp"
#include "points.hpp"

namespace mirador::testing_support {

/// Where the suites about problems look; see support/problem_cases.hpp for what a case is.
template <class Case>
class ProblemPoints : public testing::Test {
 protected:
  using P = typename Case::Type;
  using Answer = typename P::Answer;

  static double slack(double value) { return 1e-9 * (1.0 + std::abs(value)); }

  static double value_against(Alternative<P>& closest, const Answer& candidate, Point at) {
    closest.find_against(candidate, at);
    return closest.value();
  }

  static Vector gradient(const Alternative<P>& closest, std::span<const double> means) {
    Vector g(means.size());
    closest.gradient(Point{{}, means}, g);
    return g;
  }

  /// Calls check(problem, closest, w, m, random) at random points of every size, with the closest
  /// alternative found there; the means lie inside a set in every other call.
  template <class Check>
  static void for_points(Check&& check) {
    Random random(21);
    for (const std::size_t arms : Case::sizes) {
      const P problem = Case::make(arms);
      Alternative<P> closest(problem);
      for (int trial = 0; trial < 60; ++trial) {
        const Vector m = trial % 2 == 0 ? Case::inside(random, arms) : Case::anywhere(random, arms);
        const Vector w = random_weights(random, arms);
        closest.find({w, m});
        check(problem, closest, w, m, random);
      }
    }
  }

  static void expect_sound(const P& problem, const Alternative<P>& closest, Point at) {
    EXPECT_GE(closest.value(), 0.0);
    EXPECT_TRUE(std::isfinite(closest.value()));
    const Vector g = gradient(closest, at.means);
    for (Arm a = 0; a < problem.arms(); ++a) {
      EXPECT_TRUE(std::isfinite(closest.lambda()[a]));
      EXPECT_GE(g[a], 0.0);
      EXPECT_TRUE(std::isfinite(g[a]));
      EXPECT_EQ(g[a], problem.family().divergence(at.means[a], closest.lambda()[a]));
    }
    EXPECT_NEAR(dot(at.weights, g), closest.value(), slack(closest.value()));
  }
};

}  // namespace mirador::testing_support
