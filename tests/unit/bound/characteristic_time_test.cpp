#include "mirador/bound/characteristic_time.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "closest_rows.hpp"
#include "mirador/problem/closest.hpp"
#include "mirador/problem/top_m.hpp"
#include "points.hpp"
#include "problem_cases.hpp"
#include "simplex.hpp"

namespace mirador::testing_support {
namespace {

/// The same problem as another type, so that the general solver is used.
template <Problem P>
struct Wrapped : P {
  explicit Wrapped(const P& problem) : P(problem) {}
};

template <Problem P>
CharacteristicTime solve(const P& problem, const Vector& means) {
  typename P::Answer answer{};
  find_answer(problem, means, answer);
  return characteristic_time(problem, answer, means);
}

TEST(CharacteristicTime, SeedInstanceOfThePaper) {
  const BestArm<Gaussian> problem(Gaussian(1.0), 4);
  const CharacteristicTime result = solve(problem, {1.0, 0.85, 0.8, 0.75});
  EXPECT_NEAR(result.time, 463.2768, 5e-5);
  EXPECT_LE(result.gap, 1e-12);
  const Vector expected = {0.4033, 0.3660, 0.1474, 0.0833};
  for (Arm a = 0; a < 4; ++a) EXPECT_NEAR(result.weights[a], expected[a], 5e-5);
  EXPECT_NEAR(result.time * std::log(10.0), 1066.73, 0.01);
  EXPECT_NEAR(solve(problem, {1.0, 0.85, 0.8, 0.7}).time, 449.870, 5e-4);
}

TEST(CharacteristicTime, LowerBoundUsesTheDecisionInformation) {
  EXPECT_NEAR(decision_information(0.1), 0.8 * std::log(9.0), 1e-15);
  EXPECT_NEAR(decision_information(1e-12), std::log(1e12), 1e-9);
  EXPECT_EQ(decision_information(0.5), 0.0);
  EXPECT_NEAR((CharacteristicTime{.time = 10.0, .weights = {}, .gap = 0.0}.lower_bound(0.1)),
              8.0 * std::log(9.0), 1e-12);
}

TEST(CharacteristicTime, BestArmClosedFormEqualsTheGeneralSolver) {
  Random random(81);
  for (const std::size_t arms : {2u, 3u, 6u, 15u}) {
    for (const Direction direction : {Direction::highest, Direction::lowest}) {
      const BestArm<Gaussian> problem(Gaussian(0.7), arms, direction);
      const Vector m = normal_vector(random, arms);
      const CharacteristicTime closed = solve(problem, m);
      const CharacteristicTime general = solve(Wrapped(problem), m);
      expect_on_simplex(closed.weights);
      expect_on_simplex(general.weights);
      EXPECT_LE(closed.gap, 1e-12);
      EXPECT_LE(general.gap, 1e-9);
      EXPECT_NEAR(closed.time, general.time, 2e-9 * closed.time);
      EXPECT_LE(closed.time, general.time * (1.0 + 1e-12));
    }
  }
}

TEST(CharacteristicTime, TopMEqualsTheGeneralSolver) {
  Random random(87);
  for (const std::size_t arms : {2u, 3u, 6u, 15u}) {
    for (const std::size_t top : {std::size_t{1}, arms / 2, arms - 1}) {
      for (const Direction direction : {Direction::highest, Direction::lowest}) {
        const TopM<Gaussian> problem(Gaussian(0.7), {arms, top, direction});
        const Vector m = normal_vector(random, arms);
        const CharacteristicTime special = solve(problem, m), general = solve(Wrapped(problem), m);
        expect_on_simplex(special.weights);
        EXPECT_LE(special.gap, 1e-9);
        EXPECT_NEAR(special.time, general.time, 2e-9 * general.time);
        if (top > 1) continue;
        const double best_arm = solve(BestArm(Gaussian(0.7), arms, direction), m).time;
        EXPECT_NEAR(special.time, best_arm, 2e-9 * best_arm);
      }
    }
  }
}

TEST(CharacteristicTime, TwoArms) {
  for (const double gap : {1e-3, 0.5, 40.0}) {
    const CharacteristicTime result = solve(BestArm(Gaussian(0.7), 2), {0.2, 0.2 + gap});
    EXPECT_NEAR(result.time, 8.0 * 0.49 / (gap * gap), 1e-11 * result.time);
    EXPECT_NEAR(result.weights[0], 0.5, 1e-12);
  }
}

TEST(CharacteristicTime, AThousandArms) {
  Random random(82);
  const CharacteristicTime result =
      solve(BestArm(Gaussian(1.0), 1000), normal_vector(random, 1000));
  expect_on_simplex(result.weights);
  EXPECT_TRUE(std::isfinite(result.time));
  EXPECT_LE(result.gap, 1e-9);
}

TEST(CharacteristicTime, LowestMirrorsHighest) {
  Random random(83);
  const Vector m = normal_vector(random, 6);
  const auto high = solve(BestArm(Gaussian(1.0), 6), m);
  const auto low = solve(BestArm(Gaussian(1.0), 6, Direction::lowest), combine(-1.0, m, 0.0, m));
  EXPECT_EQ(high.time, low.time);
  EXPECT_EQ(high.weights, low.weights);
}

TEST(CharacteristicTime, ScalesWithTheVariance) {
  Random random(84);
  const Vector m = normal_vector(random, 5);
  const auto one = solve(BestArm(Gaussian(1.0), 5), m);
  const auto three = solve(BestArm(Gaussian(3.0), 5), m);
  EXPECT_NEAR(three.time, 9.0 * one.time, 1e-11 * three.time);
  const auto top = solve(TopM<Gaussian>(Gaussian(1.0), {5, 2}), m);
  const auto top_three = solve(TopM<Gaussian>(Gaussian(3.0), {5, 2}), m);
  EXPECT_NEAR(top_three.time, 9.0 * top.time, 3e-9 * top_three.time);
}

TEST(CharacteristicTime, ThresholdingIsASum) {
  Random random(85);
  const Thresholding<Gaussian> problem(Gaussian(0.7), {6, 0.3});
  const Vector m = normal_vector(random, 6);
  double expected = 0.0;
  for (const double mean : m) expected += 2.0 * 0.49 / ((mean - 0.3) * (mean - 0.3));
  const CharacteristicTime closed = solve(problem, m);
  EXPECT_NEAR(closed.time, expected, 1e-12 * expected);
  EXPECT_LE(closed.gap, 1e-12);
  EXPECT_NEAR(solve(Wrapped(problem), m).time, expected, 2e-9 * expected);
}

TEST(CharacteristicTime, SignedGoesToTheFarthestArm) {
  const Signed<Gaussian> problem(Gaussian(0.7), {3, 0.3});
  const Vector m = {0.5, 1.4, 0.9};
  const double expected = 2.0 * 0.49 / (1.1 * 1.1);
  const CharacteristicTime closed = solve(problem, m);
  EXPECT_NEAR(closed.time, expected, 1e-14);
  EXPECT_EQ(closed.weights, (Vector{0.0, 1.0, 0.0}));
  EXPECT_NEAR(solve(Wrapped(problem), m).time, expected, 2e-9 * expected);
  // Arms at equal distances share the weight.
  EXPECT_EQ(solve(problem, {0.5, 1.5, 1.5}).weights, (Vector{0.0, 0.5, 0.5}));
}

/// The gap is certified: T* lies between time/(1+gap) and time, also for low precision.
template <class Case>
void expect_certified(std::size_t arms) {
  Random random(86);
  const auto problem = Case::make(arms);
  using P = typename Case::Type;
  for (int trial = 0; trial < 6; ++trial) {
    const Vector m = Case::inside(random, arms);
    const CharacteristicTime fine = solve(problem, m);
    expect_on_simplex(fine.weights);
    EXPECT_LE(fine.gap, 1e-6);
    EXPECT_GE(fine.gap, 0.0);
    typename P::Answer answer{};
    find_answer(problem, m, answer);
    OptimalWeights<P> rough(problem, 1e-2);
    rough.solve(answer, m);
    Alternative<P> closest(problem);
    closest.find_against(answer, {rough.weights(), m});
    EXPECT_LE(rough.upper(), closest.value() * (1.0 + 1e-2));
    EXPECT_LE(closest.value() * fine.time, (1.0 + fine.gap) * (1.0 + 1e-12));
    EXPECT_GE(rough.upper() * fine.time, 1.0 - 1e-12);
  }
}

TEST(CharacteristicTime, CertifiedWithoutAClosedForm) {
  for (const std::size_t arms : {2u, 5u, 12u}) {
    expect_certified<HighestTopM>(arms);
    expect_certified<LowestTopM>(arms);
    expect_certified<ClosestCase>(arms);
    expect_certified<PolyhedralCase>(arms);
    expect_certified<BernoulliTopM>(arms);
    expect_certified<BernoulliClosest>(arms);
  }
  expect_certified<HyperbolaCase>(2);
}

TEST(CharacteristicTime, ClosestEqualsItsPolyhedralForm) {
  const Vector m = {-0.9, -0.2, 0.4, 1.3};
  std::vector<Polyhedron> sets;
  for (Arm b = 0; b < 4; ++b) sets.push_back(closest_set(4, 0.3, b));
  const double special = solve(Closest(Gaussian(1.0), {4, 0.3}), m).time;
  EXPECT_NEAR(solve(Polyhedral(Gaussian(1.0), 4, sets), m).time, special, 3e-9 * special);
}

TEST(CharacteristicTime, TiesTakeForEver) {
  const auto expect_infinite = [](const auto& problem, const Vector& m) {
    const CharacteristicTime result = solve(problem, m);
    EXPECT_EQ(result.time, std::numeric_limits<double>::infinity());
    EXPECT_EQ(result.gap, 0.0);
    expect_on_simplex(result.weights);
  };
  expect_infinite(BestArm(Gaussian(1.0), 3), {1.0, 1.0, 0.5});
  expect_infinite(BestArm(Gaussian(1.0), 3), {1.0, 1.0, 1.0});
  expect_infinite(Wrapped(BestArm(Gaussian(1.0), 3)), {1.0, 1.0, 0.5});
  expect_infinite(TopM<Gaussian>(Gaussian(1.0), {3, 1}), {1.0, 1.0, 0.5});
  expect_infinite(Thresholding<Gaussian>(Gaussian(1.0), {3, 0.5}), {1.0, 0.2, 0.5});
  expect_infinite(Signed<Gaussian>(Gaussian(1.0), {2, 0.5}), {0.5, 0.5});
  expect_infinite(Closest(Gaussian(1.0), {2, 0.0}), {-1.0, 1.0});
}

}  // namespace
}  // namespace mirador::testing_support
