#include "mirador/simulate/summary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/beta.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "summaries.hpp"

namespace mirador {
namespace {

using testing_support::expect_identical;

struct FinishedRun {
  std::uint64_t samples;
  Outcome outcome;
  std::vector<std::uint64_t> pulls;
  bool equal = false;

  void add_to(Summary& summary) const {
    RunRecord record;
    record.samples = samples;
    record.outcome = outcome;
    record.equal = equal;
    summary.add(record, pulls);
  }
};

std::vector<FinishedRun> random_runs(std::size_t count) {
  std::mt19937_64 random(5);
  std::vector<FinishedRun> runs;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t first = random() % 1000000, second = random() % 1000;
    const auto outcome = static_cast<Outcome>(1 + random() % 3);
    runs.push_back({first + second, outcome, {first, second}, random() % 4 == 0});
  }
  return runs;
}

Summary summary_of(const std::vector<FinishedRun>& runs) {
  Summary summary(2);
  for (const FinishedRun& run : runs) run.add_to(summary);
  return summary;
}

TEST(Summary, KnownNumbers) {
  const Summary summary = summary_of({{10, Outcome::correct, {6, 4}},
                                      {20, Outcome::wrong, {10, 10}},
                                      {60, Outcome::undecided, {20, 40}}});
  EXPECT_EQ(summary.runs(), 3u);
  EXPECT_EQ(summary.equal(), 0u);
  EXPECT_EQ(summary.errors(), 1u);
  EXPECT_EQ(summary.undecided(), 1u);
  EXPECT_EQ(summary.mean(), 30.0);
  EXPECT_NEAR(summary.std_error(), std::sqrt(700.0 / 3.0), 1e-12);
  EXPECT_EQ(summary.quantile(0.5), 20.0);
  EXPECT_EQ(summary.quantile(0.75), 40.0);
  EXPECT_EQ(summary.proportions(), (std::vector<double>{0.4, 0.6}));
  EXPECT_NEAR(summary.error_rate(), 1.0 / 3.0, 1e-16);
}

TEST(Summary, CountsVerdictsOfEquality) {
  const Summary summary = summary_of({{10, Outcome::correct, {6, 4}, true},
                                      {20, Outcome::wrong, {10, 10}, true},
                                      {60, Outcome::correct, {20, 40}}});
  EXPECT_EQ(summary.equal(), 2u);
  EXPECT_EQ(summary.errors(), 1u);
}

TEST(Summary, FewRuns) {
  const Summary empty(2);
  EXPECT_TRUE(std::isnan(empty.mean()));
  EXPECT_TRUE(std::isnan(empty.std_error()));
  EXPECT_TRUE(std::isnan(empty.quantile(0.5)));
  const Summary one = summary_of({{7, Outcome::correct, {3, 4}}});
  EXPECT_EQ(one.mean(), 7.0);
  EXPECT_TRUE(std::isnan(one.std_error()));
  EXPECT_EQ(one.quantile(0.9), 7.0);
}

TEST(Summary, MergesExactlyInAnyOrder) {
  const std::vector<FinishedRun> runs = random_runs(501);
  const Summary whole = summary_of(runs);
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 10; ++trial) {
    std::vector<FinishedRun> shuffled = runs;
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    std::vector<Summary> parts(7, Summary(2));
    for (const FinishedRun& run : shuffled) run.add_to(parts[random() % parts.size()]);
    Summary merged(2);
    for (const Summary& part : parts) {
      EXPECT_TRUE(part.runs() == 0 || part.quantile(0.5) >= 0.0);  // sorts some of them
      merged.merge(part);
    }
    expect_identical(merged, whole);
  }
}

TEST(Summary, LargeTimesDoNotOverflowOrCancel) {
  const std::uint64_t base = 1ull << 50;
  const Summary summary =
      summary_of({{base, Outcome::correct, {base, 0}}, {base + 2, Outcome::correct, {base, 2}}});
  EXPECT_EQ(summary.mean(), static_cast<double>(base + 1));
  EXPECT_NEAR(summary.std_error(), 1.0, 1e-12);
}

TEST(ClopperPearson, KnownValuesAndBoost) {
  // No event in n trials: 1 - α^(1/n).
  EXPECT_NEAR(clopper_pearson_upper(0, 1000, 0.999), 1.0 - std::pow(0.001, 1e-3), 1e-12);
  EXPECT_EQ(clopper_pearson_upper(5, 5, 0.999), 1.0);
  for (const std::uint64_t trials : {10ull, 500ull, 100000ull}) {
    for (const std::uint64_t events : {1ull, 3ull, 9ull}) {
      const boost::math::beta_distribution<double> beta(static_cast<double>(events + 1),
                                                        static_cast<double>(trials - events));
      EXPECT_NEAR(clopper_pearson_upper(events, trials, 0.99), boost::math::quantile(beta, 0.99),
                  1e-9);
      // The lower bound is the upper bound of the other outcome.
      EXPECT_NEAR(clopper_pearson_lower(events, trials, 0.99),
                  1.0 - clopper_pearson_upper(trials - events, trials, 0.99), 1e-9);
    }
  }
  EXPECT_EQ(clopper_pearson_lower(0, 10, 0.999), 0.0);
  EXPECT_NEAR(clopper_pearson_lower(10, 10, 0.999), std::pow(0.001, 0.1), 1e-12);
}

}  // namespace
}  // namespace mirador
