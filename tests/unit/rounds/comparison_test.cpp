#include "mirador/rounds/comparison.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "plain_comparison.hpp"
#include "rounds.hpp"

namespace mirador::testing_support {
namespace {

ComparisonTerms terms_with(const Law& law, double delta, Goal goal = Goal::best,
                           double margin = 0.0) {
  return {.law = law, .delta = delta, .goal = goal, .margin = margin};
}

Comparison compared(const RoundTable& table, const ComparisonTerms& terms) {
  Comparison comparison(table.arms(), terms);
  add_rounds(table, comparison);
  return comparison;
}

/// Both infinite, or as close as sums of a few hundred rounded numbers can be.
void expect_close(double seen, long double wanted) {
  if (std::isinf(wanted)) {
    EXPECT_EQ(seen, static_cast<double>(wanted));
  } else {
    EXPECT_NEAR(seen, static_cast<double>(wanted),
                1e-9 * (1.0 + std::abs(static_cast<double>(wanted))));
  }
}

void expect_same_state(const Comparison& a, const Comparison& b) {
  EXPECT_EQ(a.rounds(), b.rounds());
  EXPECT_EQ(a.verdict(), b.verdict());
  EXPECT_EQ(a.evidence(), b.evidence());
  EXPECT_EQ(a.leader(), b.leader());
  for (Arm i = 0; i < a.arms(); ++i) {
    EXPECT_EQ(a.left_in(i), b.left_in(i));
    EXPECT_EQ(a.log_capital(i), b.log_capital(i));
    EXPECT_EQ(a.within_margin(i), b.within_margin(i));
  }
}

constexpr std::size_t table_rounds = 120;
const std::vector<double> four_levels = {0.5, 0.62, 0.1, 0.55};

class PlainFormulas : public testing::TestWithParam<Goal> {};

/// Compares every round until the verdict.
void expect_plain_formulas(const RoundTable& table, const ComparisonTerms& terms) {
  Comparison comparison(table.arms(), terms);
  PlainComparison plain(table.arms(), terms);
  for (std::size_t b = 0; b < table.rounds() && !comparison.verdict(); ++b) {
    comparison.add(table.members(b), table.values(b));
    plain.add(table.members(b), table.values(b));
    for (Arm j = 0; j < table.arms(); ++j) {
      ASSERT_EQ(comparison.left_in(j), plain.left_in(j)) << "round " << b;
      expect_close(comparison.log_capital(j), plain.log_capital(j));
      for (Arm i = 0; i < table.arms() && terms.goal != Goal::best; ++i) {
        if (i == j) continue;
        expect_close(comparison.log_margin_wealth(i, j), plain.log_margin_wealth(i, j));
        EXPECT_EQ(comparison.within_margin_of(i, j), plain.highest(i, j) * terms.delta >= 1.0L);
      }
    }
    if (testing::Test::HasFailure()) return;
  }
}

TEST_P(PlainFormulas, GiveTheSameCapitals) {
  Measurements random(3);
  for (const auto& [name, law] : every_law(table_rounds)) {
    for (const double share_missing : {0.0, 0.1}) {
      SCOPED_TRACE(name + (share_missing > 0.0 ? ", some missing" : ""));
      const RoundTable table = random.table(law, four_levels, table_rounds, share_missing);
      expect_plain_formulas(table, terms_with(law, 1e-3, GetParam(), 0.2));
    }
  }
}

TEST_P(PlainFormulas, GiveTheSameCapitalsWithFewPlaces) {
  Measurements random(4);
  for (const auto& [name, law] : endless_laws()) {
    SCOPED_TRACE(name);
    const RoundTable all = random.table(law, four_levels, table_rounds, 0.05);
    RoundTable table(all.arms());
    for (std::size_t b = 0; b < all.rounds(); ++b) {
      const std::vector<Arm> members = {b % 4, (b + 1 + b / 4 % 3) % 4};
      table.add(members, all.values(b));
    }
    expect_plain_formulas(table, terms_with(law, 1e-3, GetParam(), 0.2));
  }
}

INSTANTIATE_TEST_SUITE_P(Goals, PlainFormulas,
                         testing::Values(Goal::best, Goal::equal, Goal::good_enough));

/// Mean capitals and the share of worlds in which an arm has ever left, over equally likely worlds.
struct Exactly {
  std::vector<double> mean_capital, left;
  double worlds = 0.0;

  explicit Exactly(std::size_t arms) : mean_capital(arms), left(arms) {}

  void add(const Comparison& comparison) {
    ++worlds;
    for (Arm a = 0; a < comparison.arms(); ++a) {
      mean_capital[a] += std::exp(comparison.log_capital(a));
      left[a] += comparison.in_play(a) ? 0.0 : 1.0;
    }
  }
  void expect_promise(Arm best, double delta) const {
    EXPECT_LE(mean_capital[best] / worlds, 1.0 + 1e-12) << "arm " << best;
    EXPECT_LE(left[best] / worlds, delta) << "arm " << best;
  }
};

/// In each round three arms get three given values in one of the six orders: no arm is better.
Exactly over_all_exchanges(const Law& law, double delta, std::size_t size, Measurements& random) {
  constexpr std::size_t rounds = 5, arms = 3;
  std::vector<std::vector<double>> values(rounds, std::vector<double>(arms));
  for (auto& row : values) {
    for (double& value : row) value = random.value(law, 0.5);
    std::ranges::sort(row);
  }
  Exactly result(arms);
  std::size_t worlds = 1;
  for (std::size_t b = 0; b < rounds; ++b) worlds *= 6;
  for (std::size_t world = 0; world < worlds; ++world) {
    Comparison comparison(arms, terms_with(law, delta));
    std::vector<std::uint64_t> times(arms);
    for (std::size_t b = 0, rest = world; b < rounds; ++b, rest /= 6) {
      std::vector<double> row = values[b];
      for (std::size_t p = 0; p < rest % 6; ++p) std::ranges::next_permutation(row);
      const std::vector<Arm> members = members_of_round(comparison, times, size);
      for (const Arm a : members) ++times[a];
      comparison.add(members, row);
    }
    result.add(comparison);
  }
  return result;
}

TEST(Comparison, ExchangeableArmsLeaveAtMostAsOftenAsPromised) {
  Measurements random(5);
  for (const auto& [name, law] : endless_laws()) {
    for (const std::size_t size : {std::size_t{0}, std::size_t{2}}) {
      for (const double delta : {0.6, 0.3, 0.15}) {
        SCOPED_TRACE(name + " " + std::to_string(delta));
        const Exactly result = over_all_exchanges(law, delta, size, random);
        for (Arm a = 0; a < 3; ++a) result.expect_promise(a, delta);
      }
    }
  }
}

/// Scores of all arms on a few items, in quarters.
std::vector<std::vector<double>> random_items(std::size_t items, std::size_t arms,
                                              Measurements& random) {
  std::vector<std::vector<double>> scores(items, std::vector<double>(arms));
  for (auto& item : scores) {
    for (double& score : item) score = 0.25 * static_cast<double>(random.below(5));
  }
  return scores;
}

std::vector<double> totals_of(const std::vector<std::vector<double>>& scores) {
  std::vector<double> totals(scores[0].size());
  for (const auto& item : scores) {
    for (Arm a = 0; a < totals.size(); ++a) totals[a] += item[a];
  }
  return totals;
}

TEST(Comparison, InAllOrdersOfItemsTheBestLeavesAtMostAsOftenAsPromised) {
  Measurements random(6);
  constexpr std::size_t items = 6, arms = 3;
  for (int repetition = 0; repetition < 12; ++repetition) {
    const auto scores = random_items(items, arms, random);
    const auto totals = totals_of(scores);
    for (const double delta : {0.6, 0.3}) {
      const auto terms = terms_with(ScoreLaw{0.0, 1.0, items}, delta);
      Exactly result(arms);
      std::vector<std::size_t> order = all_arms(items);
      do {
        Comparison comparison(arms, terms);
        for (const std::size_t item : order) comparison.add(all_arms(arms), scores[item]);
        result.add(comparison);
      } while (std::ranges::next_permutation(order).found);
      for (Arm a = 0; a < arms; ++a) {
        if (totals[a] == *std::ranges::max_element(totals)) result.expect_promise(a, delta);
      }
    }
  }
}

TEST(Comparison, AfterTheLastItemTheAnswerIsExact) {
  Measurements random(8);
  int ties = 0;
  for (int repetition = 0; repetition < 400; ++repetition) {
    const std::size_t arms = 2 + random.below(3), items = 2 + random.below(9);
    const auto scores = random_items(items, arms, random);
    const auto totals = totals_of(scores);
    const double most = *std::ranges::max_element(totals);
    Comparison comparison(arms, terms_with(ScoreLaw{0.0, 1.0, items}, 1e-12));
    for (const auto& item : scores) comparison.add(all_arms(arms), item);
    ASSERT_TRUE(comparison.verdict().has_value());
    EXPECT_EQ(totals[comparison.verdict()->answer], most);
    const bool tie = std::ranges::count(totals, most) > 1;
    ties += tie ? 1 : 0;
    EXPECT_EQ(comparison.verdict()->kind, tie ? Goal::equal : Goal::best);
    for (Arm a = 0; a < arms; ++a) EXPECT_EQ(comparison.in_play(a), totals[a] == most);
  }
  EXPECT_GT(ties, 20);
}

TEST(Comparison, AnArmThatCannotCatchUpLeaves) {
  constexpr std::uint64_t items = 9;
  Comparison comparison(2, terms_with(ScoreLaw{0.0, 1.0, items}, 1e-200));
  const std::vector<double> values = {0.0, 1.0};
  for (std::uint64_t b = 1; b <= 4; ++b) comparison.add(all_arms(2), values);
  EXPECT_TRUE(comparison.in_play(0));  // five items are left, and it is four behind
  comparison.add(all_arms(2), values);
  EXPECT_EQ(comparison.verdict(), (ComparisonVerdict{1, Goal::best, 5}));
  EXPECT_EQ(comparison.left_in(0), 5u);
  EXPECT_EQ(comparison.log_capital(0), std::numeric_limits<double>::infinity());
  EXPECT_EQ(comparison.evidence(), std::numeric_limits<double>::infinity());
}

TEST(Comparison, MissingItemsLeaveDoubt) {
  constexpr std::uint64_t items = 5;
  Comparison comparison(2, terms_with(ScoreLaw{0.0, 1.0, items}, 1e-200));
  for (std::uint64_t b = 0; b < items; ++b) {
    const std::vector<double> values = {b == 0 ? missing : 0.5, b < 3 ? 0.5 : 1.0};
    comparison.add(all_arms(2), values);
  }
  EXPECT_FALSE(comparison.verdict().has_value());  // 1 ahead, and one item may have been 1 behind
  EXPECT_EQ(comparison.past(0, 1).unknown, 1u);
}

TEST(Comparison, PermutedArmsGivePermutedCapitals) {
  Measurements random(9);
  const std::vector<Arm> place = {2, 0, 3, 1};  // of arm a in the other comparison
  for (const auto& [name, law] : every_law(table_rounds)) {
    SCOPED_TRACE(name);
    const RoundTable table = random.table(law, four_levels, table_rounds, 0.05);
    RoundTable other(4);
    for (std::size_t b = 0; b < table.rounds(); ++b) {
      std::vector<double> values(4);
      for (Arm a = 0; a < 4; ++a) values[place[a]] = table.values(b)[a];
      other.add(all_arms(4), values);
    }
    const auto terms = terms_with(law, 0.05, Goal::good_enough, 0.1);
    const Comparison one = compared(table, terms), two = compared(other, terms);
    ASSERT_EQ(one.verdict().has_value(), two.verdict().has_value());
    if (one.verdict()) {
      EXPECT_EQ(place[one.verdict()->answer], two.verdict()->answer);
    }
    for (Arm a = 0; a < 4; ++a) {
      EXPECT_EQ(one.left_in(a), two.left_in(place[a]));
      EXPECT_EQ(one.within_margin(a), two.within_margin(place[a]));
      expect_close(one.log_capital(a), two.log_capital(place[a]));
    }
  }
}

RoundTable mapped(const RoundTable& table, auto&& map) {
  RoundTable other(table.arms());
  for (std::size_t b = 0; b < table.rounds(); ++b) {
    std::vector<double> values(table.values(b).begin(), table.values(b).end());
    for (double& value : values) value = map(value, b);
    other.add(table.members(b), values);
  }
  return other;
}

TEST(Comparison, TheUnitDoesNotMatter) {
  Measurements random(10);
  for (const Compare compare : {Compare::mean, Compare::typical, Compare::wins}) {
    const SymmetricLaw law{compare};
    const RoundTable table = random.table(law, four_levels, table_rounds, 0.05);
    for (const int power : {-300, 10, 300}) {
      const auto scaled = [&](double x, std::size_t) { return std::ldexp(x, power); };
      auto terms = terms_with(law, 0.05, Goal::equal, 0.1);
      const Comparison one = compared(table, terms);
      terms.margin = std::ldexp(terms.margin, power);
      expect_same_state(compared(mapped(table, scaled), terms), one);
    }
  }
}

TEST(Comparison, WhatARoundSharesDoesNotMatter) {
  Measurements random(11);
  for (const auto& [name, law] : endless_laws()) {
    if (scores_of(law)) continue;  // their limits would move too
    SCOPED_TRACE(name);
    const RoundTable table = random.table(law, four_levels, table_rounds, 0.0);
    const auto moved = [](double x, std::size_t b) { return x + 100.0 * std::sin(double(b)); };
    const auto terms = terms_with(law, 1e-6);
    const Comparison one = compared(table, terms), two = compared(mapped(table, moved), terms);
    EXPECT_EQ(one.verdict(), two.verdict());
    for (Arm a = 0; a < 4; ++a) {
      expect_close(one.log_capital(a), two.log_capital(a));
    }
  }
}

TEST(Comparison, StartForgetsEverything) {
  Measurements random(12);
  for (const auto& [name, law] : every_law(table_rounds)) {
    for (const Goal goal : {Goal::best, Goal::equal, Goal::good_enough}) {
      SCOPED_TRACE(name);
      const auto terms = terms_with(law, 0.2, goal, goal == Goal::best ? 0.0 : 0.1);
      const RoundTable table = random.table(law, four_levels, table_rounds, 0.05);
      Comparison again = compared(random.table(law, four_levels, table_rounds, 0.05), terms);
      again.start();
      expect_same_state(again, Comparison(4, terms));
      add_rounds(table, again);
      expect_same_state(again, compared(table, terms));
    }
  }
}

TEST(Comparison, ValuesOfArmsThatLeftOrWereNotAskedAreNotRead) {
  Comparison comparison(3, terms_with(SymmetricLaw{}, 0.05));
  Comparison other(3, terms_with(SymmetricLaw{}, 0.05));
  Measurements random(13);
  for (int b = 0; b < 40; ++b) {
    const double noise = random.normal();
    const std::vector<double> values = {noise, random.normal(), -50.0 + random.normal()};
    const std::vector<double> without = {noise, values[1], missing};
    comparison.add(all_arms(3), values);
    other.add(all_arms(3), other.in_play(2) ? values : without);
  }
  EXPECT_FALSE(comparison.in_play(2));
  expect_same_state(comparison, other);
  const std::vector<Arm> two = {1, 0};
  comparison.add(two, std::vector<double>{1.0, 0.0, 1e300});
  other.add(all_arms(3), std::vector<double>{1.0, 0.0, 0.0});
  expect_same_state(comparison, other);
}

TEST(Comparison, AMissingValueLeavesItsPairsOut) {
  for (const auto& [name, law] : endless_laws()) {
    SCOPED_TRACE(name);
    Comparison comparison(2, terms_with(law, 0.05, Goal::equal, 0.1));
    Comparison without(2, terms_with(law, 0.05, Goal::equal, 0.1));
    Measurements random(14);
    for (int b = 0; b < 30; ++b) {
      const std::vector<double> values = {random.value(law, 0.5), random.value(law, 0.6)};
      comparison.add(all_arms(2), values);
      without.add(all_arms(2), values);
      comparison.add(all_arms(2), std::vector<double>{missing, values[1]});
    }
    for (Arm a = 0; a < 2; ++a) EXPECT_EQ(comparison.log_capital(a), without.log_capital(a));
    EXPECT_EQ(comparison.past(1, 0).sum, without.past(1, 0).sum);
    EXPECT_EQ(comparison.past(0, 1).unknown, comparison.verdict() ? comparison.rounds() / 2 : 30u);
  }
}

TEST(Comparison, EqualArmsAreProvedEqualWithinAMargin) {
  Measurements random(15);
  const std::vector<double> levels = {0.5, 0.5, 0.0};
  for (const auto& [name, law] : every_law(2000)) {
    SCOPED_TRACE(name);
    const double margin = name == "wide scores" ? 0.8 : name.find("s") == 0 ? 0.2 : 0.4;
    const RoundTable table = random.table(law, levels, 2000, 0.0);
    const Comparison comparison = compared(table, terms_with(law, 0.05, Goal::equal, margin));
    ASSERT_TRUE(comparison.verdict().has_value());
    EXPECT_EQ(comparison.verdict()->kind, Goal::equal);
    EXPECT_FALSE(comparison.in_play(2));
    for (const Arm a : {Arm{0}, Arm{1}}) {
      EXPECT_TRUE(comparison.in_play(a));
      EXPECT_TRUE(comparison.within_margin(a));
    }
    EXPECT_GE(comparison.evidence(), comparison.required());
  }
}

TEST(Comparison, GoodEnoughEndsBeforeTheBestIsKnown) {
  Measurements random(16);
  const std::vector<double> levels = {0.5, 0.52, 0.0};
  for (const auto& [name, law] : every_law(4000)) {
    SCOPED_TRACE(name);
    const double margin = name == "wide scores" ? 0.8 : 0.2;
    const RoundTable table = random.table(law, levels, 4000, 0.0);
    const Comparison good = compared(table, terms_with(law, 0.05, Goal::good_enough, margin));
    const Comparison equal = compared(table, terms_with(law, 0.05, Goal::equal, margin));
    ASSERT_TRUE(good.verdict().has_value());
    EXPECT_NE(good.verdict()->answer, 2u);
    EXPECT_GE(good.evidence(), good.required());
    ASSERT_TRUE(equal.verdict().has_value());
    EXPECT_LE(good.verdict()->rounds, equal.verdict()->rounds);
  }
}

TEST(Comparison, TheEvidenceForGoodEnoughIsThatOfTheLeader) {
  Measurements random(18);
  const SymmetricLaw law;
  const RoundTable table = random.table(law, std::vector<double>{0.0, 0.0}, 500, 0.0);
  Comparison comparison(2, terms_with(law, 1e-12, Goal::good_enough, 0.05));
  std::vector<double> evidence(2);
  std::vector<int> led(2);
  for (std::size_t b = 0; b < table.rounds(); ++b) {
    comparison.add(table.members(b), table.values(b));
    for (const Arm i : {Arm{0}, Arm{1}}) {
      const double capital = std::exp(comparison.log_capital(1 - i));
      const double on_margin = std::exp(comparison.log_margin_wealth(i, 1 - i));
      evidence[i] = std::max(evidence[i], std::log(0.25 * capital + 0.75 * on_margin));
    }
    ASSERT_NEAR(comparison.evidence(), evidence[comparison.leader()], 1e-9);
    ++led[comparison.leader()];
  }
  EXPECT_GT(led[0], 0);
  EXPECT_GT(led[1], 0);
}

TEST(Comparison, EvidenceReachesWhatIsRequiredWithTheVerdict) {
  Measurements random(17);
  for (const auto& [name, law] : endless_laws()) {
    SCOPED_TRACE(name);
    const RoundTable table = random.table(law, std::vector<double>{0.1, 0.9}, 2000, 0.0);
    Comparison comparison(2, terms_with(law, 0.01));
    for (std::size_t b = 0; b < table.rounds(); ++b) {
      comparison.add(table.members(b), table.values(b));
      ASSERT_EQ(comparison.evidence() >= comparison.required(), comparison.verdict().has_value());
    }
    EXPECT_EQ(comparison.verdict()->answer, 1u);
  }
}

TEST(Comparison, NothingOverflowsInManyRoundsOfConstantDifferences) {
  for (const auto& [name, law] : every_law(400'000)) {
    SCOPED_TRACE(name);
    Comparison comparison(3, terms_with(law, 1e-300, Goal::equal, 1e-5));
    const std::vector<double> ahead = {0.5, 0.4, 0.3}, behind = {0.4, 0.5, 0.3};
    for (int b = 0; b < 120'000; ++b) comparison.add(all_arms(3), b < 60'000 ? ahead : behind);
    for (Arm a = 0; a < 3; ++a) {
      EXPECT_FALSE(std::isnan(comparison.log_capital(a)));
      for (Arm i = 0; i < 3; ++i) {
        EXPECT_FALSE(std::isnan(comparison.log_margin_wealth(i, a)));
      }
    }
    EXPECT_FALSE(std::isnan(comparison.evidence()));
    EXPECT_TRUE(comparison.in_play(comparison.leader()));
  }
}

TEST(Comparison, HugeValuesAreCompared) {
  Comparison comparison(2, terms_with(SymmetricLaw{Compare::typical}, 0.05, Goal::equal, 1e88));
  Measurements random(18);
  for (int b = 0; b < 60; ++b) {
    const double common = 1e98 * random.normal();
    comparison.add(all_arms(2), std::vector<double>{common + 1e97 * (3.0 + random.normal()),
                                                    common + 1e97 * random.normal()});
  }
  EXPECT_EQ(comparison.verdict()->answer, 0u);
}

TEST(Comparison, AVerdictIsFinal) {
  Comparison comparison(2, terms_with(SymmetricLaw{}, 0.05));
  while (!comparison.verdict()) comparison.add(all_arms(2), std::vector<double>{1.0, 0.0});
  const auto verdict = comparison.verdict();
  for (int b = 0; b < 100; ++b) comparison.add(all_arms(2), std::vector<double>{0.0, 1.0});
  EXPECT_EQ(comparison.verdict(), verdict);
  EXPECT_EQ(comparison.rounds(), verdict->rounds);
}

TEST(MembersOfRound, AreTheLeaderAndThoseInTheFewestRounds) {
  Comparison comparison(4, terms_with(SymmetricLaw{}, 0.05));
  comparison.add(all_arms(4), std::vector<double>{0.0, 0.2, 1.0, 0.1});
  ASSERT_EQ(comparison.leader(), 2u);
  const std::vector<std::uint64_t> times = {5, 1, 9, 1};
  EXPECT_EQ(members_of_round(comparison, times, 0), all_arms(4));
  EXPECT_EQ(members_of_round(comparison, times, 4), all_arms(4));
  EXPECT_EQ(members_of_round(comparison, times, 3), (std::vector<Arm>{1, 2, 3}));
  EXPECT_EQ(members_of_round(comparison, times, 2), (std::vector<Arm>{1, 2}));
}

}  // namespace
}  // namespace mirador::testing_support
