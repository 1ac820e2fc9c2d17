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
double program_distance(const Closest<Gaussian>& problem, Point at, Arm b) {
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
    Alternative<Closest<Gaussian>> closest(problem);
    for (int trial = 0; trial < 45; ++trial) {
      const Vector m = random_means(random, arms, trial % 3);
      const Vector w = random_weights(random, arms);
      Vector distances(arms);
      for (Arm b = 0; b < arms; ++b) distances[b] = program_distance(problem, {w, m}, b);
      // Against every candidate, so that each D_b is used; then the answer itself.
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
  // At σ = 0.7 the unit d(0,1) is not a power of two; a cost one ulp above the cutoff must not
  // count as a tie with it.
  const Closest problem(Gaussian(0.7), {3, level});
  const Vector w = {1.4953, 3.0701, 0.7445}, m = {-0.63158, 0.49550, -0.41114};
  Alternative<Closest<Gaussian>> closest(problem);
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
  Alternative<Closest<Gaussian>> closest(problem);
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
  Alternative<Closest<Gaussian>> closest(problem);
  const Vector w = {1.0, 1.0}, m = {-1.0, 2.0};
  closest.find({w, m});
  EXPECT_EQ(closest.answer(), 0u);
  EXPECT_EQ(closest.rival(), 1u);
  EXPECT_NEAR(closest.value(), 0.25, 1e-15);
  EXPECT_NEAR(closest.lambda()[0], -1.5, 1e-15);
  EXPECT_NEAR(closest.lambda()[1], 1.5, 1e-15);
}

/// D_b of any family by Newton's method, each step a quadratic program over the rows of S_b.
template <class F>
double newton_distance(const Closest<F>& problem, Point at, Arm b) {
  const std::size_t arms = problem.arms();
  const F& family = problem.family();
  const double low = family.lowest_mean(), high = family.highest_mean(), tau = problem.level();
  Polyhedron set = closest_set(arms, tau, b);
  // Just short of the ends of the range, where divergences are infinite.
  if (std::isfinite(low)) add_row(set, arms, {{0, 1.0}}, low + 1e-10);
  if (std::isfinite(high)) add_row(set, arms, {{arms - 1, -1.0}}, 1e-10 - high);
  // A point well inside: equal steps from the level.
  const double step = 0.3 * std::min({tau - low, high - tau, 1.0}) / static_cast<double>(arms);
  Vector lambda(arms), slope(arms), curvature(arms), centre(arms), next(arms);
  for (Arm a = 0; a < arms; ++a) {
    lambda[a] = tau + step * (static_cast<double>(a) - static_cast<double>(b));
  }
  QuadraticProgram program;
  double cost = transport_cost(family, at, lambda);
  for (int iteration = 0; iteration < 300; ++iteration) {
    for (Arm a = 0; a < arms; ++a) {
      const double h = 1e-5 * std::min({lambda[a] - low, high - lambda[a], 1.0});
      const auto d = [&](double y) {
        return at.weights[a] * (y - at.means[a]) / family.variance(y);
      };
      slope[a] = d(lambda[a]);
      // Poisson divergences from 0 are linear.
      curvature[a] = std::max((d(lambda[a] + h) - d(lambda[a] - h)) / (2.0 * h), 1e-3);
      centre[a] = lambda[a] - slope[a] / curvature[a];
    }
    EXPECT_EQ(program.solve(curvature, centre, {set.rows, set.bounds, 0}, next), QpStatus::solved);
    double length = 1.0;
    Vector moved = next;
    while (length > 1e-12 && !(transport_cost(family, at, moved) < cost)) {
      length *= 0.5;
      moved = combine(1.0 - length, lambda, length, next);
    }
    const double lower = transport_cost(family, at, moved);
    const bool settled = !(lower < cost - 1e-14 * (1.0 + cost));
    if (lower < cost) lambda = moved, cost = lower;
    if (settled) break;
  }
  return cost;
}

/// Against every candidate, so that each D_b is used, with levels from one end to the other.
template <class F>
void expect_newton_distances(const F& family, double low, double high) {
  Random random(44);
  for (std::size_t arms = 2; arms <= 5; ++arms) {
    for (const double share : {0.05, 0.3, 0.5, 0.9}) {
      const Closest<F> problem(family, {arms, low + share * (high - low)});
      Alternative<Closest<F>> closest(problem);
      for (int trial = 0; trial < 12; ++trial) {
        Vector m = uniform_vector(random, arms, low, high);
        if (trial % 2 == 0) std::sort(m.begin(), m.end());
        if (trial % 4 == 1) m[random() % arms] = family.lowest_mean();
        const Vector w = random_weights(random, arms);
        Vector distances(arms);
        for (Arm b = 0; b < arms; ++b) distances[b] = newton_distance(problem, {w, m}, b);
        for (Arm b = 0; b < arms; ++b) {
          Vector others = distances;
          others.erase(others.begin() + static_cast<std::ptrdiff_t>(b));
          const double expected = *std::min_element(others.begin(), others.end());
          closest.find_against(b, {w, m});
          EXPECT_NEAR(closest.value(), expected, 1e-8 * expected + 2e-9);
        }
        closest.find({w, m});
        const double smallest = *std::min_element(distances.begin(), distances.end());
        EXPECT_NEAR(distances[closest.answer()], smallest, 1e-8 * smallest + 2e-9);
      }
    }
  }
}

TEST(Closest, EqualsNewtonsMethodForOtherFamilies) {
  expect_newton_distances(Bernoulli(), 0.0, 1.0);
  expect_newton_distances(Bounded(-1.0, 2.0), -1.0, 2.0);
  expect_newton_distances(Poisson(), 0.0, 5.0);
}

TEST(Closest, TheEndOfTheRangeIsACeiling) {
  // Arm 1 is at best as close to 0.1 as arm 0: λ_0 = 0, λ_1 = 0.2.
  const Closest<Bernoulli> problem(Bernoulli(), {2, 0.1});
  Alternative<Closest<Bernoulli>> closest(problem);
  const Vector w = {3.0, 2.0}, m = {0.0, 0.9};
  closest.find({w, m});
  EXPECT_EQ(closest.answer(), 0u);
  EXPECT_NEAR(closest.value(), 2.0 * Bernoulli().divergence(0.9, 0.2), 1e-10);
  EXPECT_EQ(closest.lambda()[0], 0.0);
  EXPECT_NEAR(closest.lambda()[1], 0.2, 1e-12);
}

TEST(Closest, MeansAtTheEndsHaveFiniteDistances) {
  Random random(45);
  for (const std::size_t arms : {2u, 3u, 6u}) {
    const Closest<Bernoulli> problem(Bernoulli(), {arms, 0.37});
    Alternative<Closest<Bernoulli>> closest(problem);
    for (int trial = 0; trial < 300; ++trial) {
      Vector m(arms), w = random_weights(random, arms);
      for (double& mean : m) mean = 0.5 * static_cast<double>(random() % 3);
      if (trial % 3 == 0) w[random() % arms] = 0.0;
      closest.find({w, m});
      EXPECT_TRUE(std::isfinite(closest.value()));
      if (trial % 3 == 0) continue;  // arms without weight may move to the very end
      EXPECT_NEAR(transport_cost(Bernoulli(), {w, m}, closest.lambda()), closest.value(),
                  1e-12 * (1.0 + closest.value()));
    }
  }
}

}  // namespace
}  // namespace mirador::testing_support
