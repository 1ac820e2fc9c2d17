// What a budget is worth.

#include <gtest/gtest.h>

#include <cmath>

#include "mirador/simulate/simulate.hpp"
#include "mirador/simulate/worth.hpp"
#include "statistics.hpp"

namespace mirador::testing_support {
namespace {

/// At this risk practically no run ends before its budget.
Plan plan_of(const char* rule, std::uint64_t budget, std::uint64_t runs) {
  return {
      .rules = rules({rule}), .deltas = {1e-12}, .runs = runs, .seed = 71, .max_samples = budget};
}

/// Two gaussian arms share the budget N equally, so the worse one is ahead with probability
/// Φ(-gap √(N/4)), and the mean shortfall is that times the gap.
TEST(Budget, ShortfallOfTwoArmsIsThatOfTheirMeans) {
  const double gap = 0.4;
  const ProblemSpec problem{GaussianSpec{}, BestArmSpec{}, {0.0, gap}};
  for (const std::uint64_t budget : {10u, 40u}) {
    const double wrong =
        0.5 * std::erfc(gap * std::sqrt(static_cast<double>(budget) / 4.0) / std::sqrt(2.0));
    const auto result = simulate(problem, plan_of("halving", budget, 20000)).front();
    const Summary& summary = result.summaries.front();
    const std::uint64_t failures = summary.runs() - summary.right();
    EXPECT_EQ(summary.undecided(), summary.runs());
    EXPECT_GT(binomial_tail(failures, summary.runs(), wrong), refuted);
    EXPECT_GT(binomial_tail(summary.right(), summary.runs(), 1.0 - wrong), refuted);
    const Worth worth = worth_of(summary, problem);
    EXPECT_NEAR(worth.shortfall.value(), gap * (1.0 - worth.right), 1e-12);
  }
}

/// The guarantee of the paper (Theorem 4.1), for values in [0, 1]: wrong with probability at most
/// 3 log2 K exp(-N / (8 H2 log2 K)), H2 the largest i / gap_i².
TEST(Budget, HalvingKeepsTheBoundOfItsPaper) {
  const std::vector<double> means = {0.2, 0.3, 0.9, 0.3, 0.2, 0.1, 0.4, 0.3};
  const ProblemSpec problem{BernoulliSpec{}, BestArmSpec{}, means};
  const double hardness = 8.0 / (0.6 * 0.6), phases = 3.0;  // at least H2
  for (const std::uint64_t budget : {2000u, 2600u}) {
    const double bound =
        3.0 * phases * std::exp(-static_cast<double>(budget) / (8.0 * hardness * phases));
    const auto result = simulate(problem, plan_of("halving", budget, 2000)).front();
    const Summary& summary = result.summaries.front();
    EXPECT_GT(binomial_tail(summary.runs() - summary.right(), summary.runs(), std::min(bound, 1.0)),
              refuted);
  }
}

/// With many arms it falls less short than equal shares, by many standard errors.
TEST(Budget, HalvingBeatsEqualSharesOfManyArms) {
  std::vector<double> means(16);
  for (std::size_t a = 0; a < means.size(); ++a) means[a] = -0.1 * static_cast<double>(a * 7 % 16);
  const ProblemSpec problem{GaussianSpec{}, BestArmSpec{}, means};
  const auto worth = [&](const char* rule) {
    return worth_of(simulate(problem, plan_of(rule, 480, 4000)).front().summaries.front(), problem);
  };
  const Worth halving = worth("halving"), even = worth("rr");
  const double error = std::hypot(*halving.shortfall_std_error, *even.shortfall_std_error);
  EXPECT_LT(*halving.shortfall, *even.shortfall - 6.0 * error);
}

}  // namespace
}  // namespace mirador::testing_support
