#include <gtest/gtest.h>

#include "mirador/simulate/reference.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/stopping_spec.hpp"
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

/// With means on the border of every set, whoever stops is wrong. Menard's threshold is so far from
/// tight that not one run in a million would.
TEST(ErrorRate, MenardDoesNotCrossUnderTheNull) {
  const BestArm<Gaussian> problem(Gaussian(1.0), 3);
  const Instance<BestArm<Gaussian>> tie{{0.0, 0.0, 0.0}, 0};
  const Plan plan{.rules = rules({"lma", "bc", "unif"}),
                  .stopping = parse_stopping("menard"),
                  .deltas = {0.5, 0.1},
                  .runs = 300,
                  .seed = 32,
                  .max_samples = 3000};
  for (const RuleResult& result : simulate_problem(problem, tie, plan)) {
    for (const Summary& summary : result.summaries) {
      EXPECT_EQ(summary.undecided(), plan.runs) << result.rule;
    }
  }
}

/// A gap at which errors do happen: the share of them must still respect δ.
TEST(ErrorRate, HeuristicWhereErrorsAreNotRare) {
  const ProblemSpec hard{GaussianSpec{1.0}, BestArmSpec{}, {0.1, 0.0}};
  const Plan plan{.rules = rules({"lma", "bc", "dt", "unif", "ttts"}),
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
  EXPECT_GT(errors, 0u);  // so that the bounds above were put to a test
}

}  // namespace
}  // namespace mirador::testing_support
