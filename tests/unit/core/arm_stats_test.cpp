#include "mirador/core/arm_stats.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace mirador {
namespace {

TEST(ArmStats, CountsSumsAndMeans) {
  ArmStats stats(2);
  EXPECT_FALSE(stats.all_pulled());
  stats.add(0, 1.0);
  stats.add(0, 2.0);
  EXPECT_FALSE(stats.all_pulled());
  stats.add(1, -4.0);
  EXPECT_TRUE(stats.all_pulled());
  EXPECT_EQ(stats.total(), 3u);
  EXPECT_EQ(stats[0].pulls, 2.0);
  EXPECT_EQ(stats[0].sum, 3.0);
  EXPECT_EQ(stats.means()[0], 1.5);
  EXPECT_EQ(stats.means()[1], -4.0);
  EXPECT_EQ(stats.variances()[0], 0.0);  // not asked for
  stats.clear();
  EXPECT_EQ(stats.total(), 0u);
  EXPECT_FALSE(stats.all_pulled());
  EXPECT_EQ(stats.counts()[0], 0.0);
}

/// Compared with two passes in long double; also far from 0, where sums of squares lose all digits.
TEST(ArmStats, VarianceKeepsItsDigits) {
  std::mt19937_64 random(3);
  for (const double centre : {0.0, -3.0, 1e6}) {
    for (const double sigma : {1e-3, 1.0, 1e3}) {
      std::normal_distribution<double> normal(centre, sigma);
      ArmStats stats(1);
      std::vector<double> data;
      for (int n = 1; n <= 1000; ++n) {
        data.push_back(normal(random));
        stats.add_with_spread(0, data.back());
        if (n > 5 && n % 100 != 0) continue;
        long double mean = 0.0L, squares = 0.0L;
        for (const double x : data) mean += x / static_cast<long double>(n);
        for (const double x : data) squares += (x - mean) * (x - mean);
        const auto variance = static_cast<double>(squares / n);
        EXPECT_NEAR(stats.variances()[0], variance, 1e-11 * variance + 1e-13 * centre * centre);
      }
    }
  }
}

TEST(ArmStats, AddingWithSpreadChangesNothingElse) {
  ArmStats plain(1), spread(1);
  for (const double x : {0.1, 0.7, -3.3, 1e5}) {
    plain.add(0, x);
    spread.add_with_spread(0, x);
    EXPECT_NEAR(plain.means()[0], spread.means()[0], 1e-12 * std::abs(spread.means()[0]));
    EXPECT_EQ(plain[0].sum, spread[0].sum);
  }
}

TEST(ArmStats, StartsAgainWhenCleared) {
  ArmStats stats(1);
  for (const double x : {5.0, 9.0}) stats.add_with_spread(0, x);
  EXPECT_EQ(stats.variances()[0], 4.0);
  stats.clear();
  for (const double x : {100.0, 102.0}) stats.add_with_spread(0, x);
  EXPECT_EQ(stats.variances()[0], 1.0);
}

TEST(ArmStats, AConstantHasNoVarianceHoweverOftenItIsRepeated) {
  ArmStats stats(3);
  for (int i = 0; i < 1'000'000; ++i) {
    stats.add_with_spread(0, 0.1);
    stats.add_with_spread(1, 123.456);
    stats.add_with_spread(2, -1e-300);
  }
  for (Arm a = 0; a < 3; ++a) EXPECT_EQ(stats.variances()[a], 0.0);
}

}  // namespace
}  // namespace mirador
