#include "mirador/simulate/worth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mirador/simulate/rounds.hpp"
#include "mirador/simulate/simulate.hpp"

namespace mirador {
namespace {

/// Recommends the arms of the list, one per run; the first is right.
Summary summary_of(const std::vector<std::optional<Arm>>& arms) {
  Summary summary(3);
  for (const std::optional<Arm>& arm : arms) {
    summary.add(
        {.samples = 5, .outcome = Outcome::undecided, .right = arm == 0, .recommended = arm},
        std::vector<std::uint64_t>{1, 2, 2});
  }
  return summary;
}

TEST(Worth, KnownNumbers) {
  const Summary summary = summary_of({0, 1, 0, 2});
  const Worth worth = worth_of(summary, {GaussianSpec{}, BestArmSpec{}, {1.0, 0.8, 0.0}});
  EXPECT_EQ(worth.right, 0.5);
  EXPECT_LT(worth.right_lower, 0.5);
  EXPECT_GT(worth.right_upper, 0.5);
  EXPECT_NEAR(worth.shortfall.value(), 0.3, 1e-15);
  // Shortfalls 0, .2, 0, 1: squared deviations .09 + .01 + .09 + .49.
  EXPECT_NEAR(worth.shortfall_std_error.value(), std::sqrt(0.68 / 3.0 / 4.0), 1e-15);
}

TEST(Worth, TheLowestCanBeBest) {
  const Worth worth = worth_of(summary_of({0, 1}),
                               {GaussianSpec{}, BestArmSpec{Direction::lowest}, {1.0, 1.5, 9.0}});
  EXPECT_NEAR(worth.shortfall.value(), 0.25, 1e-15);
}

TEST(Worth, OtherQuestionsHaveNoShortfall) {
  const Summary summary = summary_of({0, 1});
  const ProblemSpec closest{GaussianSpec{}, ClosestSpec{0.5}, {0.4, 0.8, 1.0}};
  EXPECT_FALSE(worth_of(summary, closest).shortfall.has_value());
  EXPECT_EQ(worth_of(summary, closest).right, 0.5);
}

TEST(Worth, WithoutARecommendationNothingIsRight) {
  const Worth worth = worth_of(summary_of({std::nullopt, std::nullopt}),
                               {GaussianSpec{}, BestArmSpec{}, {2, 1, 0}});
  EXPECT_EQ(worth.right, 0.0);
  EXPECT_FALSE(worth.shortfall.has_value());
}

Plan plan_with(const std::vector<std::string>& rules, std::uint64_t budget) {
  Plan plan{.rules = {}, .deltas = {0.3, 0.01}, .runs = 200, .max_samples = budget};
  for (const std::string& rule : rules) plan.rules.push_back(parse_rule(rule));
  plan.records = Records::every_run;
  return plan;
}

/// The counts are those of the records, decided or not, and `right` agrees with the outcome.
TEST(Worth, CountsWhatEveryRunRecommends) {
  const ProblemSpec problem{GaussianSpec{}, BestArmSpec{}, {1.0, 0.7, 0.0}};
  for (const RuleResult& result : simulate(problem, plan_with({"halving", "bc", "rr"}, 60))) {
    for (std::size_t d = 0; d < 2; ++d) {
      std::vector<std::uint64_t> times(3, 0);
      std::uint64_t right = 0;
      for (const RunRecord& run : result.runs[d]) {
        ASSERT_TRUE(run.recommended.has_value());
        ++times[*run.recommended];
        right += run.right;
        EXPECT_EQ(run.right, *run.recommended == 0);
        EXPECT_EQ(run.answer, "arm " + std::to_string(*run.recommended + 1));
        if (run.outcome != Outcome::undecided) {
          EXPECT_EQ(run.right, run.outcome == Outcome::correct);
        }
      }
      const Summary& summary = result.summaries[d];
      EXPECT_TRUE(std::ranges::equal(summary.recommended(), times)) << result.rule;
      EXPECT_EQ(summary.right(), right);
      EXPECT_GT(summary.undecided(), 0u);
    }
  }
}

TEST(Worth, OfABudgetThatDoesNotReachEveryArm) {
  const ProblemSpec problem{GaussianSpec{}, BestArmSpec{}, {1.0, 0.7, 0.0}};
  const auto result = simulate(problem, plan_with({"halving"}, 2)).front();
  const Worth worth = worth_of(result.summaries.front(), problem);
  EXPECT_EQ(worth.right, 0.0);
  EXPECT_FALSE(worth.shortfall.has_value());
}

/// An undecided run in rounds recommends its leader; with items what counts is the total on them.
TEST(Worth, OfRounds) {
  RoundsPlan plan{.world = {.means = {1.0, 0.6, 0.0}, .correlation = 0.5},
                  .deltas = {0.05},
                  .runs = 300,
                  .max_samples = 30,
                  .records = Records::every_run};
  const RuleResult result = simulate_rounds(plan).rule;
  const ProblemSpec problem{NormalSpec{}, plan.question, plan.world.means};
  const Worth worth = worth_of(result.summaries.front(), problem);
  EXPECT_GT(result.summaries.front().undecided(), 100u);
  EXPECT_GT(worth.right, 0.5);
  EXPECT_GT(worth.shortfall.value(), 0.0);
  EXPECT_LT(worth.shortfall.value(), 0.4);
  for (const RunRecord& run : result.runs.front()) {
    EXPECT_EQ(run.answer, "arm " + std::to_string(run.recommended.value() + 1));
    EXPECT_EQ(run.right, *run.recommended == 0);
  }
  plan.design = {.law = BernoulliSpec{}, .items = 40};
  plan.world.means = {0.6, 0.5, 0.4};
  const Summary items = simulate_rounds(plan).rule.summaries.front();
  EXPECT_GT(items.right(), 0u);
  EXPECT_FALSE(worth_of(items, problem).shortfall.has_value());
}

}  // namespace
}  // namespace mirador
