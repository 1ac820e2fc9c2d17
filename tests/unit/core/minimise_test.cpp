#include "mirador/core/minimise.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace mirador {
namespace {

TEST(Minimise, FindsTheBottomOfAValley) {
  const auto expect = [](auto&& f, double low, double high, double at) {
    const Minimum found = minimise(f, low, high);
    EXPECT_NEAR(found.at, at, 1e-7 * (high - low));
    EXPECT_EQ(found.value, f(found.at));
  };
  expect([](double x) { return (x - 0.3) * (x - 0.3); }, -1.0, 2.0, 0.3);
  expect([](double x) { return std::abs(x - 0.3); }, -1.0, 2.0, 0.3);
  expect([](double x) { return std::exp(x) - 2.0 * x; }, -5.0, 5.0, std::log(2.0));
  expect([](double x) { return std::exp(40.0 * x) - 40.0 * x; }, -1.0, 1.0, 0.0);
  expect([](double x) { return (x - 7e-9) * (x - 7e-9); }, -1e-8, 2e-8, 7e-9);
}

TEST(Minimise, GoesToTheEndWhereTheFunctionOnlyFalls) {
  const Minimum found = minimise([](double x) { return -x; }, 0.0, 1.0);
  EXPECT_NEAR(found.at, 1.0, 1e-6);
  EXPECT_LE(found.at, 1.0);
}

TEST(Minimise, CopesWithFlatAndInfiniteStretches) {
  EXPECT_EQ(minimise([](double) { return 4.0; }, 0.0, 1.0).value, 4.0);
  const auto walls = [](double x) {
    return x < 0.2 || x > 0.9 ? std::numeric_limits<double>::infinity() : (x - 0.5) * (x - 0.5);
  };
  EXPECT_NEAR(minimise(walls, 0.0, 1.0).at, 0.5, 1e-6);
}

TEST(Minimise, LooksLessWhereLessIsAsked) {
  int calls = 0;
  const auto valley = [&](double x) {
    ++calls;
    return std::cosh(3.0 * (x - 0.21)) + 0.1 * x;
  };
  const double at = minimise(valley, -1.0, 1.0).at;
  const int calls_by_default = calls;
  calls = 0;
  EXPECT_NEAR(minimise(valley, -1.0, 1.0, {.fine = 1e-2}).at, at, 0.04);
  EXPECT_LT(calls, calls_by_default);
}

}  // namespace
}  // namespace mirador
