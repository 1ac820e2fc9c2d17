#include "mirador/race/solo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "race_world.hpp"

namespace mirador::race {
namespace {

/// One command alone, without a shell.
class SoloTest : public RaceWorld, public ::testing::Test {
 protected:
  static RaceSpec alone() {
    RaceSpec spec = race::race_of({"a"}, Design::adaptive);
    spec.shell.clear();
    spec.margin = 0.01;
    return spec;
  }
  RaceReport measured(const RaceSpec& spec) {
    Solo solo(spec, world);
    while (solo.step() == End::none) {
    }
    solo.clean_up();
    return solo.report();
  }
};

TEST_F(SoloTest, EndsWhenTheMeanIsKnown) {
  world.scripts = {{"a", world.takes(0.1, 3)}};
  const RaceReport report = measured(alone());
  EXPECT_EQ(report.end, End::known);
  const ArmStatus& arm = report.status.arms.at(0);
  EXPECT_EQ(arm.pulls, world.made.size());
  EXPECT_EQ(arm.pulls, report.values[0].size());
  EXPECT_LE(known_to(Scale::log, arm), 0.01);
  EXPECT_LE(arm.high / *arm.mean, 1.01 + 1e-12);
  EXPECT_LE(*arm.mean / arm.low, 1.01 + 1e-12);
  EXPECT_LT(arm.low, 0.1);
  EXPECT_GT(arm.high, 0.1);
  EXPECT_FALSE(report.status.contradiction.has_value());
  EXPECT_EQ(report.status.guarantee, Status::proved);
  // With one run less it was not.
  RaceSpec shorter = alone();
  shorter.max_runs = arm.pulls - 1;
  ScriptedExecutor again;
  again.scripts = world.scripts;
  Solo solo(shorter, again);
  while (solo.step() == End::none) {
  }
  EXPECT_EQ(solo.end(), End::max_runs);
  EXPECT_GT(known_to(Scale::log, solo.report().status.arms[0]), 0.01);
}

TEST_F(SoloTest, TakesAtLeastTenRuns) {
  world.scripts = {{"a", world.takes(0.1, 1e-4)}};
  EXPECT_EQ(measured(alone()).status.samples, Solo::least_runs);
}

TEST_F(SoloTest, WarmUpsSetupAndTheShellAreAsInARace) {
  RaceSpec spec = alone();
  spec.shell = {"/bin/sh"};
  spec.warmup = 2;
  spec.commands[0].setup = "set up";
  spec.commands[0].cleanup = "clean up";
  world.startup = {.wall = 0.010, .user = 0.004};
  world.scripts = {{"a", world.takes(0.1, 1)},
                   {"set up", world.takes(1.0, 0)},
                   {"clean up", world.takes(1.0, 0)}};
  const RaceReport report = measured(spec);
  EXPECT_EQ(report.end, End::known);
  EXPECT_EQ(count_of("set up"), 1U);
  EXPECT_EQ(count_of("clean up"), 1U);
  EXPECT_EQ(count_of("a"), report.status.samples + 2);
  EXPECT_NEAR(*report.status.arms[0].mean, 0.1, 0.003);
}

TEST_F(SoloTest, BudgetsAndInterruptsLeaveWhatIsKnown) {
  world.scripts = {{"a", world.takes(0.1, 30)}};
  RaceSpec spec = alone();
  spec.max_runs = 12;
  RaceReport report = measured(spec);
  EXPECT_EQ(report.end, End::max_runs);
  EXPECT_EQ(report.status.samples, 12U);
  EXPECT_TRUE(std::isfinite(known_to(Scale::log, report.status.arms[0])));
  spec.max_runs.reset();
  spec.max_time = 1.0;
  report = measured(spec);
  EXPECT_EQ(report.end, End::max_time);
  EXPECT_LT(report.seconds, 1.3);
  spec.max_time.reset();
  world.stop_after = world.made.size() + 4;
  report = measured(spec);
  EXPECT_EQ(report.end, End::interrupted);
  EXPECT_EQ(report.status.samples, 4U);
}

TEST_F(SoloTest, AFailureEndsItWithWhatIsKnown) {
  const auto fails = [&](std::uint64_t n, double noise) {
    race::Run run = world.takes(0.1, 20)(n, noise);
    run.code = n == 5 ? 9 : 0;
    return run;
  };
  world.scripts = {{"a", fails}};
  const RaceReport report = measured(alone());
  EXPECT_EQ(report.end, End::failed);
  ASSERT_TRUE(report.failure.has_value());
  EXPECT_NE(report.failure->message.find("exit code 9 in its run 6"), std::string::npos);
  EXPECT_EQ(report.status.samples, 5U);
  world.scripts = {{"a", [](std::uint64_t, double) { return race::Run{.wall = 0.1, .code = 1}; }}};
  EXPECT_THROW(measured(alone()), CommandFailed);
}

TEST_F(SoloTest, ValuesThatNeverVaryEndIt) {
  RaceSpec spec = alone();
  spec.metric = Metric::rss;
  world.scripts = {
      {"a", [](std::uint64_t, double) { return race::Run{.wall = 0.1, .rss = 5'000'000}; }}};
  EXPECT_EQ(measured(spec).end, End::constant);
  world.scripts = {{"a", [](std::uint64_t, double) {
                      return race::Run{.wall = 0.1, .rss = 4'000'000, .rss_floor = 4'194'304};
                    }}};
  EXPECT_EQ(measured(spec).end, End::unseen);
}

TEST_F(SoloTest, PrintedNumbersAreOnEitherScale) {
  RaceSpec spec = alone();
  spec.metric = Metric::output;
  spec.scale = Scale::linear;
  spec.margin = 0.5;
  world.scripts = {{"a", world.prints([](std::uint64_t, double noise) {
                      return std::to_string(-3.0 + 0.3 * noise);
                    })}};
  const RaceReport report = measured(spec);
  EXPECT_EQ(report.end, End::known);
  EXPECT_LE(known_to(Scale::linear, report.status.arms[0]), 0.5);
  EXPECT_NEAR(*report.status.arms[0].mean, -3.0, 0.5);
  spec.scale = Scale::log;
  EXPECT_THROW(measured(spec), CommandFailed);
}

TEST_F(SoloTest, OutliersContradictItsAssumption) {
  const auto slow_at_times = [](std::uint64_t n, double noise) {
    return race::Run{.wall = (n % 9 == 8 ? 0.5 : 0.1) * std::exp(0.001 * noise)};
  };
  world.scripts = {{"a", slow_at_times}};
  RaceSpec spec = alone();
  spec.max_runs = 300;
  const RaceReport report = measured(spec);
  ASSERT_TRUE(report.status.contradiction.has_value());
  EXPECT_EQ(guarantee_text(report.status), "assumption contradicted");
}

TEST_F(SoloTest, BadSpecsAreRefused) {
  const auto refuses = [&](const RaceSpec& spec) { EXPECT_THROW(Solo(spec, world), InputError); };
  refuses(race::race_of({"a", "b"}, Design::adaptive));
  RaceSpec spec = alone();
  spec.margin = 0.0;
  refuses(spec);
  spec = alone();
  spec.delta = 0.0;
  refuses(spec);
  spec = alone();
  spec.metric = Metric::output;
  spec.family = BernoulliSpec{};
  refuses(spec);
}

/// The interval misses the true mean in at most a share δ of the runs of this test, at the moment
/// at which it ends: 400 measurements at δ = 0.2 with a seed each. More than 130 misses have a
/// probability below 1e-7 if each has probability 0.2.
TEST_F(SoloTest, TheIntervalHoldsWhereItStops) {
  RaceSpec spec = alone();
  spec.delta = 0.2;
  spec.margin = 0.05;
  int misses = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    ScriptedExecutor fresh;
    fresh.seed = seed;
    fresh.scripts = {{"a", fresh.takes(0.1, 10)}};
    Solo solo(spec, fresh);
    while (solo.step() == End::none) {
    }
    const ArmStatus arm = solo.report().status.arms[0];
    misses += arm.low > 0.1 || arm.high < 0.1 ? 1 : 0;
  }
  EXPECT_LE(misses, 130);
}

}  // namespace
}  // namespace mirador::race
