#include "mirador/problem/pair_cost.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "mirador/core/infinity.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/poisson.hpp"

namespace mirador {
namespace {

/// The minimum of f on [low, high]: a grid that is fine at both ends, then golden sections around
/// every local minimum.
double brute_minimum(const std::function<double(double)>& f, double low, double high) {
  std::vector<double> grid{low, high};
  for (double k = -14.0; k < -0.3; k += 0.1) {
    grid.push_back(low + (high - low) * std::pow(10.0, k));
    grid.push_back(high - (high - low) * std::pow(10.0, k));
  }
  std::sort(grid.begin(), grid.end());
  std::vector<double> values;
  for (const double x : grid) values.push_back(f(x));
  double best = *std::min_element(values.begin(), values.end());
  for (std::size_t i = 1; i + 1 < grid.size(); ++i) {
    if (values[i] > values[i - 1] || values[i] > values[i + 1]) continue;
    double a = grid[i - 1], b = grid[i + 1];
    for (int step = 0; step < 50; ++step) {
      const double left = a + 0.381966 * (b - a), right = b - 0.381966 * (b - a);
      const double at_left = f(left), at_right = f(right);
      best = std::min({best, at_left, at_right});
      (at_left < at_right ? b : a) = at_left < at_right ? right : left;
    }
  }
  return best;
}

double cost(double weight, double divergence) { return weight == 0.0 ? 0.0 : weight * divergence; }

// --- One-parameter families ---------------------------------------------------------------------

template <class F>
struct Means;
template <>
struct Means<Gaussian> {
  static Gaussian family() { return Gaussian(0.7); }
  static double draw(std::mt19937_64& r) { return std::normal_distribution<double>()(r); }
};
template <>
struct Means<Bernoulli> {
  static Bernoulli family() { return {}; }
  static double draw(std::mt19937_64& r) {
    const double u = std::uniform_real_distribution<double>(-0.1, 1.1)(r);
    return std::clamp(u, 0.0, 1.0);  // including 0 and 1
  }
};
template <>
struct Means<Bounded> {
  static Bounded family() { return Bounded(-3.0, 5.0); }
  static double draw(std::mt19937_64& r) { return -3.0 + 8.0 * Means<Bernoulli>::draw(r); }
};
template <>
struct Means<Poisson> {
  static Poisson family() { return {}; }
  static double draw(std::mt19937_64& r) {
    return std::max(0.0, 3.0 * std::exp(std::normal_distribution<double>(0.0, 2.0)(r)) - 0.3);
  }
};
template <>
struct Means<Exponential> {
  static Exponential family() { return {}; }
  static double draw(std::mt19937_64& r) {
    return std::exp(std::normal_distribution<double>(0.0, 2.0)(r));
  }
};

template <class F>
class PairCostOf : public ::testing::Test {};
using OneParameterFamilies = ::testing::Types<Gaussian, Bernoulli, Bounded, Poisson, Exponential>;
TYPED_TEST_SUITE(PairCostOf, OneParameterFamilies);

TYPED_TEST(PairCostOf, CommonMeanIsTheCheapest) {
  const TypeParam family = Means<TypeParam>::family();
  std::mt19937_64 random(1);
  for (int i = 0; i < 300; ++i) {
    const Weighted<double> one{std::exp(std::normal_distribution<double>()(random)),
                               Means<TypeParam>::draw(random)};
    const Weighted<double> two{1.0, Means<TypeParam>::draw(random)};
    const PairCost found = pair_cost(family, one, two);
    const double expected = brute_minimum(
        [&](double theta) {
          return one.weight * family.divergence(one.datum, theta) +
                 two.weight * family.divergence(two.datum, theta);
        },
        std::min(one.datum, two.datum), std::max(one.datum, two.datum));
    EXPECT_NEAR(found.value, expected, 1e-12 * expected);
  }
}

TYPED_TEST(PairCostOf, AtADistanceAgreesWithBruteForce) {
  const TypeParam family = Means<TypeParam>::family();
  const double lowest = family.lowest_mean(), highest = family.highest_mean();
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 2000; ++i) {
    const Weighted<double> one{i % 31 == 0 ? 0.0 : std::exp(3.0 * normal(random)),
                               Means<TypeParam>::draw(random)};
    const Weighted<double> two{i % 37 == 0 ? 0.0 : std::exp(3.0 * normal(random)),
                               Means<TypeParam>::draw(random)};
    const double epsilon = normal(random) * (i % 2 == 0 ? 0.2 : 1.0);
    const DistantPair found = pair_cost_at_distance(family, one, two, epsilon);
    const double low = std::max(lowest, lowest - epsilon);
    const double high = std::min(highest, highest - epsilon);
    if (low > high) {
      EXPECT_EQ(found.value, infinity);
      continue;
    }
    const double a = std::clamp(one.datum - epsilon, low, high);
    const double b = std::clamp(two.datum, low, high);
    const auto objective = [&](double theta) {
      const double first = std::clamp(theta + epsilon, lowest, highest);
      if (!family.possible_mean(first) || !family.possible_mean(theta)) return infinity;
      return cost(one.weight, family.divergence(one.datum, first)) +
             cost(two.weight, family.divergence(two.datum, theta));
    };
    // λ_1 = θ + ε is rounded, which costs something where its slope is steep.
    const double rounding = 1e-15 * (one.weight + two.weight);
    // At most the brute-force minimum, and attained: so it is the minimum.
    const double expected = brute_minimum(objective, std::min(a, b), std::max(a, b));
    if (one.weight > 0.0 && two.weight > 0.0) {
      EXPECT_LE(found.value, expected + 1e-12 * expected + rounding)
          << one.weight << ' ' << one.datum << ' ' << two.weight << ' ' << two.datum << ' '
          << epsilon;
      EXPECT_NEAR(found.value, objective(found.second), 1e-8 * found.value + rounding);
    } else {
      EXPECT_LE(found.value, expected + rounding);
    }
    const double size = std::abs(found.first) + std::abs(found.second) + std::abs(epsilon);
    EXPECT_NEAR(found.first - found.second, epsilon, 1e-15 * size);
    EXPECT_TRUE(found.first >= lowest && found.first <= highest);
    EXPECT_TRUE(found.second >= lowest && found.second <= highest);
  }
}

TYPED_TEST(PairCostOf, AtDistanceZeroIsTheCommonMean) {
  const TypeParam family = Means<TypeParam>::family();
  std::mt19937_64 random(3);
  for (int i = 0; i < 500; ++i) {
    const Weighted<double> one{0.3, Means<TypeParam>::draw(random)};
    const Weighted<double> two{1.7, Means<TypeParam>::draw(random)};
    const PairCost common = pair_cost(family, one, two);
    const DistantPair apart = pair_cost_at_distance(family, one, two, 0.0);
    EXPECT_NEAR(apart.value, common.value, 1e-12 * common.value);
    EXPECT_NEAR(apart.first, common.theta, 1e-9 * (std::abs(common.theta) + 1e-3));
    EXPECT_EQ(apart.first, apart.second);
  }
}

TYPED_TEST(PairCostOf, AtADistanceTheArmsMayBeSwapped) {
  const TypeParam family = Means<TypeParam>::family();
  std::mt19937_64 random(4);
  for (int i = 0; i < 500; ++i) {
    const Weighted<double> one{0.3, Means<TypeParam>::draw(random)};
    const Weighted<double> two{1.7, Means<TypeParam>::draw(random)};
    const DistantPair here = pair_cost_at_distance(family, one, two, 0.1);
    const DistantPair there = pair_cost_at_distance(family, two, one, -0.1);
    EXPECT_NEAR(here.value, there.value, 1e-12 * here.value);
    EXPECT_NEAR(here.first, there.second, 1e-8 * (1e-3 + std::abs(here.first)));
  }
}

TYPED_TEST(PairCostOf, WithoutWeightsTheGapIsSharedHalfway) {
  const TypeParam family = Means<TypeParam>::family();
  const DistantPair pair = pair_cost_at_distance(family, {0.0, 0.5}, {0.0, 0.25}, 0.05);
  EXPECT_EQ(pair.value, 0.0);
  EXPECT_NEAR(pair.first, 0.4, 1e-15);
  EXPECT_NEAR(pair.second, 0.35, 1e-15);
}

TYPED_TEST(PairCostOf, AlreadyAtTheDistanceIsFree) {
  const DistantPair pair =
      pair_cost_at_distance(Means<TypeParam>::family(), {2.0, 0.75}, {3.0, 0.25}, 0.5);
  EXPECT_EQ(pair.value, 0.0);
  EXPECT_EQ(pair.first, 0.75);
  EXPECT_EQ(pair.second, 0.25);
}

TEST(PairCostAtADistance, GaussianHasAClosedForm) {
  const DistantPair pair = pair_cost_at_distance(Gaussian(2.0), {3.0, 1.0}, {5.0, 1.25}, 0.75);
  EXPECT_DOUBLE_EQ(pair.value, 0.5 * 15.0 / 8.0 / 4.0);
  EXPECT_DOUBLE_EQ(pair.first, 1.0 + 5.0 / 8.0);
  EXPECT_DOUBLE_EQ(pair.second, 1.25 - 3.0 / 8.0);
}

TEST(PairCostAtADistance, ARangeTooNarrowHasNoSuchPair) {
  const DistantPair pair = pair_cost_at_distance(Bernoulli{}, {1.0, 0.5}, {1.0, 0.5}, 1.5);
  EXPECT_EQ(pair.value, infinity);
  EXPECT_EQ(pair.first, 1.0);
  EXPECT_EQ(pair.second, 0.0);
  EXPECT_EQ(pair_cost_at_distance(Bounded(2.0, 3.0), {0.0, 2.5}, {0.0, 2.5}, -1.01).value,
            infinity);
  // The whole range: a single pair is possible, at cost 0 if the data are there.
  EXPECT_EQ(pair_cost_at_distance(Bernoulli{}, {1.0, 1.0}, {1.0, 0.0}, 1.0).value, 0.0);
  EXPECT_EQ(pair_cost_at_distance(Bernoulli{}, {1.0, 0.9}, {1.0, 0.0}, 1.0).value, infinity);
}

TEST(PairCostAtADistance, MeansMayStayAtTheEndOfTheirRange) {
  // No failure yet, and pulling the first arm down costs more than leaving the second at 0.
  const DistantPair pair = pair_cost_at_distance(Bernoulli{}, {1.0, 0.3}, {100.0, 0.0}, 0.2);
  EXPECT_NEAR(pair.second, 0.0, 1e-16);
  EXPECT_NEAR(pair.value, Bernoulli{}.divergence(0.3, 0.2), 1e-14);
  const DistantPair both = pair_cost_at_distance(Poisson{}, {2.0, 0.0}, {3.0, 0.0}, 0.5);
  EXPECT_EQ(both.second, 0.0);
  EXPECT_DOUBLE_EQ(both.value, 1.0);
}

TEST(PairCostAtADistance, ExponentialArmsMayHaveTwoValleys) {
  const Exponential family;
  for (const double weight : {0.1, 0.4, 0.5, 0.7, 1.0, 3.0}) {
    const Weighted<double> one{1.0, 11.0}, two{weight, 0.01};
    const DistantPair pair = pair_cost_at_distance(family, one, two, 1.0);
    const double expected = brute_minimum(
        [&](double theta) {
          return family.divergence(11.0, theta + 1.0) + weight * family.divergence(0.01, theta);
        },
        0.01, 10.0);
    EXPECT_NEAR(pair.value, expected, 1e-12 * expected);
    EXPECT_NEAR(pair_cost_at_distance(family, two, one, -1.0).value, expected, 1e-12 * expected);
  }
}

// --- Normal arms of unknown variance ------------------------------------------------------------

using NormalArm = Weighted<MeanVariance>;

double brute_normal(NormalArm one, NormalArm two, double epsilon) {
  const double from = one.datum.mean - epsilon, to = two.datum.mean;
  return brute_minimum(
      [&](double share) {
        const auto moved = [&](NormalArm arm, double by) {
          return arm.weight * Normal{}.divergence({0.0, arm.datum.variance}, by * (to - from));
        };
        return moved(one, share) + moved(two, 1.0 - share);
      },
      0.0, 1.0);
}

TEST(NormalPairCost, AgreesWithBruteForce) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> decades(-6.0, 6.0);
  for (int i = 0; i < 4000; ++i) {
    // Equal variances, or up to 1e12 apart.
    const double spread = i % 2 == 0 ? 1.0 : 0.1;
    const auto arm = [&] {
      return NormalArm{std::exp(2.0 * normal(random)),
                       {normal(random), std::pow(10.0, spread * decades(random))}};
    };
    const NormalArm one = arm(), two = arm();
    const PairCost found = pair_cost(Normal{}, one, two);
    const double expected = brute_normal(one, two, 0.0);
    EXPECT_NEAR(found.value, expected, 1e-12 * expected) << i;
    EXPECT_GE(found.theta, std::min(one.datum.mean, two.datum.mean));
    EXPECT_LE(found.theta, std::max(one.datum.mean, two.datum.mean));
    const double there = one.weight * Normal{}.divergence(one.datum, found.theta) +
                         two.weight * Normal{}.divergence(two.datum, found.theta);
    EXPECT_NEAR(there, found.value, 1e-9 * found.value) << i;
    const DistantPair apart = pair_cost_at_distance(Normal{}, one, two, 0.5);
    const double expected_apart = brute_normal(one, two, 0.5);
    EXPECT_NEAR(apart.value, expected_apart, 1e-12 * expected_apart);
    EXPECT_NEAR(apart.first - apart.second, 0.5, 1e-14);
  }
}

TEST(NormalPairCost, TakesTheDeeperOfTwoValleys) {
  const NormalArm one{1.0, {0.0, 0.01}};
  for (const double weight : {0.5, 0.9, 0.999, 1.001, 1.1, 2.0}) {
    const NormalArm two{weight, {1.0, 0.01}};
    const PairCost found = pair_cost(Normal{}, one, two);
    const double expected = brute_normal(one, two, 0.0);
    EXPECT_NEAR(found.value, expected, 1e-13 * expected);
    EXPECT_EQ(found.theta < 0.5, weight < 1.0) << weight;  // next to the heavier arm
  }
  // In a tie, the one next to the first arm.
  EXPECT_LT(pair_cost(Normal{}, one, {1.0, {1.0, 0.01}}).theta, 0.5);
}

TEST(NormalPairCost, IsSymmetric) {
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    const NormalArm one{std::exp(normal(random)), {normal(random), std::exp(normal(random))}};
    const NormalArm two{std::exp(normal(random)), {normal(random), std::exp(normal(random))}};
    const PairCost here = pair_cost(Normal{}, one, two), there = pair_cost(Normal{}, two, one);
    EXPECT_NEAR(here.value, there.value, 1e-14 * here.value);
    EXPECT_NEAR(here.theta, there.theta, 1e-9);
  }
}

TEST(NormalPairCost, FusedValleysAreFound) {
  // Equal arms 2 deviations apart: the valleys meet in the middle, at a triple root.
  for (const double variance : {0.25, 0.2500001, 0.2499999, 0.25 + 1e-13, 0.25 - 1e-13}) {
    const NormalArm one{1.0, {0.0, variance}}, two{1.0, {1.0, variance}};
    const PairCost found = pair_cost(Normal{}, one, two);
    const double expected = brute_normal(one, two, 0.0);
    EXPECT_NEAR(found.value, expected, 1e-13 * expected) << variance;
    EXPECT_NEAR(found.theta, 0.5, 1e-3);
  }
}

TEST(NormalPairCost, NearlyTheKnownVarianceForWideArms) {
  const NormalArm one{3.0, {1.0, 4e8}}, two{5.0, {2.0, 1e8}};
  // Precisions w/s² weigh the means, as if the variances were known.
  const double p1 = 3.0 / 4e8, p2 = 5.0 / 1e8;
  const PairCost found = pair_cost(Normal{}, one, two);
  EXPECT_NEAR(found.theta, (p1 * 1.0 + p2 * 2.0) / (p1 + p2), 1e-8);
  EXPECT_NEAR(found.value, 0.5 * p1 * p2 / (p1 + p2), 1e-8 * found.value);
}

TEST(NormalPairCost, NothingToPay) {
  const MeanVariance x{1.0, 2.0}, y{3.0, 0.5}, constant{5.0, 0.0};
  const auto expect_free = [](NormalArm one, NormalArm two, double theta) {
    const PairCost found = pair_cost(Normal{}, one, two);
    EXPECT_EQ(found.value, 0.0);
    EXPECT_EQ(found.theta, theta);
  };
  expect_free({0.0, x}, {0.0, y}, 2.0);
  expect_free({0.0, x}, {1.0, y}, 3.0);
  expect_free({1.0, x}, {0.0, y}, 1.0);
  expect_free({1.0, x}, {1.0, {1.0, 7.0}}, 1.0);
  expect_free({1.0, constant}, {1.0, y}, 3.0);
  expect_free({1.0, x}, {1.0, constant}, 1.0);
  expect_free({1.0, constant}, {1.0, {6.0, 0.0}}, 5.5);
  // A far target does not make data constant.
  EXPECT_GT(pair_cost_at_distance(Normal{}, {1.0, x}, {1.0, y}, 1e14).value, 30.0);
  const DistantPair halfway = pair_cost_at_distance(Normal{}, {0.0, x}, {0.0, y}, 1.0);
  EXPECT_EQ(halfway.value, 0.0);
  EXPECT_EQ(halfway.first, 2.5);
  EXPECT_EQ(halfway.second, 1.5);
}

TEST(NormalPairCost, ScalesWithTheData) {
  const NormalArm one{1.3, {0.4, 0.2}}, two{0.8, {1.9, 3.0}};
  const PairCost here = pair_cost(Normal{}, one, two);
  for (const double factor : {0x1.0p-150, 0x1.0p+150}) {
    const auto scaled = [&](NormalArm arm) {
      return NormalArm{arm.weight, {arm.datum.mean * factor, arm.datum.variance * factor * factor}};
    };
    const PairCost there = pair_cost(Normal{}, scaled(one), scaled(two));
    EXPECT_EQ(there.value, here.value);
    EXPECT_EQ(there.theta, here.theta * factor);
  }
}

TEST(NormalPairCost, ExtremesStayFinite) {
  for (const double mean : {1e-100, 1.0, 1e100}) {
    for (const double variance : {1e-100, 1e-20, 1.0, 1e100}) {
      for (const double other : {1e-100, 1.0, 1e100}) {
        for (const double weight : {1e-12, 1.0, 1e12}) {
          const NormalArm one{1.0, {mean, variance}}, two{weight, {-mean, other}};
          const PairCost found = pair_cost(Normal{}, one, two);
          EXPECT_TRUE(std::isfinite(found.value) && found.value >= 0.0);
          EXPECT_LE(std::abs(found.theta), mean);
          if (is_constant(one.datum) || is_constant(two.datum)) continue;
          const double expected = brute_normal(one, two, 0.0);
          EXPECT_LE(found.value, expected * (1.0 + 1e-12));
        }
      }
    }
  }
}

}  // namespace
}  // namespace mirador
