#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>

#include "mirador/core/infinity.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/poisson.hpp"

namespace mirador {
namespace {

using Big = boost::multiprecision::cpp_bin_float_100;
Big x_log_ratio(const Big& x, const Big& y) { return x == 0 ? Big(0) : Big(x * log(x / y)); }

double relative_error(double value, const Big& exact) {
  return std::abs(static_cast<double>((Big(value) - exact) / exact));
}

/// Two means in (0,1): anywhere, near either end, and at every distance from each other.
struct Pair {
  double x, y;
};
Pair random_pair(std::mt19937_64& random) {
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const auto small = [&] { return std::pow(10.0, -16.0 * uniform(random)); };
  const auto sign = [&] { return uniform(random) < 0.5 ? -1.0 : 1.0; };
  const double kind = uniform(random), relation = uniform(random);
  const double x = kind < 0.4 ? uniform(random) : kind < 0.7 ? small() : 1.0 - small();
  const double y = relation < 0.3   ? uniform(random)
                   : relation < 0.7 ? x * (1.0 + sign() * small())
                                    : 1.0 - (1.0 - x) * (1.0 + sign() * small());
  return {x, y};
}

template <class Check>
void for_pairs(Check&& check) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 4000; ++i) {
    const auto [x, y] = random_pair(random);
    if (x > 0.0 && x < 1.0 && y > 0.0 && y < 1.0) check(x, y, random);
  }
}

constexpr double tolerance = 1e-13;

TEST(Divergence, BernoulliHasThirteenDigitsEverywhere) {
  for_pairs([](double x, double y, std::mt19937_64&) {
    const double d = Bernoulli().divergence(x, y);
    if (x == y) {
      EXPECT_EQ(d, 0.0);
      return;
    }
    const Big exact = x_log_ratio(x, y) + x_log_ratio(1 - Big(x), 1 - Big(y));
    EXPECT_LT(relative_error(d, exact), tolerance) << x << ' ' << y;
    EXPECT_GT(d, 0.0);
  });
}

TEST(Divergence, BoundedHasThirteenDigitsInAnyRange) {
  for (const Bounded& family :
       {Bounded(0.0, 1.0), Bounded(-1.7, 2.9), Bounded(5e6, 5e6 + 3.0), Bounded(-1e9, 1e-3)}) {
    const double lo = family.lo(), hi = family.hi();
    for_pairs([&](double p, double q, std::mt19937_64&) {
      const double x = lo + (hi - lo) * p, y = lo + (hi - lo) * q;
      if (x == y || !family.in_support(x) || y <= lo || y >= hi) return;
      const Big a = lo, b = hi;
      const Big exact = (x_log_ratio(x - a, y - a) + x_log_ratio(b - x, b - y)) / (b - a);
      EXPECT_LT(relative_error(family.divergence(x, y), exact), tolerance) << x << ' ' << y;
    });
  }
}

TEST(Divergence, PoissonAndExponentialHaveThirteenDigitsAtEveryScale) {
  for_pairs([](double p, double q, std::mt19937_64& random) {
    const double scale =
        std::pow(10.0, std::uniform_real_distribution<double>(-140.0, 140.0)(random));
    const double x = scale * p, y = scale * q;
    if (x == y) return;
    const Big poisson = x_log_ratio(x, y) - x + y, ratio = Big(x) / y;
    EXPECT_LT(relative_error(Poisson().divergence(x, y), poisson), tolerance) << x << ' ' << y;
    const Big exponential = ratio - 1 - log(ratio);
    EXPECT_LT(relative_error(Exponential().divergence(x, y), exponential), tolerance)
        << x << ' ' << y;
  });
}

TEST(Divergence, SurvivesMeansOfExtremeSize) {
  const double means[] = {1e-305, 1e-200, 1e-10, 1.0, 1e10, 1e200, 1e300};
  for (const double x : means) {
    for (const double y : means) {
      if (x == y) continue;
      const Big ratio = Big(x) / y, exponential = ratio - 1 - log(ratio);
      const double value = Exponential().divergence(x, y);
      if (exponential > 1e308) {
        EXPECT_EQ(value, infinity);
      } else {
        EXPECT_LT(relative_error(value, exponential), tolerance) << x << ' ' << y;
      }
      const Big poisson = x_log_ratio(x, y) - x + y;
      EXPECT_LT(relative_error(Poisson().divergence(x, y), poisson), tolerance) << x << ' ' << y;
    }
  }
}

TEST(Divergence, AtTheEndsOfTheRange) {
  const Bernoulli bernoulli;
  for (const double x : {0.0, 0.5, 1.0}) {
    for (const double y : {0.0, 1.0}) {
      EXPECT_EQ(bernoulli.divergence(x, y), x == y ? 0.0 : infinity) << x << ' ' << y;
    }
  }
  EXPECT_NEAR(bernoulli.divergence(0.0, 0.25), -std::log(0.75), 1e-16);
  EXPECT_NEAR(bernoulli.divergence(1.0, 0.25), std::log(4.0), 1e-15);
  EXPECT_EQ(bernoulli.divergence(0.0, 1e-300), 1e-300);
  EXPECT_NEAR(bernoulli.divergence(0.5, 1e-310), std::log(0.5) - 0.5 * std::log(1e-310), 1e-12);
  EXPECT_EQ(Bounded(-1.0, 3.0).divergence(-1.0, 3.0), infinity);
  EXPECT_NEAR(Bounded(-1.0, 3.0).divergence(3.0, 0.0), std::log(4.0), 1e-15);
  EXPECT_EQ(Poisson().divergence(0.0, 2.5), 2.5);
  EXPECT_EQ(Poisson().divergence(0.0, 0.0), 0.0);
  EXPECT_EQ(Poisson().divergence(2.5, 0.0), infinity);
  EXPECT_EQ(Exponential().divergence(0.0, 2.5), infinity);
}

// A weighted mean of ones may be rounded to the number after 1.
TEST(Divergence, ForgivesRoundingBeyondTheEnds) {
  const double past = std::nextafter(1.0, 2.0);
  EXPECT_EQ(Bernoulli().divergence(1.0, past), 0.0);
  EXPECT_EQ(Bernoulli().divergence(past, 1.0), 0.0);
  EXPECT_EQ(Bernoulli().divergence(0.0, -1e-300), 0.0);
  EXPECT_EQ(Bounded(-3.0, 1.0).divergence(past, past), 0.0);
  EXPECT_GT(Bounded(-3.0, 1.0).divergence(past, 0.5), 0.0);
}

}  // namespace
}  // namespace mirador
