#include "simulate/lanes/smooth_bottom.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace mirador::lanes {
namespace {

/// A skewed valley with minimum 1 at 0: a parabola through three distant points misses the minimum.
struct Skewed {
  double bend, skew;
  int looks = 0;

  double operator()(double x) {
    ++looks;
    return 1.0 + bend / (skew * skew) * (std::exp(skew * x) - skew * x - 1.0);
  }
};

TEST(SmoothBottom, TellsOnWhichSideTheBottomLies) {
  int looks = 0, asked = 0;
  for (const double skew : {0.01, 0.3, -1.0, 3.0}) {
    for (const double start : {-2.0, -0.3, -0.02, 0.0, 0.005, 0.1, 1.0}) {
      for (const double off : {-0.5, -0.01, -1e-4, -1e-7, 1e-7, 1e-4, 0.01, 0.5}) {
        Skewed valley{0.2, skew};
        const double enough = 1.0 + off;
        const Bottom found = smooth_bottom(valley, Interval{-INFINITY, INFINITY},
                                           Minimum{start, valley(start)}, 1.0, enough);
        ASSERT_TRUE(found.decided) << skew << " " << start << " " << off;
        EXPECT_EQ(found.lowest.value >= enough, off < 0.0) << skew << " " << start << " " << off;
        looks += valley.looks, ++asked;
      }
    }
  }
  EXPECT_LT(looks, 12 * asked);
}

TEST(SmoothBottom, DoesNotDecideWhereThereIsNoValley) {
  const Interval range{0.0, 1.0};
  auto falling = [](double x) { return -x; };
  EXPECT_FALSE(smooth_bottom(falling, range, Minimum{0.5, -0.5}, 0.1, -2.0).decided);
  auto valley = [](double x) { return x * x; };  // its minimum is the end of the range
  EXPECT_FALSE(smooth_bottom(valley, range, Minimum{0.5, 0.25}, 0.1, -1.0).decided);
  auto hill = [](double x) { return -x * x; };
  EXPECT_FALSE(smooth_bottom(hill, range, Minimum{0.5, -0.25}, 0.1, -2.0).decided);
}

}  // namespace
}  // namespace mirador::lanes
