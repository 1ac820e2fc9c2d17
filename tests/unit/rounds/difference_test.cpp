#include "mirador/rounds/difference.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "plain_comparison.hpp"
#include "rounds.hpp"

namespace mirador::testing_support {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// Two arms, the second always 0.
RoundTable table_of(std::span<const double> differences) {
  RoundTable table(2);
  for (const double d : differences) table.add(all_arms(2), std::vector<double>{d, 0.0});
  return table;
}

/// Has the capital against "Δ <= c" ever reached 2/risk?
bool plainly_refuted(const Law& law, const RoundTable& table, ArmPair pair, double c, double risk) {
  PlainPair plain(law, -c);
  bool refuted = false;
  for (const double d : differences_of(table, pair)) {
    plain.add(d);
    refuted |= plain.impossible() || plain.log_capital() >= std::log(2.0L / risk);
  }
  return refuted;
}

TEST(DifferenceInterval, EndsWhereRefutationEnds) {
  Measurements random(21);
  for (const auto& [name, law] : every_law(150)) {
    for (const std::size_t rounds : {std::size_t{12}, std::size_t{140}}) {
      SCOPED_TRACE(name + " " + std::to_string(rounds));
      const RoundTable table = random.table(law, std::vector<double>{0.7, 0.4}, rounds, 0.02);
      const Interval ends = difference_interval(Bets(law), table, {0, 1}, 0.05);
      const double width = ends.high - ends.low;
      const bool limited = scores_of(law) != nullptr;
      ASSERT_GT(width, 0.0);
      ASSERT_LT(width, infinite);
      if (!limited || ends.low > -Bets(law).limit()) {
        EXPECT_TRUE(plainly_refuted(law, table, {0, 1}, ends.low - 1e-9, 0.05));
      }
      if (!limited || ends.high < Bets(law).limit()) {
        EXPECT_TRUE(plainly_refuted(law, table, {1, 0}, -ends.high - 1e-9, 0.05));
      }
      EXPECT_FALSE(plainly_refuted(law, table, {0, 1}, ends.low + 1e-5 * width, 0.05));
      EXPECT_FALSE(plainly_refuted(law, table, {1, 0}, -(ends.high - 1e-5 * width), 0.05));
    }
  }
}

TEST(DifferenceInterval, IsInfiniteOrTheLimitsUntilSomethingIsRefuted) {
  for (const auto& [name, law] : endless_laws()) {
    SCOPED_TRACE(name);
    const double limit = Bets(law).limit();
    RoundTable table(2);
    for (int rounds = 0; rounds < 3; ++rounds) {
      const Interval ends = difference_interval(Bets(law), table, {0, 1}, 0.05);
      EXPECT_EQ(ends.low, -limit);
      EXPECT_EQ(ends.high, limit);
      table.add(all_arms(2), std::vector<double>{0.5, 0.25});
    }
  }
}

TEST(DifferenceInterval, ShrinksWithEachRoundAndGrowsAsTheRiskFalls) {
  Measurements random(22);
  for (const auto& [name, law] : every_law(60)) {
    SCOPED_TRACE(name);
    const Bets bets(law);
    RoundTable table(2);
    Interval before{-infinite, infinite};
    for (int b = 0; b < 60; ++b) {
      table.add(all_arms(2), std::vector<double>{random.value(law, 0.8), random.value(law, 0.3)});
      const Interval ends = difference_interval(bets, table, {0, 1}, 0.1);
      const double slack = 1e-5 * std::min(ends.high - ends.low, 10.0) + 1e-9;
      EXPECT_GE(ends.low, before.low - slack);
      EXPECT_LE(ends.high, before.high + slack);
      const Interval wider = difference_interval(bets, table, {0, 1}, 0.01);
      EXPECT_LE(wider.low, ends.low + slack);
      EXPECT_GE(wider.high, ends.high - slack);
      before = ends;
    }
    EXPECT_LT(before.high - before.low, 6.0);
  }
}

TEST(DifferenceInterval, OfTheReversedPairIsTheNegative) {
  Measurements random(23);
  for (const auto& [name, law] : every_law(80)) {
    SCOPED_TRACE(name);
    const RoundTable table = random.table(law, std::vector<double>{0.7, 0.4, 0.2}, 80, 0.02);
    const Interval forth = difference_interval(Bets(law), table, {2, 0}, 0.05);
    const Interval back = difference_interval(Bets(law), table, {0, 2}, 0.05);
    EXPECT_NEAR(forth.low, -back.high, 1e-9);
    EXPECT_NEAR(forth.high, -back.low, 1e-9);
  }
}

TEST(DifferenceInterval, ScalesWithTheUnit) {
  Measurements random(24);
  for (const Compare compare : {Compare::mean, Compare::typical, Compare::wins}) {
    std::vector<double> differences(50), scaled(50);
    for (std::size_t b = 0; b < 50; ++b) {
      differences[b] = random.normal();
      scaled[b] = std::ldexp(differences[b], 300);
    }
    const Bets bets{SymmetricLaw{compare}};
    const Interval one = difference_interval(bets, table_of(differences), {0, 1}, 0.05);
    const Interval two = difference_interval(bets, table_of(scaled), {0, 1}, 0.05);
    EXPECT_EQ(std::ldexp(one.low, 300), two.low);
    EXPECT_EQ(std::ldexp(one.high, 300), two.high);
  }
}

TEST(DifferenceInterval, AfterTheLastItemIsThatDifference) {
  Measurements random(25);
  for (int repetition = 0; repetition < 30; ++repetition) {
    const std::size_t items = 2 + random.below(30);
    const ScoreLaw law{0.0, 1.0, items};
    const RoundTable table = random.table(law, std::vector<double>{0.9, 0.2}, items, 0.0);
    const double mean = summarise(table, {0, 1}).mean;
    const Interval ends = difference_interval(Bets(law), table, {0, 1}, 1e-9);
    EXPECT_NEAR(ends.low, mean, 1e-11);
    EXPECT_NEAR(ends.high, mean, 1e-11);
  }
}

// However far apart two arms are: what they share as a scale is how much D varies.
TEST(DifferenceInterval, IsAboutAsWideForPairsFarApart) {
  Measurements random(29);
  std::vector<double> near(50), far(50);
  for (std::size_t b = 0; b < 50; ++b) {
    near[b] = random.normal();
    far[b] = 200.0 + near[b];
  }
  const Bets bets{SymmetricLaw{}};
  const Interval one = difference_interval(bets, table_of(near), {0, 1}, 0.05);
  const Interval two = difference_interval(bets, table_of(far), {0, 1}, 0.05);
  EXPECT_LT(two.high - two.low, 1.3 * (one.high - one.low));
}

TEST(DifferenceInterval, OfConstantDifferencesClosesAroundThem) {
  for (const Compare compare : {Compare::mean, Compare::typical, Compare::wins}) {
    for (const double d : {0.0, 0.25, -3e7, 0x1p330}) {
      const RoundTable table = table_of(std::vector<double>(20, d));
      const Interval ends = difference_interval(Bets(SymmetricLaw{compare}), table, {0, 1}, 0.05);
      const double unit = d == 0.0 ? 1.0 : std::abs(d);
      EXPECT_LE(ends.low, d);
      EXPECT_GE(ends.high, d);
      // The scale of bets on sizes is at least a thousandth of the differences.
      EXPECT_LT(ends.high - ends.low, (compare == Compare::wins || d == 0.0 ? 1e-9 : 0.5) * unit);
    }
  }
}

TEST(DifferenceInterval, RiskOfEachPairSharesTheRisk) {
  EXPECT_DOUBLE_EQ(risk_of_each_pair(0.05, 2), 0.05);
  EXPECT_DOUBLE_EQ(risk_of_each_pair(0.06, 4), 0.01);
}

/// In how many of the worlds an interval after any round misses the difference.
class Misses {
 public:
  Misses(const Law& law, double risk) : bets_(law), risk_(risk) {}

  void add(std::span<const double> differences, double truth) {
    RoundTable table(2);
    bool missed = false;
    for (const double d : differences) {
      table.add(all_arms(2), std::vector<double>{d, 0.0});
      const Interval ends = difference_interval(bets_, table, {0, 1}, risk_);
      missed |= ends.low > truth + 1e-9 || ends.high < truth - 1e-9;
    }
    missed_ += missed ? 1.0 : 0.0;
    ++worlds_;
  }
  double share() const { return missed_ / worlds_; }

 private:
  Bets bets_;
  double risk_, missed_ = 0.0, worlds_ = 0.0;
};

TEST(DifferenceInterval, OverAllSignsMissesAtMostAsOftenAsPromised) {
  Measurements random(26);
  double most = 0.0;
  for (const Compare compare : {Compare::mean, Compare::typical, Compare::wins}) {
    for (int repetition = 0; repetition < 3; ++repetition) {
      const double centre = random.normal();
      std::vector<double> sizes(7);
      for (double& size : sizes) size = std::exp(2.0 * random.normal());
      Misses misses(SymmetricLaw{compare}, 0.4);
      for (std::size_t world = 0; world < 128; ++world) {
        std::vector<double> differences;
        for (std::size_t b = 0; b < 7; ++b) {
          differences.push_back(centre + ((world >> b & 1u) == 1u ? sizes[b] : -sizes[b]));
        }
        misses.add(differences, centre);
      }
      EXPECT_LE(misses.share(), 0.4);
      most = std::max(most, misses.share());
    }
  }
  EXPECT_GT(most, 0.1);  // the promise is not empty
}

TEST(DifferenceInterval, OverAllOrdersMissesAtMostAsOftenAsPromised) {
  Measurements random(27);
  for (int repetition = 0; repetition < 4; ++repetition) {
    std::vector<double> differences(6);
    for (double& d : differences) d = 0.25 * static_cast<double>(random.below(9)) - 1.0;
    const double mean = std::accumulate(differences.begin(), differences.end(), 0.0) / 6.0;
    Misses misses(ScoreLaw{0.0, 1.0, 6}, 0.4);
    std::vector<std::size_t> order = all_arms(6);
    do {
      std::vector<double> drawn;
      for (const std::size_t item : order) drawn.push_back(differences[item]);
      misses.add(drawn, mean);
    } while (std::ranges::next_permutation(order).found);
    EXPECT_LE(misses.share(), 0.4);
  }
}

TEST(DifferenceSummary, OfAFewRounds) {
  const RoundTable table = table_of(std::vector<double>{1.0, missing, -2.0, 4.0, 0.0, 2.0});
  const DifferenceSummary seen = summarise(table, {0, 1});
  EXPECT_EQ(seen.rounds, 5u);
  EXPECT_EQ(seen.ahead, 3u);
  EXPECT_EQ(seen.behind, 1u);
  EXPECT_EQ(seen.tied, 1u);
  EXPECT_DOUBLE_EQ(seen.mean, 1.0);
  EXPECT_EQ(seen.median, 1.0);
  EXPECT_DOUBLE_EQ(seen.deviation, std::sqrt(5.0));
  EXPECT_DOUBLE_EQ(seen.skewness, 0.0);  // 0, -3, 3, -1, 1 around the mean
  EXPECT_DOUBLE_EQ(seen.autocorrelation, (-9.0 - 3.0 - 1.0) / 20.0);
  EXPECT_EQ(summarise(table, {1, 0}).median, -1.0);
}

TEST(DifferenceSummary, OfAlmostNothing) {
  EXPECT_EQ(summarise(RoundTable(2), {0, 1}).rounds, 0u);
  const DifferenceSummary one = summarise(table_of(std::vector<double>{3.0}), {0, 1});
  EXPECT_EQ(one.mean, 3.0);
  EXPECT_EQ(one.median, 3.0);
  EXPECT_EQ(one.deviation, 0.0);
  const DifferenceSummary two = summarise(table_of(std::vector<double>{3.0, 5.0}), {0, 1});
  EXPECT_EQ(two.median, 4.0);
  // Differences that are equal but for rounding have no shape.
  RoundTable table(2);
  for (int b = 0; b < 30; ++b) {
    const double common = std::exp(0.1 * b);
    table.add(all_arms(2), std::vector<double>{common + 0.1, common});
  }
  const DifferenceSummary constant = summarise(table, {0, 1});
  EXPECT_EQ(constant.deviation, 0.0);
  EXPECT_EQ(constant.skewness, 0.0);
  EXPECT_EQ(constant.autocorrelation, 0.0);
}

std::vector<Doubt> doubts_of(const Law& law, const RoundTable& table) {
  Comparison comparison(2, {.law = law, .delta = 0.05});
  add_rounds(table, comparison);
  EXPECT_TRUE(comparison.verdict().has_value());
  std::vector<Doubt> doubts;
  for (const PairWarning& warning : warnings_of(comparison, table)) {
    const Arm answer = comparison.verdict()->answer;
    EXPECT_EQ(warning.pair, (ArmPair{answer, 1 - answer}));
    EXPECT_EQ(warning.doubt == Doubt::mean_against_claim, warning.number < warning.limit);
    doubts.push_back(warning.doubt);
  }
  return doubts;
}

TEST(PairWarnings, RareSlowRunsOfTheWinnerAreNamed) {
  Measurements random(28);
  std::vector<double> differences(60);
  for (double& d : differences) d = 1.0 + 0.3 * random.normal();
  for (const std::size_t b : {9u, 30u, 51u}) differences[b] = -30.0;
  const std::vector<Doubt> expected = {Doubt::mean_against_claim, Doubt::skewed_against_claim};
  EXPECT_EQ(doubts_of(SymmetricLaw{Compare::typical}, table_of(differences)), expected);
  EXPECT_EQ(doubts_of(SymmetricLaw{Compare::wins}, table_of(differences)), std::vector<Doubt>{});
}

TEST(PairWarnings, SlowRunsOfTheLoserAreNot) {
  Measurements random(28);
  std::vector<double> differences(60);
  for (double& d : differences) d = 1.0 + 0.3 * random.normal();
  for (const std::size_t b : {9u, 30u, 51u}) differences[b] = 8.0;
  EXPECT_EQ(doubts_of(SymmetricLaw{Compare::typical}, table_of(differences)), std::vector<Doubt>{});
}

TEST(PairWarnings, LuckThatCarriesOverIsNamed) {
  std::vector<double> differences(60);
  for (std::size_t b = 0; b < 60; ++b) {
    differences[b] = 0.5 + 0.2 * std::sin(0.5 * static_cast<double>(b));
  }
  const std::vector<Doubt> expected = {Doubt::luck_carries_over};
  EXPECT_EQ(doubts_of(SymmetricLaw{}, table_of(differences)), expected);
  EXPECT_EQ(doubts_of(ScoreLaw{0.0, 1.0}, table_of(differences)), expected);
}

TEST(PairWarnings, TheMeanIsHeldAgainstClaimsOnly) {
  Measurements random(30);
  std::vector<double> differences(40);
  for (double& d : differences) d = random.normal();
  const RoundTable table = table_of(differences);
  Comparison comparison(2, {.law = SymmetricLaw{}, .delta = 1e-9});
  add_rounds(table, comparison);
  ASSERT_EQ(comparison.arms_in_play(), 2u);
  EXPECT_TRUE(warnings_of(comparison, table).empty());
}

TEST(PairWarnings, NeedTwentyRounds) {
  std::vector<double> differences;
  for (std::size_t b = 0; b < 19; ++b) differences.push_back(b < 10 ? 1.0 : 2.0);
  EXPECT_EQ(doubts_of(SymmetricLaw{}, table_of(differences)), std::vector<Doubt>{});
  differences.push_back(2.0);
  EXPECT_EQ(doubts_of(SymmetricLaw{}, table_of(differences)),
            std::vector<Doubt>{Doubt::luck_carries_over});
}

}  // namespace
}  // namespace mirador::testing_support
