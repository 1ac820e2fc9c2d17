#include "mirador/rounds/prospect.hpp"

#include <gtest/gtest.h>

#include "rounds.hpp"

namespace mirador::testing_support {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

TEST(Nearness, AgreesWithTheMarginOfTheComparison) {
  Measurements random(31);
  const std::vector<double> levels = {0.5, 0.45, 0.1};
  int proved = 0, open = 0;
  for (const auto& [name, law] : every_law(90)) {
    for (const Goal goal : {Goal::equal, Goal::good_enough}) {
      for (const double margin : {0.05, 0.3, 0.6, 0.9}) {
        SCOPED_TRACE(name + " " + std::to_string(margin));
        const RoundTable all = random.table(law, levels, 90, 0.02);
        const ComparisonTerms terms{.law = law, .delta = 0.05, .goal = goal, .margin = margin};
        Comparison comparison(3, terms);
        RoundTable table(3);
        for (std::size_t b = 0; b < all.rounds() && !comparison.verdict(); ++b) {
          table.add(all.members(b), all.values(b));
          comparison.add(all.members(b), all.values(b));
        }
        const Nearness nearness(terms, table);
        EXPECT_DOUBLE_EQ(nearness.risk(), 0.05);
        for (Arm i = 0; i < 3; ++i) {
          if (!comparison.in_play(i)) continue;
          EXPECT_EQ(comparison.within_margin(i), nearness.within(i) <= margin * (1.0 + 1e-12));
          ++(comparison.within_margin(i) ? proved : open);
        }
      }
    }
  }
  EXPECT_GT(proved, 10);
  EXPECT_GT(open, 10);
}

TEST(Nearness, FallsWithTheRounds) {
  Measurements random(32);
  for (const auto& [name, law] : every_law(400)) {
    SCOPED_TRACE(name);
    const ComparisonTerms terms{.law = law, .delta = 0.05};
    const RoundTable all = random.table(law, std::vector<double>{0.5, 0.5, 0.45}, 400, 0.0);
    RoundTable table(3);
    EXPECT_EQ(Nearness(terms, table).within(0), Bets(law).limit());
    EXPECT_DOUBLE_EQ(Nearness(terms, table).risk(), 0.1);
    double before = endless;
    for (std::size_t b = 0; b < all.rounds(); ++b) {
      table.add(all.members(b), all.values(b));
      if (b % 100 != 99) continue;
      const double within = Nearness(terms, table).within(0);
      EXPECT_LE(within, before * (1.0 + 1e-6));
      before = within;
    }
    EXPECT_GE(before, 0.0);
    EXPECT_LT(before, name == "wide scores" ? 1.0 : 0.5);
  }
}

TEST(Nearness, OfTheOnlyArmInPlayIsZero) {
  RoundTable table(2);
  for (int b = 0; b < 20; ++b) table.add(all_arms(2), std::vector<double>{1.0, 0.0});
  const Nearness nearness({.law = SymmetricLaw{}, .delta = 0.05}, table);
  EXPECT_EQ(nearness.within(0), 0.0);
  EXPECT_GT(nearness.within(1), 0.9);  // it is 1 behind
}

TEST(Nearness, ArmsThatLeftDoNotCount) {
  // Arm 2 leaves after a few rounds: its own shifted bets have proved only a large margin by then.
  Measurements random(35);
  const ComparisonTerms terms{.law = SymmetricLaw{}, .delta = 0.05};
  RoundTable table(3);
  Comparison comparison(3, terms);
  for (int b = 0; b < 200; ++b) {
    const std::vector<double> values = {random.normal(), random.normal(), -40.0};
    std::vector<Arm> members = {0, 1};
    if (comparison.in_play(2)) members.push_back(2);
    table.add(members, values);
    comparison.add(members, values);
  }
  ASSERT_EQ(comparison.arms_in_play(), 2u);
  ASSERT_LT(comparison.left_in(2), 20u);
  EXPECT_LT(Nearness(terms, table).within(0), 0.8);
}

/// In how many orders of the items the best leaves, or an arm is ever said to be nearer than it is.
double share_of_wrong_orders(const std::vector<std::vector<double>>& scores,
                             const ComparisonTerms& terms) {
  const std::size_t items = scores.size(), arms = scores[0].size();
  std::vector<double> means(arms);
  for (const auto& item : scores) {
    for (Arm a = 0; a < arms; ++a) means[a] += item[a] / static_cast<double>(items);
  }
  const auto best = static_cast<Arm>(std::ranges::max_element(means) - means.begin());
  std::vector<std::size_t> order = all_arms(items);
  double wrong = 0.0, orders = 0.0;
  do {
    RoundTable table(arms);
    Comparison comparison(arms, terms);
    bool is_wrong = false;
    for (const std::size_t item : order) {
      table.add(all_arms(arms), scores[item]);
      comparison.add(all_arms(arms), scores[item]);
      const Nearness nearness(terms, table);
      is_wrong |= !comparison.in_play(best);
      for (Arm i = 0; i < arms; ++i) {
        is_wrong |= nearness.within(i) < means[best] - means[i] - 1e-9;
      }
    }
    wrong += is_wrong ? 1.0 : 0.0;
    ++orders;
  } while (std::ranges::next_permutation(order).found);
  return wrong / orders;
}

TEST(Nearness, OverAllOrdersIsWrongAtMostAsOftenAsItsRisk) {
  Measurements random(33);
  for (int repetition = 0; repetition < 6; ++repetition) {
    std::vector<std::vector<double>> scores(5, std::vector<double>(3));
    for (auto& item : scores) {
      for (double& score : item) score = 0.25 * static_cast<double>(random.below(5));
    }
    for (const Goal goal : {Goal::best, Goal::good_enough}) {
      const ComparisonTerms terms{
          .law = ScoreLaw{0.0, 1.0, 5}, .delta = 0.25, .goal = goal, .margin = 0.3};
      EXPECT_LE(share_of_wrong_orders(scores, terms), Nearness(terms, RoundTable(3)).risk());
    }
  }
}

/// Rounds in which arm 0 is ahead of arm a by means[a] ± 1.
RoundTable waves(std::span<const double> means, int rounds) {
  RoundTable table(means.size());
  std::vector<double> values(means.size());
  for (int b = 0; b < rounds; ++b) {
    for (Arm a = 1; a < means.size(); ++a) values[a] = -means[a] + (b % 2 == 0 ? 1.0 : -1.0);
    table.add(all_arms(means.size()), values);
  }
  return table;
}

Forecast forecast_after(const ComparisonTerms& terms, const RoundTable& table,
                        std::size_t round_size = 0) {
  Comparison comparison(table.arms(), terms);
  add_rounds(table, comparison);
  return forecast_of(comparison, table, round_size);
}

TEST(RoundForecast, ContainsWhatIsMissingOverItsGrowth) {
  const ComparisonTerms terms{.law = SymmetricLaw{}, .delta = 1e-6};
  const RoundTable table = waves(std::vector<double>{0.0, 0.3, 0.5}, 40);
  Comparison comparison(3, {.law = SymmetricLaw{}, .delta = 1e-12});
  add_rounds(table, comparison);
  ASSERT_EQ(comparison.arms_in_play(), 3u);
  const auto rounds_of = [&](Arm j, double theta) {
    return (comparison.required() - comparison.log_capital(j)) / (0.5 * std::log1p(theta * theta));
  };
  const double one = rounds_of(1, 0.3), two = rounds_of(2, 0.5);
  const Forecast forecast = forecast_of(comparison, table, 0);
  EXPECT_LT(forecast.low, std::max(one, two) + one + two);
  EXPECT_GT(forecast.high, std::max(one, two) + one + two);
  EXPECT_NEAR(std::log(forecast.middle / (std::max(one, two) + one + two)), 0.0, std::log(2.0));
  // With two places the leader meets one rival in each round.
  EXPECT_GT(forecast_of(comparison, table, 2).middle, forecast.middle);
  // Less risk takes longer.
  const Forecast sooner = forecast_after(terms, waves(std::vector<double>{0.0, 0.3, 0.5}, 20));
  const Forecast later = forecast_after({.law = SymmetricLaw{}, .delta = 1e-9},
                                        waves(std::vector<double>{0.0, 0.3, 0.5}, 20));
  EXPECT_LE(sooner.low, later.low);
  EXPECT_LT(sooner.middle, later.middle);
  EXPECT_LE(sooner.high, later.high);
}

TEST(RoundForecast, HasNoEndOnATieAndNothingAfterTheVerdict) {
  const std::vector<double> tie = {0.0, 0.0}, clear = {0.0, 5.0};
  for (const auto& [name, law] : endless_laws()) {
    if (scores_of(law)) continue;
    SCOPED_TRACE(name);
    const ComparisonTerms terms{.law = law, .delta = 0.05};
    EXPECT_EQ(forecast_after(terms, RoundTable(2)), no_forecast);
    EXPECT_EQ(forecast_after(terms, waves(clear, 1)), no_forecast);
    EXPECT_EQ(forecast_after(terms, waves(tie, 40)).high, endless);
    EXPECT_GT(forecast_after(terms, waves(tie, 40)).low, 10.0);
    EXPECT_EQ(forecast_after(terms, waves(clear, 40)), Forecast{});
  }
}

TEST(RoundForecast, IsShorterForAWiderLead) {
  Forecast before = no_forecast;
  before.low = endless;
  for (const double lead : {0.05, 0.2, 0.4, 0.8}) {
    const Forecast forecast = forecast_after({.law = SymmetricLaw{}, .delta = 1e-9},
                                             waves(std::vector<double>{0.0, lead}, 20));
    EXPECT_LE(forecast.low, before.low);
    EXPECT_LE(forecast.middle, before.middle);
    EXPECT_LE(forecast.high, before.high);
    EXPECT_LE(forecast.low, forecast.middle);
    EXPECT_LE(forecast.middle, forecast.high);
    before = forecast;
  }
  EXPECT_LT(before.high, endless);
}

TEST(RoundForecast, OfAFiniteSetEndsWithItsItems) {
  RoundTable table(3);
  for (int b = 0; b < 10; ++b) table.add(all_arms(3), std::vector<double>{0.5, 0.5, 0.5});
  const Forecast forecast = forecast_after({.law = ScoreLaw{0.0, 1.0, 100}, .delta = 0.05}, table);
  EXPECT_EQ(forecast.high, 270.0);
  EXPECT_LT(forecast.middle, 271.0);
  EXPECT_GT(forecast.low, 135.0);
}

TEST(RoundForecast, AMarginEndsATie) {
  const RoundTable table = waves(std::vector<double>{0.0, 0.01}, 40);
  std::vector<double> ends;
  for (const Goal goal : {Goal::equal, Goal::good_enough}) {
    const ComparisonTerms terms{.law = SymmetricLaw{}, .delta = 0.001, .goal = goal, .margin = 0.3};
    const Forecast forecast = forecast_after(terms, table);
    EXPECT_GT(forecast.middle, 40.0);
    EXPECT_LT(forecast.middle, 800.0);
    ends.push_back(forecast.middle);
  }
  EXPECT_LT(ends[1], ends[0]);
}

TEST(RoundForecast, OfTypicalRoundsIgnoresRareSpikes) {
  RoundTable table(2);
  Measurements random(34);
  for (int b = 0; b < 100; ++b) {
    const double spike = b % 20 == 0 ? (b % 40 == 0 ? 50.0 : -50.0) : 0.0;
    table.add(all_arms(2), std::vector<double>{0.2 + random.normal() + spike, 0.0});
  }
  const auto low_of = [&](Compare compare) {
    return forecast_after({.law = SymmetricLaw{compare}, .delta = 1e-6}, table).low;
  };
  EXPECT_LT(1.5 * low_of(Compare::typical), low_of(Compare::mean));
  EXPECT_LT(1.5 * low_of(Compare::wins), low_of(Compare::mean));
}

TEST(RoundTable, HoldsWhatItWasGiven) {
  RoundTable table(3);
  const std::vector<Arm> two = {2, 0};
  table.add(two, std::vector<double>{1.0, 7.0, 3.0});
  table.add(all_arms(3), std::vector<double>{4.0, missing, 6.0});
  EXPECT_EQ(table.rounds(), 2u);
  EXPECT_EQ(std::vector<Arm>(table.members(0).begin(), table.members(0).end()), two);
  EXPECT_EQ(table.members(1).size(), 3u);
  EXPECT_EQ(table.values(0)[2], 3.0);
  EXPECT_TRUE(std::isnan(table.values(0)[1]));  // not a member
  EXPECT_EQ(differences_of(table, {2, 0}), (std::vector<double>{2.0, 2.0}));
}

}  // namespace
}  // namespace mirador::testing_support
