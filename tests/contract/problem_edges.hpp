#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "allocations.hpp"
#include "problem_points.hpp"

/// What every problem promises at the edges: ties, zero weights, many arms, memory.
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
    Alternative<typename TypeParam::Type> closest(problem);
    for (const Vector& w : {random_weights(random, arms), Vector(arms, 0.0)}) {
      closest.find({w, m});
      EXPECT_EQ(closest.value(), 0.0);
      for (const double g : this->gradient(closest, m)) EXPECT_EQ(g, 0.0);
      EXPECT_FALSE(problem.contains(closest.answer(), m));
    }
  }
}

TYPED_TEST_P(ProblemEdges, ZeroWeightsAreTheLimitOfSmallOnes) {
  this->for_points(
      [&](const auto& problem, auto& closest, const Vector& w, const Vector& m, Random& random) {
        Vector some = w;
        const Arm gone = random() % w.size();
        some[gone] = 0.0;
        closest.find({some, m});
        this->expect_sound(problem, closest, {some, m});
        const auto candidate = closest.answer();
        const double value = closest.value();
        some[gone] = 1e-16;
        EXPECT_NEAR(this->value_against(closest, candidate, {some, m}), value, 1e-4);
        const Vector none(w.size(), 0.0);
        closest.find({none, m});
        this->expect_sound(problem, closest, {none, m});
        EXPECT_EQ(closest.value(), 0.0);
      });
}

TYPED_TEST_P(ProblemEdges, AThousandArms) {
  if constexpr (TypeParam::large == 0) GTEST_SKIP() << "the number of arms is fixed";
  Random random(23);
  const auto problem = TypeParam::make(TypeParam::large);
  Alternative<typename TypeParam::Type> closest(problem);
  for (int trial = 0; trial < 4; ++trial) {
    const Vector m = trial % 2 == 0 ? TypeParam::inside(random, TypeParam::large)
                                    : TypeParam::anywhere(random, TypeParam::large);
    const Vector w = random_weights(random, TypeParam::large);
    const Vector v = random_weights(random, TypeParam::large);
    closest.find({w, m});
    this->expect_sound(problem, closest, {w, m});
    EXPECT_GT(closest.value(), 0.0);
    const auto candidate = closest.answer();
    const Vector g = this->gradient(closest, m);
    EXPECT_LE(this->value_against(closest, candidate, {v, m}), dot(g, v) * (1.0 + 1e-9));
  }
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
