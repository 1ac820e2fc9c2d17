#include "mirador/random/shuffle.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace mirador {
namespace {

std::vector<int> shuffled(int n, RandomKey key, std::uint64_t number) {
  std::vector<int> values(static_cast<std::size_t>(n));
  std::iota(values.begin(), values.end(), 0);
  shuffle<int>(values, key, number);
  return values;
}

TEST(Shuffle, IsAPureFunctionOfKeyAndNumber) {
  EXPECT_EQ(shuffled(50, {1, 0}, 3), shuffled(50, {1, 0}, 3));
  EXPECT_NE(shuffled(50, {1, 0}, 3), shuffled(50, {1, 0}, 4));
  EXPECT_NE(shuffled(50, {1, 0}, 3), shuffled(50, {2, 0}, 3));
  EXPECT_NE(shuffled(50, {1, 0}, 3), shuffled(50, {1, 1}, 3));
}

TEST(Shuffle, KeepsTheValues) {
  for (const int n : {0, 1, 2, 7, 1000}) {
    std::vector<int> values = shuffled(n, {5, 0}, 1);
    std::ranges::sort(values);
    for (int i = 0; i < n; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], i);
  }
}

TEST(Shuffle, GivesEveryOrderEquallyOften) {
  constexpr int runs = 24'000;
  std::map<std::vector<int>, int> counts;
  for (int run = 0; run < runs; ++run) {
    ++counts[shuffled(4, {9, 0}, static_cast<std::uint64_t>(run))];
  }
  EXPECT_EQ(counts.size(), 24u);
  // 1000 each, with standard deviation 31.
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, runs / 24, 200);
}

}  // namespace
}  // namespace mirador
