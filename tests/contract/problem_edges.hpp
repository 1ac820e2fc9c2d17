#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "allocations.hpp"
#include "mirador/contract/problem_values.hpp"
#include "problem_points.hpp"

/// Requirements at the edges: ties, zero weights, many arms, memory.
namespace mirador::testing_support {

template <class Case>
class ProblemEdges : public ProblemPoints<Case> {};
TYPED_TEST_SUITE_P(ProblemEdges);

TYPED_TEST_P(ProblemEdges, TiesHaveValueZeroAndGradientZero) {
  Random random(22);
  for (const std::size_t arms : TypeParam::sizes) {
    const Vector m = TypeParam::tied(arms);
    if (m.empty()) continue;
    const auto problem = TypeParam::make(arms);
    const typename TestFixture::Look look(problem, this->points(arms));
    Alternative<typename TypeParam::Type> closest(problem);
    for (const Vector& w : {random_weights(random, arms), Vector(arms, 0.0)}) {
      closest.find({w, m});
      EXPECT_EQ(closest.value(), 0.0);
      for (const double g : look.gradient(closest, m)) EXPECT_EQ(g, 0.0);
      EXPECT_FALSE(problem.contains(closest.answer(), m));
    }
  }
}

TYPED_TEST_P(ProblemEdges, ZeroWeightsAreTheLimitOfSmallOnes) {
  this->expect_promise(contract::zero_weights_are_the_limit_of_small_ones);
}

TYPED_TEST_P(ProblemEdges, AThousandArms) {
  if constexpr (TypeParam::large == 0) GTEST_SKIP() << "the number of arms is fixed";
  const auto problem = TypeParam::make(TypeParam::large);
  contract::Points points = this->points(TypeParam::large);
  points.trials = 4;
  points.draws = 0;
  typename TestFixture::Look look(problem, points);
  value_is_weights_times_gradient(look);
  expect_kept(look.violations());
  look.for_points([&](auto& closest, Point at, Random& random) {
    EXPECT_GT(closest.value(), 0.0);
    const auto candidate = closest.answer();
    const Vector g = look.gradient(closest, at.means), v = random_weights(random, g.size());
    const double value = look.value_against(closest, candidate, look.at(v, at.means));
    EXPECT_LE(value, dot(g, v) * (1.0 + 1e-9));  // values may be far below 1 here
  });
}

TYPED_TEST_P(ProblemEdges, OnlyTheFirstCallsAllocate) {
  Random random(24);
  for (const std::size_t arms : TypeParam::sizes) {
    const auto problem = TypeParam::make(arms);
    Alternative<typename TypeParam::Type> closest(problem);
    std::vector<std::pair<Vector, Vector>> points;
    for (int i = 0; i < 40; ++i) {
      points.emplace_back(random_weights(random, arms), i % 2 == 0
                                                            ? TypeParam::inside(random, arms)
                                                            : TypeParam::anywhere(random, arms));
    }
    for (int i = 0; i < 20; ++i)
      closest.find({points[0].first, points[static_cast<std::size_t>(i)].second});
    EXPECT_EQ(allocations_of([&] {
                for (const auto& [w, m] : points) closest.find({w, m});
              }),
              0u);
  }
}

REGISTER_TYPED_TEST_SUITE_P(ProblemEdges, TiesHaveValueZeroAndGradientZero,
                            ZeroWeightsAreTheLimitOfSmallOnes, AThousandArms,
                            OnlyTheFirstCallsAllocate);

}  // namespace mirador::testing_support
