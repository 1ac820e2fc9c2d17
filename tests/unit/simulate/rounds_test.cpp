#include "mirador/simulate/rounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/random/reward_stream.hpp"
#include "mirador/simd/functions.hpp"
#include "summaries.hpp"

namespace mirador {
namespace {

/// Statistical bounds: a right program misses one with probability below 1e-6.
constexpr double sigmas = 5.0;

struct Moments {
  double mean_x = 0.0, mean_y = 0.0, correlation = 0.0;
};

/// Of two arms in many rounds.
Moments moments(const LawSpec& law, const RoundsWorld& world, std::uint64_t rounds) {
  RoundRewards rewards(law, world);
  rewards.start({3, 0});
  double x = 0.0, y = 0.0, xx = 0.0, yy = 0.0, xy = 0.0;
  for (std::uint64_t b = 0; b < rounds; ++b) {
    const double u = rewards.at(0, b), v = rewards.at(1, b);
    x += u, y += v, xx += u * u, yy += v * v, xy += u * v;
  }
  const double n = static_cast<double>(rounds);
  const double covariance = xy / n - x / n * y / n;
  return {x / n, y / n,
          covariance / std::sqrt((xx / n - x / n * x / n) * (yy / n - y / n * y / n))};
}

constexpr std::uint64_t many = 40000;
const double root_of_many = std::sqrt(static_cast<double>(many));

TEST(RoundRewards, WithoutCorrelationTheyAreThoseOfIndependentArms) {
  const RandomKey key{7, 11};
  const std::vector<double> means = {0.7, 0.4};
  RoundRewards bernoulli(BernoulliSpec{}, {.means = means});
  RoundRewards normal(SymmetricSpec{}, {.means = means, .sigmas = {1.0, 2.0}});
  RewardStream<Bernoulli> independent(Bernoulli(), World{means});
  RewardStream<Normal> normals(Normal(), World{means, {1.0, 2.0}});
  bernoulli.start(key), normal.start(key), independent.start(key), normals.start(key);
  for (std::uint64_t b = 0; b < 100; ++b) {
    for (const Arm a : {Arm{0}, Arm{1}}) {
      EXPECT_EQ(bernoulli.at(a, b), independent.next(a));
      EXPECT_EQ(normal.at(a, b), normals.next(a));
    }
  }
}

TEST(RoundRewards, AreAPureFunctionOfKeyArmAndRound) {
  const RoundsWorld world{.means = {0.7, 0.4, 0.1}, .correlation = 0.3};
  RoundRewards forth(BoundedSpec{}, world), back(BoundedSpec{}, world);
  forth.start({1, 5});
  std::vector<double> values;
  for (std::uint64_t b = 0; b < 70; ++b) {
    for (const Arm a : {Arm{0}, Arm{1}, Arm{2}}) values.push_back(forth.at(a, b));
  }
  back.start({1, 4});
  EXPECT_NE(back.at(0, 0), values[0]);
  back.start({1, 5});
  for (std::size_t i = values.size(); i-- > 0;) EXPECT_EQ(back.at(i % 3, i / 3), values[i]) << i;
}

TEST(RoundRewards, NormalValuesHaveTheCorrelation) {
  for (const double rho : {0.0, 0.5, 0.9}) {
    const Moments found = moments(
        SymmetricSpec{}, {.means = {1.0, -2.0}, .sigmas = {1.0, 3.0}, .correlation = rho}, many);
    EXPECT_NEAR(found.mean_x, 1.0, sigmas / root_of_many);
    EXPECT_NEAR(found.mean_y, -2.0, 3.0 * sigmas / root_of_many);
    EXPECT_NEAR(std::atanh(found.correlation), std::atanh(rho), sigmas / root_of_many);
  }
}

TEST(RoundRewards, OtherLawsKeepTheirMeansAndShareAScore) {
  // With means 1/2, a Gaussian copula gives 0/1 values the correlation 2/π asin ρ and uniform ones
  // 6/π asin(ρ/2). Products of values in [0, 1] deviate by at most 1/2.
  const double rho = 0.6, room = 4.0 * sigmas * 0.5 / root_of_many;
  const RoundsWorld world{.means = {0.5, 0.5}, .correlation = rho};
  EXPECT_NEAR(moments(BernoulliSpec{}, world, many).correlation,
              2.0 / std::numbers::pi * std::asin(rho), room);
  EXPECT_NEAR(moments(BoundedSpec{}, world, many).correlation,
              6.0 / std::numbers::pi * std::asin(rho / 2.0), room);
  for (const LawSpec& law : {LawSpec(BernoulliSpec{}), LawSpec(BoundedSpec{})}) {
    const Moments found = moments(law, {.means = {0.8, 0.3}, .correlation = rho}, many);
    EXPECT_NEAR(found.mean_x, 0.8, 0.5 * sigmas / root_of_many);
    EXPECT_NEAR(found.mean_y, 0.3, 0.5 * sigmas / root_of_many);
  }
}

TEST(Rounds, AllRisksAtOnceAreEachRiskAlone) {
  RoundsPlan plan{.world = {.means = {1.0, 0.6, 0.3}, .correlation = 0.4},
                  .deltas = {0.01, 0.2, 0.05},
                  .runs = 40,
                  .records = Records::every_run};
  for (const bool small_rounds : {false, true}) {
    if (small_rounds) plan.design.round_size = 2;
    const RoundsResult together = simulate_rounds(plan);
    for (std::size_t i = 0; i < plan.deltas.size(); ++i) {
      RoundsPlan one = plan;
      one.deltas = {plan.deltas[i]};
      const RoundsResult alone = simulate_rounds(one);
      testing_support::expect_identical(alone.rule.summaries[0], together.rule.summaries[i]);
      EXPECT_EQ(alone.rounds[0].entries(), together.rounds[i].entries());
    }
  }
}

TEST(Rounds, MeasurementsArePullsAndRoundsAreRounds) {
  const RoundsPlan plan{.world = {.means = {1.5, 0.6, 0.0}}, .deltas = {0.05}, .runs = 200};
  const RoundsResult result = simulate_rounds(plan);
  const Summary& summary = result.rule.summaries[0];
  EXPECT_EQ(result.rule.rule, "rounds");
  EXPECT_EQ(summary.runs(), 200u);
  EXPECT_EQ(summary.undecided(), 0u);
  const auto pulls = summary.pulls();
  EXPECT_EQ(static_cast<double>(std::accumulate(pulls.begin(), pulls.end(), std::uint64_t{0})),
            200.0 * summary.mean());
  // The answer is in every round.
  EXPECT_EQ(static_cast<double>(pulls[0]), 200.0 * mean_of(result.rounds[0]));
  EXPECT_GT(pulls[1], pulls[2]);
  // Risk 0.05: more than 30 wrong runs of 200 have a probability below 1e-6.
  EXPECT_LT(summary.errors(), 31u);
  EXPECT_LE(clopper_pearson_lower(summary.errors(), 200, 1.0 - 1e-6), 0.05);
}

TEST(Rounds, TheLowestIsTheMirrorImageOfTheHighest) {
  RoundsPlan plan{.design = {.law = BernoulliSpec{}},
                  .question = {.direction = Direction::lowest},
                  .world = {.means = {0.3, 0.6, 0.7}},
                  .deltas = {0.05},
                  .runs = 100};
  const Summary lowest = simulate_rounds(plan).rule.summaries[0];
  EXPECT_GT(lowest.runs() - lowest.errors(), 70u);
  plan.question.direction = Direction::highest;
  plan.world.own = [](RandomKey key, Arm arm, std::uint64_t round) {
    constexpr double means[] = {0.3, 0.6, 0.7};
    return -Bernoulli().quantile(means[arm], reward_uniform(key, arm, round));
  };
  plan.world.means = {0.7, 0.4, 0.3};  // only says that the first arm is best
  testing_support::expect_identical(simulate_rounds(plan).rule.summaries[0], lowest);
}

TEST(Rounds, ABudgetEndsARunBeforeARoundThatDoesNotFit) {
  const RoundsPlan plan{.world = {.means = {0.1, 0.0, 0.0}},
                        .deltas = {1e-9},
                        .runs = 9,
                        .max_samples = 50,
                        .records = Records::every_run};
  const RoundsResult result = simulate_rounds(plan);
  const Summary& summary = result.rule.summaries[0];
  EXPECT_EQ(summary.undecided(), 9u);
  EXPECT_EQ(summary.mean(), 50.0);
  EXPECT_EQ(mean_of(result.rounds[0]), 16.0);
  for (const std::uint64_t pulls : summary.pulls()) EXPECT_EQ(pulls, 9u * 16u);
  for (const RunRecord& run : result.rule.runs[0]) EXPECT_EQ(run.outcome, Outcome::undecided);
}

/// At a risk of 1e-200 nothing but the last items decides: every verdict is exact.
TEST(Rounds, FiniteSetsAreExactAtTheirEnd) {
  const RoundsPlan plan{.design = {.law = BernoulliSpec{}, .items = 30},
                        .world = {.means = {0.6, 0.6, 0.5}, .correlation = 0.4},
                        .deltas = {1e-200},
                        .runs = 300,
                        .records = Records::every_run};
  const RoundsResult result = simulate_rounds(plan);
  RoundRewards rewards(plan.design.law, plan.world);
  std::uint64_t ties = 0;
  for (std::uint64_t run = 0; run < plan.runs; ++run) {
    rewards.start({plan.seed, run});
    std::vector<double> totals(3);
    for (std::uint64_t item = 0; item < 30; ++item) {
      for (const Arm a : {Arm{0}, Arm{1}, Arm{2}}) totals[a] += rewards.at(a, item);
    }
    const auto best = std::ranges::max_element(totals);
    const bool tie = std::ranges::count(totals, *best) > 1;
    ties += tie ? 1 : 0;
    const RunRecord& record = result.rule.runs[0][run];
    EXPECT_EQ(record.outcome, Outcome::correct) << run;
    EXPECT_EQ(record.equal, tie) << run;
    const std::string answer = "arm " + std::to_string(best - totals.begin() + 1);
    if (!tie) {
      EXPECT_EQ(record.answer, answer) << run;
    }
  }
  EXPECT_GT(ties, 10u);
  EXPECT_LE(mean_of(result.rounds[0]), 30.0);
  EXPECT_GT(mean_of(result.rounds[0]), 20.0);
}

/// The means differ by more than the totals of ten items do: what counts are the totals.
TEST(Rounds, AVerdictAboutItemsIsJudgedByTheirTotals) {
  const RoundsPlan plan{.design = {.law = BoundedSpec{}, .items = 10},
                        .world = {.means = {0.55, 0.5}},
                        .deltas = {1e-200},
                        .runs = 200,
                        .records = Records::every_run};
  const RoundsResult result = simulate_rounds(plan);
  EXPECT_EQ(result.rule.summaries[0].errors(), 0u);
  const auto second = [](const RunRecord& run) { return run.answer == "arm 2"; };
  EXPECT_GT(std::ranges::count_if(result.rule.runs[0], second), 20);
}

/// The number of runs in which the first of arms that tie has left.
std::uint64_t runs_without_first(const RoundsPlan& plan, std::uint64_t rounds) {
  std::uint64_t left = 0;
  const std::size_t arms = plan.world.means.size();
  Comparison comparison(arms, terms_of(plan.design, plan.question, plan.deltas[0]));
  RoundRewards rewards(plan.design.law, plan.world);
  std::vector<Arm> members(arms);
  std::iota(members.begin(), members.end(), Arm{0});
  std::vector<double> values(arms);
  for (std::uint64_t run = 0; run < plan.runs; ++run) {
    comparison.start();
    rewards.start({plan.seed, run});
    for (std::uint64_t b = 0; b < rounds && !comparison.verdict() && comparison.in_play(0); ++b) {
      for (const Arm a : members) values[a] = rewards.at(a, b);
      comparison.add(members, values);
    }
    left += comparison.in_play(0) ? 0 : 1;
  }
  return left;
}

TEST(Rounds, OfArmsThatTieAGivenOneLeavesWithAtMostTheRisk) {
  const LawSpec laws[] = {SymmetricSpec{}, SymmetricSpec{Compare::typical},
                          SymmetricSpec{Compare::wins}, BoundedSpec{}, BernoulliSpec{}};
  for (const LawSpec& law : laws) {
    for (const std::size_t arms : {2u, 5u}) {
      const RoundsPlan plan{
          .design = {.law = law},
          .world = {.means = std::vector(arms, 0.5), .correlation = arms == 5 ? 0.5 : 0.0},
          .deltas = {0.1},
          .runs = 600};
      const std::uint64_t left = runs_without_first(plan, 400);
      EXPECT_LE(clopper_pearson_lower(left, plan.runs, 1.0 - 1e-6), 0.1)
          << name_of(law) << " " << arms << " arms: " << left;
      EXPECT_GT(left, 2u);
    }
  }
}

TEST(Rounds, OnATieWithoutMarginEveryVerdictIsWrong) {
  const RoundsPlan plan{
      .world = {.means = {0.0, 0.0}}, .deltas = {0.1}, .runs = 300, .max_samples = 2000};
  const Summary summary = simulate_rounds(plan).rule.summaries[0];
  EXPECT_EQ(summary.errors() + summary.undecided(), 300u);
  EXPECT_GT(summary.errors(), 0u);
}

TEST(Rounds, AMarginDecidesTies) {
  RoundsPlan plan{.question = {.margin = 0.6},
                  .world = {.means = {1.0, 1.0, -1.0}},
                  .deltas = {0.05},
                  .runs = 100,
                  .records = Records::every_run};
  const RoundsResult equal = simulate_rounds(plan);
  EXPECT_EQ(equal.rule.summaries[0].undecided(), 0u);
  EXPECT_LE(clopper_pearson_lower(equal.rule.summaries[0].errors(), 100, 1.0 - 1e-6), 0.05);
  EXPECT_GT(equal.rule.summaries[0].equal(), 60u);
  for (const RunRecord& run : equal.rule.runs[0]) {
    EXPECT_EQ(run.equal, run.answer.find("equal within 0.6") != std::string::npos) << run.answer;
  }
  plan.question = {.good_enough = 0.6};
  const RoundsResult good = simulate_rounds(plan);
  EXPECT_EQ(good.rule.summaries[0].undecided(), 0u);
  EXPECT_LE(good.rule.summaries[0].mean(), equal.rule.summaries[0].mean());
  EXPECT_LE(clopper_pearson_lower(good.rule.summaries[0].errors(), 100, 1.0 - 1e-6), 0.05);
  const auto within = [](const RunRecord& run) {
    return run.answer.ends_with(", within 0.6 of the best");
  };
  EXPECT_GT(std::ranges::count_if(good.rule.runs[0], within), 50);
}

/// Values that contradict the means make every verdict wrong.
TEST(Rounds, AWrongVerdictIsCounted) {
  for (const double margin : {0.0, 0.3}) {
    for (const double good_enough : {0.0, 0.3}) {
      if (margin > 0.0 && good_enough > 0.0) continue;
      RoundsPlan plan{.question = {.margin = margin, .good_enough = good_enough},
                      .world = {.means = {0.0, 1.0}},
                      .deltas = {0.05},
                      .runs = 20};
      plan.world.own = [](RandomKey key, Arm arm, std::uint64_t round) {
        return (arm == 0 ? 5.0 : 0.0) + normal_quantile(reward_uniform(key, arm, round));
      };
      EXPECT_EQ(simulate_rounds(plan).rule.summaries[0].errors(), 20u);
    }
  }
}

TEST(Rounds, SmallRoundsHaveTheirSize) {
  const RoundsPlan plan{.design = {.round_size = 2},
                        .world = {.means = {1.5, 0.0, 0.0, 0.0}},
                        .deltas = {0.05},
                        .runs = 50};
  const RoundsResult result = simulate_rounds(plan);
  EXPECT_EQ(result.rule.summaries[0].mean(), 2.0 * mean_of(result.rounds[0]));
  EXPECT_EQ(result.rule.summaries[0].undecided(), 0u);
}

std::string reason(const RoundsPlan& plan) {
  try {
    static_cast<void>(simulate_rounds(plan));
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Rounds, BadPlansAreRefusedWithTheirField) {
  const RoundsPlan good{.world = {.means = {0.5, 0.4}}, .runs = 1};
  EXPECT_EQ(reason(good), "accepted");
  const auto refused = [&](auto&& change) {
    RoundsPlan plan = good;
    change(plan);
    return reason(plan);
  };
  const auto starts = [](const std::string& text, std::string_view field) {
    EXPECT_TRUE(text.starts_with(field)) << text;
  };
  starts(refused([](RoundsPlan& p) { p.world.correlation = 1.0; }), "correlation: 1 ");
  starts(refused([](RoundsPlan& p) { p.world.correlation = -0.1; }), "correlation: -0.1 ");
  starts(refused([](RoundsPlan& p) { p.world.means = {1.0}; }), "means: ");
  starts(refused([](RoundsPlan& p) { p.world.sigmas = {1.0, 2.0, 3.0}; }), "sigma: 3 ");
  starts(refused([](RoundsPlan& p) { p.world.sigmas = {0.0}; }), "sigma: 0 ");
  starts(refused([](RoundsPlan& p) {
           p.design.law = BernoulliSpec{};
           p.world.means = {0.5, 1.5};
         }),
         "means: 1.5 ");
  starts(refused([](RoundsPlan& p) { p.design.items = 10; }), "items: ");
  starts(refused([](RoundsPlan& p) { p.design.round_size = 3; }), "round-size: ");
  starts(refused([](RoundsPlan& p) { p.question.margin = -1.0; }), "margin: ");
  starts(refused([](RoundsPlan& p) { p.runs = 0; }), "runs: ");
  starts(refused([](RoundsPlan& p) { p.max_samples = 0; }), "max-samples: ");
  starts(refused([](RoundsPlan& p) { p.deltas = {1.5}; }), "delta: ");
}

}  // namespace
}  // namespace mirador
