#include "mirador/random/futures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mirador::testing_support {
namespace {

TEST(Futures, ChancesAreNormalLevelsInAnOrderOfTheArm) {
  const OfFutures& levels = normal_levels();
  for (std::size_t k = 0; k < future_count; ++k) {
    EXPECT_NEAR(normal_cdf(levels[k]), (static_cast<double>(k) + 0.5) / future_count, 1e-12);
  }
  for (const std::uint64_t arm : {0u, 1u, 2u, 77u}) {
    OfFutures chances = chances_of(arm);
    EXPECT_EQ(chances, chances_of(arm));
    EXPECT_NE(chances, chances_of(arm + 1));
    std::ranges::sort(chances);
    EXPECT_EQ(chances, levels);
  }
}

/// 64 futures cannot be exactly uncorrelated; a random order has deviation 1/8.
TEST(Futures, ArmsAreNearlyUncorrelated) {
  for (std::uint64_t a = 0; a < 10; ++a) {
    for (std::uint64_t b = 0; b < a; ++b) {
      const OfFutures x = chances_of(a), y = chances_of(b);
      EXPECT_LT(std::abs(std::inner_product(x.begin(), x.end(), y.begin(), 0.0)),
                0.5 * future_count);
    }
  }
}

TEST(Futures, TheRangeIsInOrder) {
  OfFutures times;
  std::iota(times.rbegin(), times.rend(), 1.0);
  EXPECT_EQ(range_of(times, times), (Forecast{10.0, 33.0, 52.0}));
  OfFutures endless;
  endless.fill(infinity);
  EXPECT_EQ(range_of(times, endless).high, infinity);
  EXPECT_EQ(range_of(endless, times), (Forecast{infinity, infinity, infinity}));
  OfFutures none{};
  EXPECT_EQ(range_of(times, none).high, 33.0);  // never below the middle
}

TEST(Futures, TimesAreFoundWithinSomePercent) {
  for (const double need : {11.0, 40.0, 500.0, 4000.0}) {
    EXPECT_NEAR(time_to_reach(need, 10.0, [](double t) { return t; }), need, 0.01 * need);
    EXPECT_NEAR(time_to_reach(need, 10.0, [](double t) { return t - 5.0; }), need + 5.0,
                0.05 * need);
  }
  EXPECT_EQ(time_to_reach(3.0, 10.0, [](double t) { return t; }), 10.0);
  EXPECT_EQ(time_to_reach(3.0, 10.0, [](double) { return 0.0; }), infinity);
  EXPECT_EQ(time_to_reach(1e9, 10.0, [](double t) { return t; }), infinity);
}

TEST(Forecast, EndsWithABudget) {
  const Forecast forecast{10.0, 50.0, infinity};
  EXPECT_EQ(forecast.up_to(30.0), (Forecast{10.0, 30.0, 30.0}));
  EXPECT_EQ(forecast.up_to(infinity), forecast);
}

}  // namespace
}  // namespace mirador::testing_support
