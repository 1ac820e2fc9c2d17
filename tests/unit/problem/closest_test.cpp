#include "mirador/problem/closest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "closest_rows.hpp"
#include "mirador/core/quadratic_program.hpp"
#include "mirador/problem/alternative.hpp"
#include "points.hpp"

namespace mirador::testing_support {
namespace {

constexpr double level = 0.3;

/// D_b by quadratic programming.
double program_distance(const Closest& problem, Point at, Arm b) {
  const Polyhedron set = closest_set(problem.arms(), problem.level(), b);
  Vector curvature(problem.arms()), lambda(problem.arms());
  const double precision = 2.0 * problem.family().divergence(0.0, 1.0);
  for (Arm a = 0; a < curvature.size(); ++a) curvature[a] = precision * at.weights[a];
  QuadraticProgram program;
  EXPECT_EQ(program.solve(curvature, at.means, {set.rows, set.bounds, 0}, lambda),
            QpStatus::solved);
  return program.value();
}

Vector random_means(Random& random, std::size_t arms, int kind) {
  Vector means = normal_vector(random, arms);
  if (kind == 1) std::sort(means.begin(), means.end());
  if (kind == 2) std::sort(means.rbegin(), means.rend());
  return means;
}

TEST(Closest, EqualsTheQuadraticProgramForEveryAnswer) {
  Random random(41);
  for (std::size_t arms = 2; arms <= 8; ++arms) {
    const Closest problem(Gaussian(0.7), {arms, level});
    Alternative<Closest> closest(problem);
    for (int trial = 0; trial < 45; ++trial) {
      const Vector m = random_means(random, arms, trial % 3);
      const Vector w = random_weights(random, arms);
      Vector distances(arms);
      for (Arm b = 0; b < arms; ++b) distances[b] = program_distance(problem, {w, m}, b);
      // Against every candidate, so that each D_b is met; then the answer itself.
      for (Arm b = 0; b < arms; ++b) {
        Vector others = distances;
        others.erase(others.begin() + static_cast<std::ptrdiff_t>(b));
        const double expected = *std::min_element(others.begin(), others.end());
        closest.find_against(b, {w, m});
        EXPECT_NEAR(closest.value(), expected, 1e-9 * expected + 1e-13);
      }
      closest.find({w, m});
      const double smallest = *std::min_element(distances.begin(), distances.end());
      EXPECT_NEAR(distances[closest.answer()], smallest, 1e-9 * smallest + 1e-13);
      // The value is the second smallest distance.
      std::nth_element(distances.begin(), distances.begin() + 1, distances.end());
      EXPECT_NEAR(closest.value(), distances[1], 1e-9 * distances[1] + 1e-13);
    }
  }
}

TEST(Closest, RoundingInTheCutoffDoesNotChangeTheAnswer) {
  // At σ = 0.7 the unit d(0,1) is not a power of two; a cost one ulp above the cutoff must not pass
  // for a tie with it.
  const Closest problem(Gaussian(0.7), {3, level});
  const Vector w = {1.4953, 3.0701, 0.7445}, m = {-0.63158, 0.49550, -0.41114};
  Alternative<Closest> closest(problem);
  closest.find({w, m});
  EXPECT_EQ(closest.answer(), 1u);
  EXPECT_EQ(closest.rival(), 2u);
  Random random(43);
  for (int trial = 0; trial < 3000; ++trial) {
    const Vector weights = random_weights(random, 3), means = normal_vector(random, 3);
    closest.find({weights, means});
    const double own = program_distance(problem, {weights, means}, closest.answer());
    for (Arm b = 0; b < 3; ++b) {
      EXPECT_LE(own, program_distance(problem, {weights, means}, b) * (1.0 + 1e-9) + 1e-13);
    }
  }
}

TEST(Closest, EqualsTheQuadraticProgramWithTwoHundredArms) {
  Random random(42);
  const std::size_t arms = 200;
  const Closest problem(Gaussian(1.0), {arms, level});
  Alternative<Closest> closest(problem);
  Vector m = random_means(random, arms, 1);
  const Vector noise = normal_vector(random, arms, 0.3);
  m = combine(1.0, m, 1.0, noise);
  const Vector w = random_weights(random, arms);
  closest.find({w, m});
  const double value = closest.value();
  const double rival = program_distance(problem, {w, m}, closest.rival());
  EXPECT_NEAR(value, rival, 1e-9 * rival);
  const double own = program_distance(problem, {w, m}, closest.answer());
  EXPECT_LE(own, value * (1.0 + 1e-9));
  for (const Arm b : {Arm{0}, closest.answer() / 2, closest.answer() + 1, arms - 1}) {
    if (b == closest.answer() || b >= arms) continue;
    EXPECT_GE(program_distance(problem, {w, m}, b), value * (1.0 - 1e-9));
  }
}

TEST(Closest, TwoArmsByHand) {
  // Means -1 and 2 around 0: moving both by 1/2 makes them equally close.
  const Closest problem(Gaussian(1.0), {2, 0.0});
  Alternative<Closest> closest(problem);
  const Vector w = {1.0, 1.0}, m = {-1.0, 2.0};
  closest.find({w, m});
  EXPECT_EQ(closest.answer(), 0u);
  EXPECT_EQ(closest.rival(), 1u);
  EXPECT_NEAR(closest.value(), 0.25, 1e-15);
  EXPECT_NEAR(closest.lambda()[0], -1.5, 1e-15);
  EXPECT_NEAR(closest.lambda()[1], 1.5, 1e-15);
}

}  // namespace
}  // namespace mirador::testing_support
