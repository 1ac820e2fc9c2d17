#include "mirador/core/range_link.hpp"

#include <gtest/gtest.h>

#include "mirador/core/infinity.hpp"

namespace mirador::testing_support {
namespace {

const RangeLink links[] = {{-infinity, infinity}, {0.0, infinity}, {-1.0, 3.0}};

TEST(RangeLink, GoesThereAndBack) {
  for (const RangeLink& link : links) {
    for (const double mean : {0.001, 0.5, 1.0, 2.999}) {
      EXPECT_NEAR(link.back(link(mean)), mean, 1e-12);
      const double step = 1e-6 * mean;
      EXPECT_NEAR((link(mean + step) - link(mean - step)) / (2.0 * step), link.slope(mean),
                  1e-4 * link.slope(mean));
    }
  }
}

TEST(RangeLink, AllNumbersAreMappedIntoTheRange) {
  for (const double x : {-800.0, -3.0, 0.0, 3.0, 800.0}) {
    EXPECT_GE(links[1].back(x), 0.0);
    EXPECT_GE(links[2].back(x), -1.0);
    EXPECT_LE(links[2].back(x), 3.0);
  }
}

TEST(RangeLink, MeansAtAnEndAreMovedInside) {
  EXPECT_EQ(links[0].inside(7.0, 3.0), 7.0);
  EXPECT_EQ(links[1].inside(0.0, 4.0), 0.1);
  EXPECT_EQ(links[1].inside(1e-9, 4.0), 1e-9);
  EXPECT_EQ(links[2].inside(-1.0, 4.0), -0.6);
  EXPECT_EQ(links[2].inside(3.0, 4.0), 2.6);
  EXPECT_EQ(links[2].inside(1.0, 4.0), 1.0);
}

}  // namespace
}  // namespace mirador::testing_support
