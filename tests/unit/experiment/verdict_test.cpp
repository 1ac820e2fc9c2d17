#include <gtest/gtest.h>

#include <algorithm>

#include "live_cases.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace mirador::testing_support {
namespace {

/// Removes "arm", "arms" and commas.
std::string bare(std::string text) {
  for (const std::string word : {"arms ", "arm "}) {
    if (text.starts_with(word)) text.erase(0, word.size());
  }
  std::erase(text, ',');
  return text;
}

RunRecord simulated(const LiveCase& live, const std::string& rule, const ExperimentSpec& spec) {
  const Plan plan{.rules = {parse_rule(rule)},
                  .stopping = spec.stopping,
                  .deltas = {spec.delta},
                  .runs = 1,
                  .seed = spec.seed,
                  .max_samples = *spec.max_samples,
                  .threads = 1,
                  .records = Records::every_run,
                  .backend = Backend::reference};
  return simulate(live.problem, plan).front().runs.front().front();
}

/// Asks and tells until no ticket is left.
std::unique_ptr<Session> run(const LiveCase& live, const ExperimentSpec& spec) {
  auto session = make_session(spec);
  const auto reward = live.rewards(spec.seed);
  for (auto asked = session->ask(1); !asked.empty(); asked = session->ask(1)) {
    session->apply(asked);
    const auto [ticket, arm] = std::get<Asked>(asked[0]);
    session->apply(session->tell(ticket, reward(arm)));
  }
  return session;
}

TEST(Verdict, FallsWhereTheSimulatorStops) {
  for (const LiveCase& live : live_cases()) {
    for (const std::string& rule : live_rules) {
      if (!can_serve(live, rule)) continue;
      SCOPED_TRACE(live.name + ", " + rule);
      for (const std::uint64_t seed : {1u, 2u}) {
        ExperimentSpec spec = live.spec(rule, seed);
        spec.max_samples = 1500;
        const ExperimentStatus status = run(live, spec)->status();
        const RunRecord record = simulated(live, rule, spec);
        EXPECT_EQ(status.samples, record.samples);
        ASSERT_EQ(status.phase == Phase::undecided, record.outcome == Outcome::undecided);
        if (status.phase == Phase::undecided) continue;
        EXPECT_EQ(status.verdict->samples, record.samples);
        EXPECT_EQ(status.verdict->equal_within_margin, record.equal);
        EXPECT_EQ(bare(status.verdict->answer.text), bare(record.answer));
      }
    }
  }
}

TEST(Verdict, FallsForEveryStoppingRule) {
  const LiveCase live = live_cases()[0];
  for (const std::string_view stopping : stopping_names()) {
    ExperimentSpec spec = live.spec("bc");
    spec.stopping = parse_stopping(stopping);
    spec.max_samples = 10000;
    const ExperimentStatus status = run(live, spec)->status();
    EXPECT_EQ(status.phase, Phase::decided) << stopping;
    EXPECT_EQ(status.samples, simulated(live, "bc", spec).samples) << stopping;
    EXPECT_LE(status.smallest_risk, spec.delta);
    EXPECT_GE(status.findings->evidence, status.findings->required);
  }
}

}  // namespace
}  // namespace mirador::testing_support
