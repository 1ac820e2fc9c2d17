#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "mirador/core/cubic.hpp"
#include "mirador/core/rising_root.hpp"

namespace mirador {
namespace {

/// (t - r)(t - s)(t - q) for real roots.
Cubic with_roots(double r, double s, double q) {
  return {-r * s * q, r * s + s * q + q * r, -(r + s + q), 1.0};
}

TEST(FirstRoot, FindsTheSmallestAndTheLargestOfThree) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (int i = 0; i < 1000; ++i) {
    const double r = 0.4 * uniform(random), s = 0.45 + 0.1 * uniform(random);
    const double u = 0.4 * uniform(random);
    EXPECT_NEAR(first_root(with_roots(r, s, 1.0 - u)), r, 1e-14);
    EXPECT_NEAR(first_root(with_roots(u, 1.0 - s, 1.0 - r)), u, 1e-14);
  }
}

TEST(FirstRoot, KeepsThePrecisionOfSmallRoots) {
  for (const double r : {1e-5, 1e-20, 1e-150}) {
    EXPECT_NEAR(first_root(with_roots(r, 0.5, 0.9)), r, 1e-15 * r);
  }
  EXPECT_EQ(first_root(with_roots(0.0, 0.5, 0.9)), 0.0);
}

TEST(FirstRoot, LeavesARootBeyondTheInflectionToTheOtherEnd) {
  // (t - r)((t - 1/2)² + 1/10), whose inflection is at (r + 1)/3.
  const auto cubic = [](double r) { return Cubic{-0.35 * r, 0.35 + r, -(1.0 + r), 1.0}; };
  EXPECT_NEAR(first_root(cubic(0.3)), 0.3, 1e-15);
  EXPECT_TRUE(std::isnan(first_root(cubic(0.7))));
}

TEST(FirstRoot, ALineIsACubicToo) { EXPECT_NEAR(first_root({-1.0, 4.0, 0.0, 0.0}), 0.25, 1e-16); }

TEST(RisingRoot, FindsRootsNextToPolesAndAtTheGuess) {
  for (const double r : {1e-12, 1e-6, 0.3, 0.999999}) {
    const auto f = [&](double x) { return 1.0 / (1.0 - x) - r / x / (1.0 - r); };
    for (const double guess : {0.001, 0.5, 0.999, r}) {
      EXPECT_NEAR(rising_root(f, {0.0, 1.0}, guess, 1.0), r, 1e-14 * r) << guess;
    }
  }
}

TEST(RisingRoot, EndsWhereAFunctionOfOneSignLeads) {
  EXPECT_NEAR(rising_root([](double x) { return 1.0 + x; }, {0.0, 2.0}, 1.0, 1.0), 0.0, 1e-15);
  EXPECT_NEAR(rising_root([](double x) { return x - 3.0; }, {0.0, 2.0}, 1.0, 1.0), 2.0, 1e-15);
}

}  // namespace
}  // namespace mirador
