#include "mirador/random/stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "mirador/family/gaussian.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/random/reward_stream.hpp"

namespace mirador {
namespace {

TEST(RewardStream, EqualsThePureFunction) {
  const Gaussian family(0.7);
  const std::vector<double> means = {0.3, -1.0, 5.0};
  RewardStream<Gaussian> stream(family, {means});
  for (const RandomKey key : {RandomKey{1, 0}, RandomKey{99, 12345678901}, RandomKey{1, 0}}) {
    stream.start(key);
    std::uint64_t pulls[3] = {0, 0, 0};
    for (int i = 0; i < 2000; ++i) {
      const Arm arm = static_cast<Arm>(i * i + i / 7) % 3;
      const double u = reward_uniform(key, arm, pulls[arm]);
      EXPECT_EQ(stream.next(arm), family.quantile(means[arm], u));
      ++pulls[arm];
    }
  }
}

TEST(RewardStream, NormalArmsHaveASigmaEach) {
  const World world{{0.3, -1.0}, {0.1, 50.0}};
  RewardStream<Normal> stream(Normal(), world);
  const RandomKey key{4, 2};
  stream.start(key);
  for (std::uint64_t pull = 0; pull < 100; ++pull) {
    for (const Arm arm : {Arm{0}, Arm{1}}) {
      const double u = reward_uniform(key, arm, pull);
      EXPECT_EQ(stream.next(arm), Normal().quantile(world.means[arm], world.sigmas[arm], u));
    }
  }
}

TEST(RoundDraws, AnyOrderGivesTheSameNumbers) {
  std::vector<double> forward, backward;
  RoundDraws draws({5, 3}, 77);
  for (std::uint64_t k = 0; k < 40; ++k) forward.push_back(draws.uniform(k));
  for (std::uint64_t k = 40; k-- > 0;) backward.push_back(draws.uniform(k));
  std::reverse(backward.begin(), backward.end());
  EXPECT_EQ(forward, backward);
}

TEST(RandomStreams, EveryCoordinateMatters) {
  std::set<double> seen;
  std::size_t drawn = 0;
  const auto note = [&](double u) {
    EXPECT_GT(u, 0.0);
    EXPECT_LT(u, 1.0);
    seen.insert(u);
    ++drawn;
  };
  for (const std::uint64_t seed : {0ull, 1ull, 1ull << 40}) {
    for (const std::uint64_t replication : {0ull, 1ull, 1ull << 32, (1ull << 48) - 1}) {
      const RandomKey key{seed, replication};
      for (const std::uint64_t pull : {0ull, 1ull, 2ull, 3ull, 1ull << 34, (1ull << 49) - 1}) {
        for (const Arm arm : {0ul, 1ul, 255ul, (1ul << 24) - 1}) {
          note(reward_uniform(key, arm, pull));
        }
      }
      for (const std::uint64_t round : {0ull, 1ull, 1ull << 34, (1ull << 48) - 1}) {
        RoundDraws draws(key, round);
        for (std::uint64_t k = 0; k < 6; ++k) note(draws.uniform(k));
      }
    }
  }
  EXPECT_EQ(seen.size(), drawn);
}

TEST(RandomStreams, UniformsCoverTheOpenInterval) {
  const double smallest = detail::open_uniform(0, 0);
  const double largest = detail::open_uniform(0xffffffff, 0xffffffff);
  EXPECT_GT(smallest, 0.0);
  EXPECT_LT(smallest, 0x1.0p-50);
  EXPECT_LT(largest, 1.0);
  EXPECT_GT(largest, 1.0 - 0x1.0p-50);
  // Symmetric: u and 1-u are equally likely, to the last bit.
  EXPECT_EQ(1.0 - largest, smallest);
  EXPECT_EQ(detail::open_uniform(0x7fffffff, 0xffffffff) + detail::open_uniform(0x80000000, 0),
            1.0);
}

/// Pearson's statistic for equally likely cells; mean cells-1, variance 2(cells-1).
double chi_square(const std::vector<double>& counts, double total) {
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0.0;
  for (const double count : counts) sum += (count - expected) * (count - expected) / expected;
  return sum;
}

// 255 degrees of freedom: P(χ² > 400) < 4e-8.
constexpr double chi_square_bound = 400.0;

TEST(RandomStreams, UniformOverCells) {
  std::vector<double> rewards(256, 0.0), draws(256, 0.0);
  const int n = 200000;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::uint64_t>(i);
    rewards[static_cast<std::size_t>(256.0 * reward_uniform({7, at / 1000}, at % 3, at % 1000))] +=
        1;
    draws[static_cast<std::size_t>(256.0 * RoundDraws({7, 0}, at).uniform(at % 5))] += 1;
  }
  EXPECT_LT(chi_square(rewards, n), chi_square_bound);
  EXPECT_LT(chi_square(draws, n), chi_square_bound);
}

TEST(RandomStreams, NeighboursAreIndependent) {
  // Pairs of numbers that differ in one coordinate only, in a 16 x 16 table.
  const auto cell = [](double u, double v) {
    return static_cast<std::size_t>(16.0 * u) * 16 + static_cast<std::size_t>(16.0 * v);
  };
  std::vector<double> pulls(256), arms(256), replications(256), seeds(256), uses(256);
  const int n = 100000;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::uint64_t>(i);
    const double u = reward_uniform({1, at}, 0, 2 * at);
    pulls[cell(u, reward_uniform({1, at}, 0, 2 * at + 1))] += 1;
    arms[cell(u, reward_uniform({1, at}, 1, 2 * at))] += 1;
    replications[cell(u, reward_uniform({1, at + 1}, 0, 2 * at))] += 1;
    seeds[cell(u, reward_uniform({2, at}, 0, 2 * at))] += 1;
    uses[cell(u, RoundDraws({1, at}, 2 * at).uniform(0))] += 1;
  }
  for (const auto& table : {pulls, arms, replications, seeds, uses}) {
    EXPECT_LT(chi_square(table, n), chi_square_bound);
  }
}

}  // namespace
}  // namespace mirador
