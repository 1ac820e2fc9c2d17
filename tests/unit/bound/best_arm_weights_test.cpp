#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "mirador/bound/optimal_weights.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/poisson.hpp"
#include "points.hpp"
#include "simplex.hpp"

namespace mirador::testing_support {
namespace {

/// A family with means over its whole range, including the ends if they are possible.
template <OneParameterFamily F>
struct Instances {
  F family;
  double low, high;  // ordinary means
  Vector extremes;

  Vector means(Random& random, std::size_t arms) const {
    std::uniform_real_distribution<double> uniform(low, high);
    Vector m(arms);
    for (double& mean : m) mean = uniform(random);
    return m;
  }
};

const Instances<Bernoulli> bernoulli{
    Bernoulli(), 0.0, 1.0, {0.0, 1e-12, 1e-3, 0.4, 0.5, 0.5000001, 0.97, 1.0 - 1e-9, 1.0}};
const Instances<Bounded> bounded{
    Bounded(-2.0, 3.0), -2.0, 3.0, {-2.0, -1.999999, 0.0, 0.4, 0.400001, 2.9, 3.0}};
const Instances<Poisson> poisson{Poisson(), 0.0, 20.0, {0.0, 1e-9, 0.1, 1.0, 1.000001, 50.0, 1e6}};
const Instances<Exponential> exponential{
    Exponential(), 0.01, 20.0, {1e-6, 0.1, 1.0, 1.000001, 50.0, 1e6}};

template <class Check>
void for_families(Check&& check) {
  check(bernoulli);
  check(bounded);
  check(poisson);
  check(exponential);
}

/// upper / F(w) - 1, the certified relative gap.
template <Problem P, class Weights>
double certified_gap(const P& problem, const Weights& optimum, const Vector& means) {
  Alternative<P> closest(problem);
  closest.find_against(problem.best(means), {optimum.weights(), means});
  return optimum.upper() / closest.value() - 1.0;
}

/// 1e-9, or less precise if means are so close that their common mean loses digits.
double reachable_gap(const Vector& means, Arm answer) {
  double difference = std::numeric_limits<double>::infinity();
  for (Arm a = 0; a < means.size(); ++a) {
    if (a != answer) difference = std::min(difference, std::abs(means[a] - means[answer]));
  }
  return 1e-9 + 1e-15 * std::abs(means[answer]) / difference;
}

TEST(BestArmWeights, ReferenceValues) {
  const BestArm<Bernoulli> four(Bernoulli(), 4), five(Bernoulli(), 5);
  OptimalWeights<BestArm<Bernoulli>> optimum(four), other(five);
  optimum.solve(0, Vector{0.5, 0.45, 0.43, 0.4});
  EXPECT_NEAR(1.0 / optimum.upper(), 989.792, 5e-4);
  const Vector expected = {0.4165, 0.3903, 0.1362, 0.0570};
  for (Arm a = 0; a < 4; ++a) EXPECT_NEAR(optimum.weights()[a], expected[a], 5e-5);
  other.solve(0, Vector{0.3, 0.21, 0.2, 0.19, 0.18});
  EXPECT_NEAR(1.0 / other.upper(), 326.642, 5e-4);
}

TEST(BestArmWeights, CertifiedForEveryFamily) {
  Random random(71);
  for_families([&](const auto& instances) {
    for (const Direction direction : {Direction::highest, Direction::lowest}) {
      for (const std::size_t arms : {2u, 3u, 6u, 40u, 1000u}) {
        const BestArm problem(instances.family, arms, direction);
        OptimalWeights<std::remove_const_t<decltype(problem)>> optimum(problem);
        for (int trial = 0; trial < 20; ++trial) {
          const Vector m = instances.means(random, arms);
          optimum.solve(problem.best(m), m);  // warm-started except for the first
          expect_on_simplex(optimum.weights());
          EXPECT_NEAR(certified_gap(problem, optimum, m), 0.0, 1e-9);
        }
      }
    }
  });
}

TEST(BestArmWeights, EqualsTheGeneralSolver) {
  Random random(72);
  for_families([&](const auto& instances) {
    for (const Direction direction : {Direction::highest, Direction::lowest}) {
      for (const std::size_t arms : {2u, 4u, 12u}) {
        const BestArm problem(instances.family, arms, direction);
        OptimalWeights<std::remove_const_t<decltype(problem)>> special(problem);
        GeneralOptimalWeights<std::remove_const_t<decltype(problem)>> general(problem);
        for (int trial = 0; trial < 5; ++trial) {
          const Vector m = instances.means(random, arms);
          special.solve(problem.best(m), m);
          general.restart();
          general.solve(problem.best(m), m);
          EXPECT_NEAR(special.upper(), general.upper(), 3e-9 * general.upper());
          for (Arm a = 0; a < arms; ++a) {
            EXPECT_NEAR(special.weights()[a], general.weights()[a], 1e-3);
          }
        }
      }
    }
  });
}

TEST(BestArmWeights, ExtremeMeans) {
  for_families([&](const auto& instances) {
    const Vector& values = instances.extremes;
    for (const Direction direction : {Direction::highest, Direction::lowest}) {
      // All pairs and all triples of them.
      for (std::size_t i = 0; i < values.size(); ++i) {
        for (std::size_t j = 0; j < values.size(); ++j) {
          for (std::size_t k = 0; k <= j; ++k) {
            if (i == j || i == k) continue;
            const Vector m = {values[i], values[j], values[k]};
            const BestArm problem(instances.family, 3, direction);
            OptimalWeights<std::remove_const_t<decltype(problem)>> optimum(problem);
            const Arm answer = problem.best(m);
            optimum.solve(answer, m);
            expect_on_simplex(optimum.weights());
            if (!problem.contains(answer, m)) continue;  // a tie
            EXPECT_NEAR(certified_gap(problem, optimum, m), 0.0, reachable_gap(m, answer))
                << m[0] << ' ' << m[1] << ' ' << m[2];
          }
        }
      }
    }
  });
}

TEST(BestArmWeights, MeansThatAgreeToManyDigits) {
  for_families([&](const auto& instances) {
    const BestArm problem(instances.family, 3);
    OptimalWeights<std::remove_const_t<decltype(problem)>> optimum(problem);
    for (double gap = 1e-3; gap > 1e-16; gap *= 0.3) {
      const double mean = 0.7;
      const Vector m = {mean, mean * (1.0 - gap), mean * (1.0 - 1.7 * gap)};
      if (!(m[0] > m[1] && m[1] > m[2])) continue;
      optimum.solve(0, m);
      expect_on_simplex(optimum.weights());
      // Below, the value itself is rounded.
      if (gap > 1e-12) {
        EXPECT_NEAR(certified_gap(problem, optimum, m), 0.0, std::min(reachable_gap(m, 0), 1e-7));
      }
      // In the limit the family does not matter.
      const BestArm<Gaussian> plain(Gaussian(1.0), 3);
      OptimalWeights<BestArm<Gaussian>> gaussian(plain);
      gaussian.solve(0, m);
      for (Arm a = 0; a < 3; ++a) {
        EXPECT_NEAR(optimum.weights()[a], gaussian.weights()[a], 10.0 * gap + 1e-7);
      }
    }
  });
}

TEST(BestArmWeights, TiesAreTheLimitOfCloseMeans) {
  for_families([&](const auto& instances) {
    const BestArm problem(instances.family, 4);
    OptimalWeights<std::remove_const_t<decltype(problem)>> optimum(problem);
    optimum.solve(0, Vector{0.7, 0.7, 0.7, 0.2});
    EXPECT_EQ(optimum.upper(), 0.0);
    const Vector tied(optimum.weights().begin(), optimum.weights().end());
    expect_on_simplex(tied);
    EXPECT_EQ(tied[3], 0.0);
    optimum.solve(0, Vector{0.7, 0.7 - 1e-5, 0.7 - 1e-5, 0.2});
    for (Arm a = 0; a < 4; ++a) EXPECT_NEAR(optimum.weights()[a], tied[a], 1e-4);
    // A candidate that is not the best one counts as tied.
    optimum.solve(3, Vector{0.7, 0.6, 0.1, 0.2});
    EXPECT_EQ(optimum.upper(), 0.0);
    expect_on_simplex(optimum.weights());
    EXPECT_EQ(optimum.weights()[2], 0.0);
    // All means at the end of the range.
    const double edge = std::max(instances.family.lowest_mean(), 1e-3);
    optimum.solve(1, Vector(4, edge));
    EXPECT_EQ(optimum.upper(), 0.0);
    expect_on_simplex(optimum.weights());
  });
}

TEST(BestArmWeights, InfiniteDivergencesGiveFiniteWeights) {
  // Exponential arms with only zeros so far.
  for (const Direction direction : {Direction::highest, Direction::lowest}) {
    const BestArm<Exponential> problem(Exponential(), 3, direction);
    OptimalWeights<BestArm<Exponential>> optimum(problem);
    for (const Vector& m : {Vector{0.0, 1.0, 2.0}, Vector{0.0, 0.0, 2.0}, Vector{2.0, 1.0, 0.0}}) {
      optimum.solve(problem.best(m), m);
      expect_on_simplex(optimum.weights());
      EXPECT_FALSE(std::isnan(optimum.upper()));
    }
  }
}

TEST(BestArmWeights, AWarmStartChangesNothing) {
  Random random(73);
  for_families([&](const auto& instances) {
    const BestArm problem(instances.family, 8);
    using P = std::remove_const_t<decltype(problem)>;
    OptimalWeights<P> warm(problem);
    for (int trial = 0; trial < 200; ++trial) {
      const Vector m = instances.means(random, 8);
      const Arm answer = problem.best(m);
      OptimalWeights<P> cold(problem);
      warm.solve(answer, m);
      cold.solve(answer, m);
      EXPECT_NEAR(warm.upper(), cold.upper(), 1e-10 * cold.upper());
      for (Arm a = 0; a < 8; ++a) EXPECT_NEAR(warm.weights()[a], cold.weights()[a], 1e-10);
    }
  });
}

}  // namespace
}  // namespace mirador::testing_support
