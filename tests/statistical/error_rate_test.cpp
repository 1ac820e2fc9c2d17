#include <gtest/gtest.h>

#include <string>

#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "points.hpp"
#include "statistics.hpp"

namespace mirador::testing_support {
namespace {

TEST(ErrorRate, MenardKeepsTheRiskOnAnEasyInstance) {
  const ProblemSpec easy{GaussianSpec{1.0}, BestArmSpec{}, {2.0, 0.0, -1.0}};
  const Plan plan{.rules = rules({"lma", "bc", "dt", "unif", "ttts"}),
                  .stopping = parse_stopping("menard"),
                  .deltas = {0.5, 0.1, 0.01},
                  .runs = 1000,
                  .seed = 31};
  for (const RuleResult& result : simulate(easy, plan)) {
    for (std::size_t i = 0; i < plan.deltas.size(); ++i) {
      const Summary& summary = result.summaries[i];
      EXPECT_EQ(summary.undecided(), 0u);
      EXPECT_GT(binomial_tail(summary.errors(), summary.runs(), plan.deltas[i]), refuted)
          << result.rule;
    }
  }
}

/// With means on the border of every set every verdict is wrong. Menard's threshold is so far from
/// tight that not one run in a million would stop.
TEST(ErrorRate, MenardDoesNotCrossUnderTheNull) {
  const ProblemSpec tie{GaussianSpec{1.0}, BestArmSpec{}, {0.0, 0.0, 0.0}};
  const Plan plan{.rules = rules({"lma", "bc", "unif"}),
                  .stopping = parse_stopping("menard"),
                  .deltas = {0.5, 0.1},
                  .runs = 300,
                  .seed = 32,
                  .max_samples = 3000};
  for (const RuleResult& result : simulate(tie, plan)) {
    for (const Summary& summary : result.summaries) {
      EXPECT_EQ(summary.undecided(), plan.runs) << result.rule;
    }
  }
}

/// A gap at which errors occur: their share must still be at most δ.
TEST(ErrorRate, HeuristicWhereErrorsAreNotRare) {
  const ProblemSpec hard{GaussianSpec{1.0}, BestArmSpec{}, {0.1, 0.0}};
  const Plan plan{.rules = rules({"lma", "bc", "dt", "unif", "ttts"}),
                  .stopping = parse_stopping("heuristic"),
                  .deltas = {0.2, 0.05},
                  .runs = 2000,
                  .seed = 33};
  std::uint64_t errors = 0;
  for (const RuleResult& result : simulate(hard, plan)) {
    for (std::size_t i = 0; i < plan.deltas.size(); ++i) {
      const Summary& summary = result.summaries[i];
      errors += summary.errors();
      EXPECT_GT(binomial_tail(summary.errors(), summary.runs(), plan.deltas[i]), refuted)
          << result.rule << " at " << plan.deltas[i];
      EXPECT_GE(summary.error_upper(), summary.error_rate());
    }
  }
  EXPECT_GT(errors, 0u);  // so that the bounds above are tested
}

/// The guarantee of mixture stopping: at most δ of all runs ever end with a wrong verdict, for any
/// family, question and means. On a tie without a margin every verdict is wrong.
struct Promise {
  const char* name;
  ProblemSpec problem;
  std::uint64_t max_samples = 1000;
  std::uint64_t runs = 1500;
};

class MixtureKeepsTheRisk : public testing::TestWithParam<Promise> {};

TEST_P(MixtureKeepsTheRisk, WhateverTheSampling) {
  const Plan plan{.rules = rules({"bc", "unif"}),
                  .deltas = {0.1, 0.01},
                  .runs = GetParam().runs,
                  .seed = 34,
                  .max_samples = GetParam().max_samples};
  for (const RuleResult& result : simulate(GetParam().problem, plan)) {
    for (std::size_t i = 0; i < plan.deltas.size(); ++i) {
      const Summary& summary = result.summaries[i];
      EXPECT_GT(binomial_tail(summary.errors(), summary.runs(), plan.deltas[i]), refuted)
          << result.rule << " at " << plan.deltas[i] << ": " << summary.errors() << " errors";
    }
  }
}

const FamilySpec gaussian = GaussianSpec{1.0};
const NormalSpec unequal{{1.0, 0.2, 3.0}};

INSTANTIATE_TEST_SUITE_P(
    BestArm, MixtureKeepsTheRisk,
    testing::Values(Promise{"gaussian_tie", {gaussian, BestArmSpec{}, {0, 0, 0}}},
                    Promise{"gaussian_near_tie", {gaussian, BestArmSpec{}, {0, 0.05, 0}}},
                    Promise{"gaussian_separated", {gaussian, BestArmSpec{}, {0.5, 0, -0.5}}},
                    Promise{"gaussian_many", {gaussian, BestArmSpec{}, Vector(10, 0.0)}},
                    Promise{"bernoulli_tie", {BernoulliSpec{}, BestArmSpec{}, {0.5, 0.5}}},
                    Promise{"bernoulli_rare", {BernoulliSpec{}, BestArmSpec{}, {0.01, 0.01}}},
                    Promise{"bernoulli_separated", {BernoulliSpec{}, BestArmSpec{}, {0.7, 0.4}}},
                    Promise{"poisson_tie", {PoissonSpec{}, BestArmSpec{}, {2, 2, 2}}},
                    Promise{"poisson_rare", {PoissonSpec{}, BestArmSpec{}, {0.02, 0.02}}},
                    Promise{"exponential_tie", {ExponentialSpec{}, BestArmSpec{}, {3, 3}}},
                    Promise{"bounded_tie", {BoundedSpec{-1, 1}, BestArmSpec{}, {0.5, 0.5}}},
                    Promise{"normal_tie", {NormalSpec{}, BestArmSpec{}, {0, 0, 0}}},
                    Promise{"normal_unequal", {unequal, BestArmSpec{}, {0, 0, 0.05}}},
                    Promise{"normal_tiny", {NormalSpec{{1e-3}}, BestArmSpec{}, {5, 5}}},
                    Promise{"normal_huge", {NormalSpec{{1e3}}, BestArmSpec{}, {0, 0}}}),
    [](const auto& setting) { return std::string(setting.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Questions, MixtureKeepsTheRisk,
    testing::Values(
        Promise{"top_m_tie", {gaussian, TopMSpec{2}, {0, 0, 0, 0}}},
        Promise{"top_m_bernoulli", {BernoulliSpec{}, TopMSpec{1}, {0.5, 0.5, 0.3}}},
        Promise{"top_m_normal", {NormalSpec{}, TopMSpec{1}, {0, 0, -1}}},
        Promise{"thresholding_tie", {gaussian, ThresholdingSpec{0}, {0, 0, 1}}},
        Promise{"thresholding_poisson", {PoissonSpec{}, ThresholdingSpec{1}, {1, 1.05, 0.95}}},
        Promise{"thresholding_exponential", {ExponentialSpec{}, ThresholdingSpec{1}, {1, 1}}},
        Promise{"thresholding_normal", {NormalSpec{}, ThresholdingSpec{0}, {0, 0.02}}},
        Promise{"signed_tie", {gaussian, SignedSpec{0}, {0, 0, 0}}},
        Promise{"signed_bernoulli", {BernoulliSpec{}, SignedSpec{0.3}, {0.3, 0.3}}},
        Promise{"signed_normal", {unequal, SignedSpec{0}, {0, 0, 0}}},
        Promise{"closest_tie", {gaussian, ClosestSpec{0.5}, {0, 1, 2}}},
        Promise{"closest_bernoulli", {BernoulliSpec{}, ClosestSpec{0.5}, {0.3, 0.7}}, 400},
        Promise{"polyhedral_near",
                {gaussian, PolyhedralSpec{{{"up", {1, 1}, {0}}, {"down", {-1, -1}, {0}}}}, {0, 0}},
                300,
                500}),
    [](const auto& setting) { return std::string(setting.param.name); });

INSTANTIATE_TEST_SUITE_P(
    Margins, MixtureKeepsTheRisk,
    testing::Values(
        Promise{"best_arm_tie", {gaussian, BestArmSpec{Direction::highest, 0.5}, {0, 0, 0}}},
        Promise{"best_arm_border", {gaussian, BestArmSpec{Direction::highest, 0.5}, {0, 0.5}}},
        Promise{"best_arm_near", {gaussian, BestArmSpec{Direction::lowest, 0.5}, {0, 0.1, 0.5}}},
        Promise{"best_arm_normal",
                {unequal, BestArmSpec{Direction::highest, 1.0}, {0, 0, 1}},
                500,
                500},
        Promise{"best_arm_bernoulli",
                {BernoulliSpec{}, BestArmSpec{Direction::highest, 0.3}, {0.5, 0.5, 0.2}},
                400,
                500},
        Promise{"top_m", {gaussian, TopMSpec{2, Direction::highest, 0.5}, {0.5, 0, 0, -0.5}}},
        Promise{"thresholding", {gaussian, ThresholdingSpec{0, 0.5}, {0, 0.5, -0.5}}}),
    [](const auto& setting) { return std::string(setting.param.name); });

/// Without a margin there is no verdict on a tie; with one the verdict is "equal".
TEST(Ties, RunToTheirBudgetWithoutAMarginAndFinishWithOne) {
  for (const FamilySpec& family : {gaussian, FamilySpec{NormalSpec{}}}) {
    for (const double margin : {0.0, 0.6}) {
      const ProblemSpec tie{family, BestArmSpec{Direction::highest, margin}, {1.0, 1.0, 0.0}};
      const Plan plan{.rules = rules({"bc"}), .runs = 500, .seed = 35, .max_samples = 3000};
      const Summary summary = simulate(tie, plan)[0].summaries[0];
      if (margin == 0.0) {
        EXPECT_GT(summary.undecided(), 400u);  // at most a tenth may stop: P(100 of 500) < 1e-10
      } else {
        EXPECT_EQ(summary.undecided(), 0u);
        EXPECT_GT(summary.equal(), 400u);
      }
    }
  }
}

TEST(Ties, SeparatedArmsHaveAWinnerWithAMarginToo) {
  const ProblemSpec problem{gaussian, BestArmSpec{Direction::lowest, 0.2}, {1.0, 0.0, 1.5}};
  const Plan plan{.rules = rules({"bc"}), .runs = 500, .seed = 36};
  const Summary summary = simulate(problem, plan)[0].summaries[1];
  EXPECT_EQ(summary.undecided(), 0u);
  EXPECT_LT(summary.equal(), 30u);
  EXPECT_GT(binomial_tail(summary.errors(), summary.runs(), 0.01), refuted);
}

}  // namespace
}  // namespace mirador::testing_support
