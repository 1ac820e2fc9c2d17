#include "mirador/simulate/simulate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "mirador/simulate/workers.hpp"
#include "summaries.hpp"

namespace mirador {
namespace {

using testing_support::expect_same;

std::vector<RuleSpec> rules(std::initializer_list<const char*> names) {
  std::vector<RuleSpec> parsed;
  for (const char* name : names) parsed.push_back(parse_rule(name));
  return parsed;
}

/// Runs the plan on 1, 2 and 7 threads and expects the same numbers, record by record.
void expect_thread_independent(const ProblemSpec& problem, Plan plan) {
  plan.records = Records::every_run;
  plan.threads = 1;
  const auto alone = simulate(problem, plan);
  for (const unsigned threads : {2u, 7u}) {
    plan.threads = threads;
    const auto shared = simulate(problem, plan);
    ASSERT_EQ(shared.size(), alone.size());
    for (std::size_t r = 0; r < alone.size(); ++r) expect_same(alone[r], shared[r]);
  }
}

TEST(SimulateThreads, BestArmEveryRule) {
  expect_thread_independent(
      {.family = GaussianSpec{1.0}, .question = BestArmSpec{}, .means = {1.0, 0.5, 0.3, 0.0}},
      {.rules = rules({"lma", "lma:L=0.01:M=5", "lmac:eta=10", "bc", "dt", "ttts", "unif", "rr"}),
       .deltas = {0.01, 0.1},
       .runs = 41});
}

TEST(SimulateThreads, ProblemsWithoutAClosedForm) {
  const Plan plan{.rules = rules({"lma", "fw", "dt"}), .runs = 23, .max_samples = 20000};
  expect_thread_independent(
      {.family = GaussianSpec{1.0}, .question = TopMSpec{2}, .means = {1.0, 0.8, 0.0, -0.5}}, plan);
  expect_thread_independent(
      {.family = GaussianSpec{1.0}, .question = ClosestSpec{0.5}, .means = {-0.5, 0.4, 1.5}}, plan);
  expect_thread_independent(
      {.family = GaussianSpec{1.0},
       .question = PolyhedralSpec{{{"up", {1, 1}, {0}}, {"down", {-1, -1}, {0}}}},
       .means = {0.5, 0.3}},
      plan);
}

TEST(SimulateThreads, EveryFamily) {
  const Plan plan{.rules = rules({"bc", "unif"}), .runs = 17, .max_samples = 300};
  const FamilySpec families[] = {BernoulliSpec{}, PoissonSpec{}, ExponentialSpec{},
                                 BoundedSpec{0.0, 2.0}, NormalSpec{{0.5, 1.0, 2.0}}};
  for (const FamilySpec& family : families) {
    expect_thread_independent(
        {.family = family, .question = BestArmSpec{}, .means = {0.9, 0.5, 0.1}}, plan);
    expect_thread_independent(
        {.family = family, .question = ThresholdingSpec{0.4}, .means = {0.9, 0.5, 0.1}}, plan);
  }
}

TEST(SimulateThreads, MarginsTellWhoShares) {
  const Plan plan{.rules = rules({"bc"}), .runs = 17, .records = Records::every_run};
  const ProblemSpec tie{.family = GaussianSpec{1.0},
                        .question = BestArmSpec{Direction::highest, 0.8},
                        .means = {1.0, 1.0, -1.0}};
  expect_thread_independent(tie, plan);
  const auto results = simulate(tie, plan);
  EXPECT_GT(results[0].summaries[0].equal(), 10u);
  for (const RunRecord& run : results[0].runs[0]) {
    EXPECT_EQ(run.equal, run.answer.find("equal within 0.8") != std::string::npos) << run.answer;
  }
}

TEST(SimulateThreads, UndecidedRunsCountWithTheirBudget) {
  const Plan plan{.rules = rules({"rr"}),
                  .deltas = {1e-9},
                  .runs = 9,
                  .max_samples = 50,
                  .records = Records::every_run};
  const auto results =
      simulate({.family = GaussianSpec{1.0}, .question = BestArmSpec{}, .means = {0.1, 0.0}}, plan);
  EXPECT_EQ(results[0].summaries[0].undecided(), 9u);
  EXPECT_EQ(results[0].summaries[0].mean(), 50.0);
  for (const RunRecord& run : results[0].runs[0]) EXPECT_EQ(run.outcome, Outcome::undecided);
}

TEST(SimulateThreads, InterruptionKeepsWhatIsFinished) {
  std::atomic<bool> interrupted{false};
  Control control;
  control.interrupted = &interrupted;
  control.progress = [&](std::uint64_t done, std::uint64_t total) {
    EXPECT_LE(done, total);
    if (done > 0) interrupted = true;
  };
  const Plan plan{.rules = rules({"rr", "lma"}), .runs = 200000, .threads = 2};
  const auto results = simulate(
      {.family = GaussianSpec{1.0}, .question = BestArmSpec{}, .means = {0.3, 0.0}}, plan, control);
  ASSERT_EQ(results.size(), 1u);
  const Summary& summary = results[0].summaries[0];
  EXPECT_GT(summary.runs(), 0u);
  EXPECT_LT(summary.runs(), plan.runs);
  EXPECT_EQ(summary.undecided(), 0u);
}

TEST(ShareOut, EveryNumberOnce) {
  for (const unsigned threads : {0u, 1u, 3u, 16u}) {
    std::vector<std::atomic<int>> calls(1000);
    std::uint64_t last = 0;
    share_out(
        {.count = calls.size(), .threads = threads},
        [&] {
          return [&](std::uint64_t n) {
            ++calls[n];
            return true;
          };
        },
        [&](std::uint64_t done) { last = done; });
    for (const auto& count : calls) EXPECT_EQ(count, 1);
    EXPECT_EQ(last, calls.size());
  }
}

TEST(ShareOut, AnExceptionReachesTheCaller) {
  const auto fail = [](std::uint64_t n) {
    if (n == 17) throw std::runtime_error("seventeen");
    return true;
  };
  EXPECT_THROW(share_out(
                   {.count = 1000, .threads = 4}, [&] { return fail; }, [](std::uint64_t) {}),
               std::runtime_error);
}

/// Each arm gives 1 in its even pulls and 0 in its odd ones, or the other way round in replications
/// with odd numbers.
class Alternating final : public OwnRewards {
 public:
  void start(RandomKey key) override { pulls_ = {key.replication, key.replication}; }
  double next(Arm arm) override { return pulls_[arm]++ % 2 == 0 ? 1.0 : 0.0; }

 private:
  std::array<std::uint64_t, 2> pulls_{};
};

TEST(OwnRewards, TakeThePlaceOfTheFamilyOnEveryThread) {
  const ProblemSpec problem{BernoulliSpec{}, BestArmSpec{}, {0.9, 0.1}};
  Plan plan{.rules = rules({"rr", "bc"}),
            .deltas = {0.01},
            .runs = 20,
            .max_samples = 200,
            .rewards = [] { return std::make_unique<Alternating>(); }};
  expect_thread_independent(problem, plan);
  // Equal arms, although the family's would differ: the same numbers with the family are decided.
  EXPECT_EQ(simulate(problem, plan).front().summaries.front().undecided(), 20u);
  plan.rewards = {};
  EXPECT_EQ(simulate(problem, plan).front().summaries.front().undecided(), 0u);
}

TEST(OwnRewards, OnlyTheReferenceHasThem) {
  const ProblemSpec problem{BernoulliSpec{}, BestArmSpec{}, {0.9, 0.1}};
  const Plan plan{.rules = rules({"rr"}), .backend = Backend::lanes, .rewards = [] {
                    return std::make_unique<Alternating>();
                  }};
  EXPECT_THROW(simulate(problem, plan), InputError);
}

}  // namespace
}  // namespace mirador
