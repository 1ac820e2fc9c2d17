#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "statistics.hpp"

/// The number of samples that mixture stopping needs.
namespace mirador::testing_support {
namespace {

RuleResult result_of(const ProblemSpec& problem, const char* stopping, std::uint64_t runs) {
  const Plan plan{.rules = rules({"bc"}),
                  .stopping = parse_stopping(stopping),
                  .deltas = {0.1, 0.01},
                  .runs = runs,
                  .seed = 41,
                  .records = Records::every_run};
  return simulate(problem, plan)[0];
}

using Runs = std::vector<RunRecord>;

/// Is the ratio of two mean stopping times on the same rewards below the bound? Compares τ_one -
/// bound τ_two with 0, run by run, so that common variation cancels.
void expect_ratio_below(const Runs& one, const Runs& two, double bound) {
  const auto runs = static_cast<double>(one.size());
  double sum = 0.0, squares = 0.0;
  for (std::size_t r = 0; r < one.size(); ++r) {
    const double excess =
        static_cast<double>(one[r].samples) - bound * static_cast<double>(two[r].samples);
    sum += excess;
    squares += excess * excess;
  }
  const double mean = sum / runs;
  const double error = std::sqrt((squares / runs - mean * mean) / (runs - 1.0));
  EXPECT_LT(mean, allowed_errors * error) << "the bound is " << bound;
}

TEST(MixtureSize, SeedInstance) {
  const RuleResult mixture = result_of(seed_instance(), "mixture", 4000);
  const RuleResult heuristic = result_of(seed_instance(), "heuristic", 4000);
  expect_ratio_below(mixture.runs[0], heuristic.runs[0], 1.40);
  expect_ratio_below(mixture.runs[1], heuristic.runs[1], 1.32);
}

TEST(MixtureSize, KaufmannKoolenOnTheSeedInstance) {
  const RuleResult result = result_of(seed_instance(), "kaufmann-koolen", 1000);
  EXPECT_NEAR(result.summaries[0].mean(), 7450.0, allowed_errors * 75.0);
  EXPECT_NEAR(result.summaries[1].mean(), 8575.0, allowed_errors * 80.0);
}

TEST(MixtureSize, Bernoulli) {
  const ProblemSpec problem{BernoulliSpec{}, BestArmSpec{}, {0.5, 0.45, 0.43, 0.4}};
  const Summary mixture = result_of(problem, "mixture", 1500).summaries[0];
  EXPECT_EQ(mixture.undecided(), 0u);
  EXPECT_LT(mixture.mean(), 6000.0 + allowed_errors * mixture.std_error());
}

/// Unknown variances cost at most 50 % more samples.
TEST(MixtureSize, UnknownVariance) {
  const ProblemSpec unknown{NormalSpec{}, BestArmSpec{}, {1.0, 0.85, 0.8, 0.75}};
  const RuleResult normal = result_of(unknown, "mixture", 1000);
  const RuleResult gaussian = result_of(seed_instance(), "mixture", 1000);
  expect_ratio_below(normal.runs[0], gaussian.runs[0], 1.5);
  expect_ratio_below(normal.runs[1], gaussian.runs[1], 1.5);
}

}  // namespace
}  // namespace mirador::testing_support
