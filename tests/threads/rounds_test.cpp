#include "mirador/simulate/rounds.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "summaries.hpp"

namespace mirador {
namespace {

/// Runs the plan on 1, 2 and 7 threads and expects the same numbers, record by record.
void expect_thread_independent(RoundsPlan plan) {
  plan.records = Records::every_run;
  plan.threads = 1;
  const RoundsResult alone = simulate_rounds(plan);
  for (const unsigned threads : {2u, 7u}) {
    plan.threads = threads;
    const RoundsResult shared = simulate_rounds(plan);
    testing_support::expect_same(alone.rule, shared.rule);
    ASSERT_EQ(alone.rounds.size(), shared.rounds.size());
    for (std::size_t i = 0; i < alone.rounds.size(); ++i) {
      EXPECT_EQ(alone.rounds[i].entries(), shared.rounds[i].entries());
    }
  }
}

TEST(RoundsThreads, EveryLaw) {
  const LawSpec laws[] = {SymmetricSpec{}, SymmetricSpec{Compare::typical},
                          SymmetricSpec{Compare::wins}, BoundedSpec{-1.0, 2.0}, BernoulliSpec{}};
  for (const LawSpec& law : laws) {
    for (const double correlation : {0.0, 0.6}) {
      expect_thread_independent({.design = {.law = law},
                                 .world = {.means = {0.9, 0.5, 0.1}, .correlation = correlation},
                                 .deltas = {0.01, 0.1},
                                 .runs = 23});
    }
  }
}

TEST(RoundsThreads, ItemsMarginsAndSmallRounds) {
  const RoundsWorld world{.means = {0.6, 0.6, 0.3, 0.2}, .correlation = 0.5};
  expect_thread_independent(
      {.design = {.law = BernoulliSpec{}, .items = 50}, .world = world, .runs = 23});
  expect_thread_independent({.question = {.margin = 0.5}, .world = world, .runs = 23});
  expect_thread_independent({.question = {.good_enough = 0.5}, .world = world, .runs = 23});
  expect_thread_independent(
      {.design = {.round_size = 2}, .world = world, .runs = 23, .max_samples = 999});
}

TEST(RoundsThreads, InterruptionKeepsWhatIsFinished) {
  std::atomic<bool> interrupted{false};
  Control control;
  control.interrupted = &interrupted;
  control.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_LE(done, total);
    if (done > 0) interrupted = true;
  };
  const RoundsPlan plan{.world = {.means = {0.3, 0.0}}, .runs = 200000, .threads = 2};
  const RoundsResult result = simulate_rounds(plan, control);
  const Summary& summary = result.rule.summaries[0];
  EXPECT_GT(summary.runs(), 0u);
  EXPECT_LT(summary.runs(), plan.runs);
  EXPECT_EQ(summary.undecided(), 0u);
  EXPECT_EQ(result.rounds[0].size(), summary.runs());
}

}  // namespace
}  // namespace mirador
