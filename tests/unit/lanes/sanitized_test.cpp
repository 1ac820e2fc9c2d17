// The lanes of one number, compiled with the tests and so under the sanitizers: those of the
// library are compiled without, and with registers. Names of their own keep the linker from mixing
// them up.
#define MIRADOR_ISA sanitized

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "simulate/lanes/run_job.hpp"

namespace mirador::testing_support {
namespace {

constexpr std::uint64_t runs = 12, seed = 5;
const std::vector<double> deltas = {0.2, 0.05};

/// Stopping times by replication and risk.
using Times = std::map<std::pair<std::uint64_t, int>, std::uint64_t>;

class TimesDocket final : public lanes::Docket {
 public:
  bool next(std::uint64_t& replication) override {
    replication = begun_++;
    return replication < runs;
  }
  void verdict(int lane, int risk, const lanes::Verdict& verdict) override {
    held_[{lane, risk}] = verdict.samples;
  }
  void finished(int lane, std::uint64_t replication, std::uint64_t) override {
    for (int risk = 0; risk < 2; ++risk) times[{replication, risk}] = held_[{lane, risk}];
  }
  bool stop_requested() override { return false; }

  Times times;

 private:
  std::uint64_t begun_ = 0;
  std::map<std::pair<int, int>, std::uint64_t> held_;
};

struct Case {
  lanes::QuestionKind question;
  lanes::RuleJob rule;
  std::string rule_text, stopping;
};

ProblemSpec problem_of(const Case& c) {
  if (c.question == lanes::QuestionKind::best_arm) {
    return {GaussianSpec{1.0}, BestArmSpec{}, {1.0, 0.4, 0.0}};
  }
  return {GaussianSpec{1.0}, ThresholdingSpec{0.5}, {1.2, 0.1, -0.2}};
}

Times times_by_lanes(const Case& c) {
  const std::vector<double> means = problem_of(c).means;
  lanes::Job job{};
  job.family = lanes::FamilyKind::gaussian;
  job.question = c.question;
  job.rule = c.rule;
  job.stopping =
      c.stopping == "mixture" ? lanes::StoppingKind::mixture : lanes::StoppingKind::heuristic;
  job.arms = static_cast<int>(means.size());
  job.means = means.data();
  job.sigma = 1.0;
  job.level = 0.5;
  job.risks = static_cast<int>(deltas.size());
  job.deltas = deltas.data();
  job.log_claims = c.question == lanes::QuestionKind::best_arm ? 0.0 : std::log(3.0);
  job.lasting = true;
  job.seed = seed;
  job.max_samples = 100'000;
  TimesDocket docket;
  lanes::run_question<lanes::Replications<double, 0>, 1, lanes::GaussianArms>(job, docket);
  return docket.times;
}

Times times_by_reference(const Case& c) {
  const Plan plan{.rules = {parse_rule(c.rule_text)},
                  .stopping = parse_stopping(c.stopping),
                  .deltas = deltas,
                  .runs = runs,
                  .seed = seed,
                  .max_samples = 100'000,
                  .records = Records::every_run,
                  .backend = Backend::reference};
  const RuleResult result = simulate(problem_of(c), plan).front();
  Times times;
  for (std::uint64_t run = 0; run < runs; ++run) {
    for (int risk = 0; risk < 2; ++risk) {
      times[{run, risk}] = result.runs[static_cast<std::size_t>(risk)][run].samples;
    }
  }
  return times;
}

TEST(SanitizedLanes, GiveTheStoppingTimesOfTheReference) {
  using enum lanes::RuleKind;
  const auto rule = [](lanes::RuleKind kind) {
    return lanes::RuleJob{kind, 0.0, false, HUGE_VAL, true, 1.0};
  };
  for (const auto question : {lanes::QuestionKind::best_arm, lanes::QuestionKind::thresholding}) {
    for (const Case& c : {Case{question, rule(adaptive_ascent), "lma", "mixture"},
                          Case{question, rule(challenger), "bc", "mixture"},
                          Case{question, rule(tracking), "dt", "heuristic"},
                          Case{question, rule(uniform), "unif", "mixture"}}) {
      EXPECT_EQ(times_by_lanes(c), times_by_reference(c)) << c.rule_text << " " << c.stopping;
    }
  }
}

}  // namespace
}  // namespace mirador::testing_support
