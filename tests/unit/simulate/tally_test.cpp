#include "mirador/simulate/tally.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <stdexcept>

namespace mirador {
namespace {

/// The simplest multiset.
struct Reference {
  std::map<std::uint64_t, std::uint64_t> counts;

  void add(std::uint64_t value) { ++counts[value]; }
  std::vector<Tally::Entry> entries() const {
    std::vector<Tally::Entry> all;
    for (const auto& [value, count] : counts) all.push_back({value, count});
    return all;
  }
};

/// Typical stopping times: most near a mean, some far away.
class StoppingTimes {
 public:
  explicit StoppingTimes(double scale) : times_(std::log(scale), 0.6) {}
  std::uint64_t operator()() { return static_cast<std::uint64_t>(times_(random_)); }

 private:
  std::mt19937_64 random_{11};
  std::lognormal_distribution<double> times_;
};

TEST(Tally, IsAMultiset) {
  for (const double scale : {1.0, 3000.0, 1e9, 1e15}) {
    StoppingTimes next(scale);
    Tally tally;
    Reference reference;
    WideCount sum = 0, squares = 0;
    for (int i = 0; i < 200'000; ++i) {
      const std::uint64_t value = next();
      tally.add(value);
      reference.add(value);
      sum += value;
      squares += WideCount{value} * value;
    }
    EXPECT_EQ(tally.size(), 200'000u);
    EXPECT_TRUE(tally.entries() == reference.entries());
    EXPECT_TRUE(tally.sum() == sum);
    EXPECT_TRUE(tally.sum_of_squares() == squares);
  }
}

TEST(Tally, FewAndExtremeValues) {
  Tally tally;
  EXPECT_TRUE(tally.empty());
  EXPECT_TRUE(tally.entries().empty());
  EXPECT_TRUE(tally.sum() == 0);
  for (const std::uint64_t value : {UINT64_MAX, std::uint64_t{0}, UINT64_MAX, std::uint64_t{7}}) {
    tally.add(value);
  }
  const std::vector<Tally::Entry> expected = {{0, 1}, {7, 1}, {UINT64_MAX, 2}};
  EXPECT_TRUE(tally.entries() == expected);
  EXPECT_TRUE(tally.sum() == WideCount{UINT64_MAX} * 2 + 7);
}

TEST(Tally, MergesExactly) {
  StoppingTimes next(50'000.0);
  Tally whole;
  std::vector<Tally> parts(5);
  for (std::size_t i = 0; i < 400'000; ++i) {
    const std::uint64_t value = next();
    whole.add(value);
    parts[i * i / 7 % 5].add(value);
  }
  Tally merged;
  for (const Tally& part : parts) merged.merge(part);
  EXPECT_EQ(merged.size(), whole.size());
  EXPECT_TRUE(merged.entries() == whole.entries());
  merged.merge(merged);
  EXPECT_EQ(merged.size(), 2 * whole.size());
  EXPECT_TRUE(merged.sum() == 2 * whole.sum());
}

TEST(Tally, IsMadeAgainFromItsEntries) {
  StoppingTimes next(100.0);
  Tally tally;
  for (int i = 0; i < 1000; ++i) tally.add(next());
  Tally again(tally.entries());
  EXPECT_EQ(again.size(), tally.size());
  EXPECT_TRUE(again.entries() == tally.entries());
  EXPECT_THROW(Tally({{3, 1}, {3, 1}}), std::invalid_argument);
  EXPECT_THROW(Tally({{3, 1}, {2, 1}}), std::invalid_argument);
  EXPECT_THROW(Tally({{3, 0}}), std::invalid_argument);
}

TEST(Tally, TenMillionStoppingTimesAtTwoRisksTakeSomeMegabytes) {
  StoppingTimes next(100'000.0);
  Tally easy, hard;
  for (int i = 0; i < 10'000'000; ++i) {
    const std::uint64_t value = next();
    easy.add(value);
    hard.add(2 * value + 1);
  }
  EXPECT_EQ(easy.size(), 10'000'000u);
  EXPECT_EQ(hard.size(), 10'000'000u);
  EXPECT_LT(easy.footprint() + hard.footprint(), 32u << 20);
}

}  // namespace
}  // namespace mirador
