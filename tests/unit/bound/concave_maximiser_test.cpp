#include "mirador/bound/concave_maximiser.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <random>
#include <span>
#include <stdexcept>
#include <vector>

#include "simplex.hpp"

namespace mirador {
namespace {

using testing_support::expect_on_simplex;
using Vector = std::vector<double>;
using Weights = std::span<const double>;
using Gradient = std::span<double>;

// Gaussian arms, sorted by decreasing mean: the m best against the others.
struct TopArms {
  Vector means;
  std::size_t m = 1;

  double operator()(Weights w, Gradient g) const {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t a = m; a < means.size(); ++a) {
        const double sum = w[i] + w[a];
        const double theta =
            sum > 0.0 ? (w[i] * means[i] + w[a] * means[a]) / sum : 0.5 * (means[i] + means[a]);
        const double gi = 0.5 * (means[i] - theta) * (means[i] - theta);
        const double ga = 0.5 * (means[a] - theta) * (means[a] - theta);
        const double cost = w[i] * gi + w[a] * ga;
        if (cost >= smallest) continue;
        smallest = cost;
        std::fill(g.begin(), g.end(), 0.0);
        g[i] = gi;
        g[a] = ga;
      }
    }
    return smallest;
  }
};

double half_square(double x) { return 0.5 * x * x; }

struct Thresholding {
  Vector means;
  double threshold = 0.5;

  double operator()(Weights w, Gradient g) const {
    std::size_t worst = 0;
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t a = 0; a < means.size(); ++a) {
      const double cost = w[a] * half_square(means[a] - threshold);
      if (cost >= smallest) continue;
      smallest = cost;
      worst = a;
    }
    std::fill(g.begin(), g.end(), 0.0);
    g[worst] = half_square(means[worst] - threshold);
    return smallest;
  }
  double optimum() const {
    double time = 0.0;
    for (const double mean : means) time += 1.0 / half_square(mean - threshold);
    return 1.0 / time;
  }
};

// Best arm in closed form: x_a = y / (D_a − y), Σ x_a² = 1, F* = y / (1 + Σ x_a).
double best_arm_optimum(const Vector& means) {
  double low = 0.0;
  double high = half_square(means[0] - means[1]);
  for (int i = 0; i < 200; ++i) {
    const double y = 0.5 * (low + high);
    double squares = 0.0;
    for (std::size_t a = 1; a < means.size(); ++a) {
      const double x = y / (half_square(means[0] - means[a]) - y);
      squares += x * x;
    }
    (squares < 1.0 ? low : high) = y;
  }
  double sum = 1.0;
  for (std::size_t a = 1; a < means.size(); ++a) {
    sum += low / (half_square(means[0] - means[a]) - low);
  }
  return low / sum;
}

Vector random_means(std::mt19937_64& rng, std::size_t k) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  Vector means(k);
  for (double& mean : means) mean = uniform(rng);
  std::sort(means.begin(), means.end(), std::greater<>());
  return means;
}

Vector uniform_weights(std::size_t k) { return Vector(k, 1.0 / static_cast<double>(k)); }

void expect_certified(const Maximum& found, double optimum, double gap) {
  EXPECT_LE(found.relative_gap(), gap);
  EXPECT_LE(found.lower, optimum * (1.0 + 1e-12));
  EXPECT_GE(found.upper, optimum * (1.0 - 1e-12));
}

TEST(ConcaveMaximiser, BestArmReference) {
  const TopArms oracle{{1.0, 0.85, 0.8, 0.75}};
  ConcaveMaximiser maximiser;
  Vector w = uniform_weights(4);
  const Maximum found = maximiser.maximise(oracle, w);
  EXPECT_NEAR(1.0 / found.lower, 463.2768, 1e-4);
  expect_certified(found, best_arm_optimum(oracle.means), 1e-9);
  EXPECT_LE(found.oracle_calls, 60U);
  expect_on_simplex(w);
  const Vector reference{0.4033, 0.3660, 0.1474, 0.0833};
  for (std::size_t a = 0; a < 4; ++a) EXPECT_NEAR(w[a], reference[a], 2e-4);
}

TEST(ConcaveMaximiser, BestArmMatchesTheClosedForm) {
  std::mt19937_64 rng(21);
  ConcaveMaximiser maximiser;
  for (const std::size_t k : {2U, 4U, 10U, 30U}) {
    for (int trial = 0; trial < 10; ++trial) {
      const TopArms oracle{random_means(rng, k)};
      Vector w = uniform_weights(k);
      expect_certified(maximiser.maximise(oracle, w), best_arm_optimum(oracle.means), 1e-9);
      expect_on_simplex(w);
    }
  }
}

TEST(ConcaveMaximiser, HundredArms) {
  std::mt19937_64 rng(22);
  ConcaveMaximiser maximiser;
  const TopArms oracle{random_means(rng, 100)};
  Vector w = uniform_weights(100);
  const Maximum found = maximiser.maximise(oracle, w, {.relative_gap = 1e-6, .max_calls = 2000});
  expect_certified(found, best_arm_optimum(oracle.means), 1e-6);
}

TEST(ConcaveMaximiser, TopArmsReachTheGap) {
  std::mt19937_64 rng(23);
  ConcaveMaximiser maximiser;
  for (const std::size_t k : {4U, 10U, 30U}) {
    const TopArms oracle{random_means(rng, k), k / 2};
    Vector w = uniform_weights(k);
    EXPECT_LE(maximiser.maximise(oracle, w).relative_gap(), 1e-9);
  }
}

TEST(ConcaveMaximiser, ThresholdingMatchesTheClosedForm) {
  std::mt19937_64 rng(24);
  ConcaveMaximiser maximiser;
  for (const std::size_t k : {1U, 2U, 4U, 10U, 30U, 100U}) {
    const Thresholding oracle{random_means(rng, k)};
    Vector w = uniform_weights(k);
    expect_certified(maximiser.maximise(oracle, w), oracle.optimum(), 1e-9);
  }
}

TEST(ConcaveMaximiser, LinearFunctionGoesToAVertex) {
  const auto oracle = [](Weights w, Gradient g) {
    double value = 0.0;
    for (std::size_t a = 0; a < w.size(); ++a) {
      g[a] = static_cast<double>(a + 1);
      value += g[a] * w[a];
    }
    return value;
  };
  ConcaveMaximiser maximiser;
  Vector w = uniform_weights(7);
  expect_certified(maximiser.maximise(oracle, w), 7.0, 1e-9);
  EXPECT_NEAR(w[6], 1.0, 1e-8);
}

TEST(ConcaveMaximiser, SmoothFunctionWithUnboundedGradients) {
  const auto oracle = [](Weights w, Gradient g) {
    g[0] = 0.5 * std::sqrt(w[1] / w[0]);
    g[1] = 0.5 * std::sqrt(w[0] / w[1]);
    return std::sqrt(w[0] * w[1]);
  };
  ConcaveMaximiser maximiser;
  for (const Vector& start : {Vector{0.9, 0.1}, Vector{1.0, 0.0}, Vector{0.3, 0.7}}) {
    Vector w = start;
    const Maximum found = maximiser.maximise(oracle, w);
    expect_certified(found, 0.5, 1e-9);
    EXPECT_LE(found.oracle_calls, 80U);
    EXPECT_NEAR(w[0], 0.5, 1e-4);
  }
}

TEST(ConcaveMaximiser, SmoothGeometricMeanInManyDimensions) {
  // Π w_a^(1/K): maximal at the uniform weights, value 1/K; no kink anywhere.
  const auto oracle = [](Weights w, Gradient g) {
    const double k = static_cast<double>(w.size());
    double logs = 0.0;
    for (const double weight : w) logs += std::log(weight);
    const double value = std::exp(logs / k);
    for (std::size_t a = 0; a < w.size(); ++a) g[a] = value / (k * w[a]);
    return value;
  };
  ConcaveMaximiser maximiser;
  Vector w{8.0, 4.0, 2.0, 1.0, 0.5, 0.25};
  expect_certified(maximiser.maximise(oracle, w), 1.0 / 6.0, 1e-6);
}

TEST(ConcaveMaximiser, ScaleOfTheFunctionDoesNotMatter) {
  for (const double scale : {1e-60, 1e-12, 1e12}) {
    const TopArms arms{{1.0, 0.85, 0.8, 0.75}};
    const auto oracle = [&](Weights w, Gradient g) {
      const double value = arms(w, g);
      for (double& entry : g) entry *= scale;
      return scale * value;
    };
    ConcaveMaximiser maximiser;
    Vector w = uniform_weights(4);
    expect_certified(maximiser.maximise(oracle, w), scale * best_arm_optimum(arms.means), 1e-9);
  }
}

TEST(ConcaveMaximiser, WarmStartTakesFewerCalls) {
  std::mt19937_64 rng(25);
  std::normal_distribution<double> normal;
  ConcaveMaximiser maximiser;
  std::size_t cold_calls = 0;
  std::size_t warm_calls = 0;
  for (int trial = 0; trial < 30; ++trial) {
    TopArms oracle{random_means(rng, 4)};
    Vector w = uniform_weights(4);
    cold_calls += maximiser.maximise(oracle, w).oracle_calls;
    const double step = 1e-3 * (oracle.means[0] - oracle.means[1]);
    for (double& mean : oracle.means) mean += step * normal(rng);
    const Maximum found = maximiser.maximise(oracle, w);
    expect_certified(found, best_arm_optimum(oracle.means), 1e-9);
    warm_calls += found.oracle_calls;
  }
  EXPECT_LT(warm_calls, cold_calls * 9 / 10);
}

TEST(ConcaveMaximiser, ZeroFunctionReturnsTheStart) {
  const TopArms ties{{1.0, 1.0, 0.5}};
  ConcaveMaximiser maximiser;
  Vector w{0.5, 0.25, 0.25};
  const Maximum found = maximiser.maximise(ties, w);
  EXPECT_EQ(found.lower, 0.0);
  EXPECT_EQ(found.upper, 0.0);
  EXPECT_EQ(found.relative_gap(), 0.0);
  EXPECT_EQ(found.oracle_calls, 1U);
  EXPECT_EQ(w, (Vector{0.5, 0.25, 0.25}));
}

TEST(ConcaveMaximiser, UnusableStartsFallBack) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double inf = std::numeric_limits<double>::infinity();
  const TopArms oracle{{1.0, 0.85, 0.8, 0.75}};
  ConcaveMaximiser maximiser;
  for (const Vector& start :
       {Vector(4, 0.0), Vector{nan, 1, 1, 1}, Vector{inf, 1, 1, 1}, Vector{-1, 0, 0, 3}}) {
    Vector w = start;
    EXPECT_LE(maximiser.maximise(oracle, w).relative_gap(), 1e-9);
    expect_on_simplex(w);
  }
  Vector empty;
  EXPECT_THROW(maximiser.maximise(oracle, empty), std::invalid_argument);
}

TEST(ConcaveMaximiser, StopsHonestly) {
  const TopArms oracle{{1.0, 0.85, 0.8, 0.75}};
  const double optimum = best_arm_optimum(oracle.means);
  ConcaveMaximiser maximiser;
  for (const std::size_t calls : {1U, 3U, 8U}) {
    Vector w = uniform_weights(4);
    const Maximum found = maximiser.maximise(oracle, w, {.relative_gap = 1e-9, .max_calls = calls});
    EXPECT_LE(found.oracle_calls, calls);
    EXPECT_LE(found.lower, optimum);
    EXPECT_GE(found.upper, optimum);
    expect_on_simplex(w);
  }
  // A gap of zero is unreachable: the search ends at rounding level.
  Vector w = uniform_weights(4);
  const Maximum found = maximiser.maximise(oracle, w, {.relative_gap = 0.0, .max_calls = 3000});
  expect_certified(found, optimum, 1e-12);
  EXPECT_LT(found.oracle_calls, 3000U);
}

TEST(ConcaveMaximiser, NanFromTheOracleEndsTheSearch) {
  const TopArms arms{{1.0, 0.85, 0.8, 0.75}};
  int calls = 0;
  const auto oracle = [&](Weights w, Gradient g) {
    const double value = arms(w, g);
    return ++calls < 5 ? value : std::numeric_limits<double>::quiet_NaN();
  };
  ConcaveMaximiser maximiser;
  Vector w = uniform_weights(4);
  const Maximum found = maximiser.maximise(oracle, w);
  EXPECT_EQ(found.oracle_calls, 5U);
  EXPECT_LE(found.lower, best_arm_optimum(arms.means));
  EXPECT_GE(found.upper, best_arm_optimum(arms.means));
}

}  // namespace
}  // namespace mirador
