#include "hyperbola.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/simulate/reference.hpp"
#include "points.hpp"

namespace mirador::testing_support {
namespace {

TEST(Hyperbola, ValueAtTheOriginIsTheGeometricMean) {
  const Hyperbola problem;
  Alternative<Hyperbola> closest(problem);
  const Vector m = {0.0, 0.0};
  for (const double share : {1e-9, 1e-3, 0.2, 0.5, 0.9, 1.0 - 1e-6}) {
    const Vector w = {share, 1.0 - share};
    closest.find({w, m});
    EXPECT_EQ(closest.answer(), Region::box);
    EXPECT_NEAR(closest.value(), std::sqrt(w[0] * w[1]), 1e-12);
  }
}

TEST(Hyperbola, GradientIsUnboundedNearTheBorder) {
  const Hyperbola problem;
  Alternative<Hyperbola> closest(problem);
  const Vector m = {0.0, 0.0};
  double before = 0.0;
  for (const double share : {1e-2, 1e-4, 1e-8, 1e-12}) {
    const Vector w = {share, 1.0 - share};
    closest.find({w, m});
    const double gradient = closest.gradient(0, {w, m});
    EXPECT_NEAR(gradient, 0.5 * std::sqrt((1.0 - share) / share), 1e-9 * gradient);
    EXPECT_GT(gradient, 5.0 * before);
    before = gradient;
  }
}

TEST(Hyperbola, BorderPointIsStationary) {
  const Hyperbola problem;
  Hyperbola::Scratch scratch;
  Random random(71);
  for (int trial = 0; trial < 500; ++trial) {
    const Vector w = random_weights(random, 2);
    const Vector m = normal_vector(random, 2, trial % 2 == 0 ? 1.0 : 10.0);
    Vector lambda(2);
    problem.project(Region::box, {w, m}, lambda, scratch);
    if (problem.contains(Region::above_hyperbola, m)) {
      EXPECT_EQ(lambda, m);
      continue;
    }
    const double x = lambda[0];
    EXPECT_GT(x, 0.0);
    EXPECT_NEAR(lambda[1] * x, 1.0, 1e-14);
    // w ∘ (λ - m) is a multiple of the outward normal (1/x², 1).
    const double push = w[1] * (lambda[1] - m[1]);
    EXPECT_GE(push, -1e-9);
    EXPECT_NEAR(w[0] * (x - m[0]), push / (x * x), 1e-8 * (1.0 + std::abs(w[0] * (x - m[0]))));
  }
}

TEST(Hyperbola, CharacteristicTimeIsTwo) {
  const Hyperbola problem;
  const CharacteristicTime result = characteristic_time(problem, Region::box, Vector{0.0, 0.0});
  EXPECT_NEAR(result.time, 2.0, 1e-8);
  EXPECT_LE(result.gap, 1e-9);
  EXPECT_NEAR(result.weights[0], 0.5, 1e-4);
}

TEST(Hyperbola, MirrorAscentFindsTheBoxWithAndWithoutAClip) {
  const Hyperbola problem;
  const Scenario<Hyperbola> scenario{.world = {{0.0, 0.0}}};
  const Plan plan{.rules = {parse_rule("lma"), parse_rule("lma:M=1"), parse_rule("lma:L=1:M=1"),
                            parse_rule("lma:L=1"), parse_rule("fw"), parse_rule("dt")},
                  .deltas = {0.01},
                  .runs = 50,
                  .max_samples = 100000,
                  .threads = 1};
  for (const RuleResult& result : simulate_problem(problem, scenario, plan)) {
    const Summary& summary = result.summaries[0];
    EXPECT_EQ(summary.runs(), 50u) << result.rule;
    EXPECT_EQ(summary.undecided(), 0u) << result.rule;
    EXPECT_LE(summary.errors(), 5u) << result.rule;
    EXPECT_LT(summary.mean(), 1000.0) << result.rule;
  }
}

}  // namespace
}  // namespace mirador::testing_support
