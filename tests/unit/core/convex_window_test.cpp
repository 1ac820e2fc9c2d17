#include "mirador/core/convex_window.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace mirador {
namespace {

/// A parabola with a ripple. The parabola minus the ripple's height is convex and lies below the
/// function, by at most twice that height.
struct Rippled {
  double height = 0.0, pace = 1.0;
  mutable int looks = 0;

  double operator()(double x) const {
    ++looks;
    return 3.0 + 50.0 * x * x + height * std::sin(pace * x);
  }
  double straight(double x) const { return x; }
  double bend(Interval) const { return 2.0 * std::abs(height); }
};
static_assert(NearlyConvex<Rippled>);

double smallest_of(const Rippled& f) {
  double smallest = f(0.0);
  for (double x = -0.5; x < 0.5; x += 1e-4) smallest = std::min(smallest, f(x));
  return smallest;
}

/// Starts at a point near the bottom.
Interval window_of(const Rippled& f, double enough) {
  Minimum lowest = {0.02, f(0.02)};
  return convex_window(f, {-10.0, 10.0}, 0.1, enough, lowest);
}

TEST(ConvexWindow, CoversTheBottomOfAConvexFunction) {
  for (const double spare : {1e-8, 1e-4, 0.01, 0.1, 1.0, 2.9}) {
    const Rippled f;
    const Interval window = window_of(f, 3.0 - spare);
    EXPECT_LT(window.low, -0.1) << spare;
    EXPECT_GT(window.high, 0.1) << spare;
    EXPECT_LT(f.looks, 16) << spare;
  }
}

/// The result is correct for functions with a known bend.
TEST(ConvexWindow, NeverCoversAPointBelow) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  int covered = 0;
  for (int trial = 0; trial < 1500; ++trial) {
    const Rippled f = {.height = 0.02 * unit(random), .pace = std::exp(6.0 * unit(random))};
    const double smallest = smallest_of(f), enough = smallest + 0.1 * (unit(random) - 0.7);
    const Interval window = window_of(f, enough);
    if (window.high == window.low) continue;
    ++covered;
    for (double x = std::max(window.low, -0.5); x < std::min(window.high, 0.5); x += 1e-3) {
      ASSERT_GE(f(x), enough) << f.height << " " << f.pace << " " << x;
    }
  }
  EXPECT_GT(covered, 50);
}

TEST(ConvexWindow, LeavesAPointBelow) {
  const Rippled f;
  Minimum lowest = {0.3, f(0.3)};
  const Interval window = convex_window(f, {-10.0, 10.0}, 0.1, 3.5, lowest);
  EXPECT_EQ(window.high, window.low);
  EXPECT_LT(lowest.value, 3.5);
  EXPECT_EQ(lowest.value, f(lowest.at));
}

TEST(ConvexWindow, SaysNothingNextToAnEnd) {
  const Rippled f;
  Minimum lowest = {0.0, f(0.0)};
  const Interval window = convex_window(f, {-0.01, 10.0}, 0.1, 2.0, lowest);
  EXPECT_EQ(window.high, window.low);
  EXPECT_EQ(lowest.value, f(0.0));
}

/// Minimum at 2; convex in 1/x, which falls, but not in x.
struct Inverse {
  double operator()(double x) const { return std::pow(1.0 / x - 0.5, 2.0); }
  double straight(double x) const { return 1.0 / x; }
  double bend(Interval) const { return 0.0; }
};

TEST(ConvexWindow, TakesACoordinateThatFalls) {
  const Inverse f;
  Minimum lowest = {1.95, f(1.95)};
  const Interval window = convex_window(f, {0.0, 100.0}, 0.2, -0.01, lowest);
  EXPECT_LT(window.low, 1.9);
  EXPECT_GT(window.high, 2.1);
}

}  // namespace
}  // namespace mirador
