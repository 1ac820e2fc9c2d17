#include <gtest/gtest.h>

#include <cmath>

#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "statistics.hpp"

/// How many samples mixture stopping takes: what it was made for.
namespace mirador::testing_support {
namespace {

std::vector<Summary> summaries(const ProblemSpec& problem, const char* stopping,
                               std::uint64_t runs) {
  const Plan plan{.rules = rules({"bc"}),
                  .stopping = parse_stopping(stopping),
                  .deltas = {0.1, 0.01},
                  .runs = runs,
                  .seed = 41};
  return simulate(problem, plan)[0].summaries;
}

/// The ratio of two means on the same rewards lies below the bound. The runs of both rules share
/// their rewards, so that their errors are positively correlated and the sum of the two standard
/// errors is more than that of the difference.
void expect_ratio_below(const Summary& one, const Summary& two, double bound) {
  const double noise = one.std_error() + bound * two.std_error();
  EXPECT_LT(one.mean(), bound * two.mean() + allowed_errors * noise)
      << one.mean() / two.mean() << " times";
}

TEST(MixtureSize, SeedInstance) {
  const auto mixture = summaries(seed_instance(), "mixture", 4000);
  const auto heuristic = summaries(seed_instance(), "heuristic", 4000);
  expect_ratio_below(mixture[0], heuristic[0], 1.40);
  expect_ratio_below(mixture[1], heuristic[1], 1.32);
  // Whoever loses a fifth of the samples is found out whatever the noise.
  EXPECT_LT(mixture[0].mean(), 2900.0);
  EXPECT_LT(mixture[1].mean(), 4250.0);
}

TEST(MixtureSize, KaufmannKoolenOnTheSeedInstance) {
  const auto kaufmann_koolen = summaries(seed_instance(), "kaufmann-koolen", 600);
  EXPECT_NEAR(kaufmann_koolen[0].mean(), 7500.0, 400.0);
  EXPECT_NEAR(kaufmann_koolen[1].mean(), 8600.0, 400.0);
}

TEST(MixtureSize, Bernoulli) {
  const ProblemSpec problem{BernoulliSpec{}, BestArmSpec{}, {0.5, 0.45, 0.43, 0.4}};
  const auto mixture = summaries(problem, "mixture", 800);
  EXPECT_EQ(mixture[0].undecided(), 0u);
  EXPECT_LT(mixture[0].mean(), 6000.0 + allowed_errors * mixture[0].std_error());
}

/// The variance need not be known: less than half as many samples again.
TEST(MixtureSize, UnknownVariance) {
  const ProblemSpec unknown{NormalSpec{}, BestArmSpec{}, {1.0, 0.85, 0.8, 0.75}};
  const auto normal = summaries(unknown, "mixture", 500);
  const auto gaussian = summaries(seed_instance(), "mixture", 500);
  expect_ratio_below(normal[0], gaussian[0], 1.5);
  expect_ratio_below(normal[1], gaussian[1], 1.5);
}

}  // namespace
}  // namespace mirador::testing_support
