#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "disturbed_machine.hpp"
#include "mirador/race/race.hpp"
#include "race_world.hpp"

namespace mirador::race {
namespace {

/// How races end early and go on, in every design.
class ResumeTest : public RaceTest {};

INSTANTIATE_TEST_SUITE_P(, ResumeTest, ::testing::Values(Design::rounds, Design::adaptive),
                         [](const auto& design) { return std::string(name_of(design.param)); });

TEST_P(ResumeTest, ALateFailureLeavesWhatIsKnown) {
  const auto fails = [&](std::uint64_t n, double noise) {
    race::Run run = world.takes(0.15, 2)(n, noise);
    run.code = n == 4 ? 9 : 0;
    return run;
  };
  world.scripts = {{"a", world.takes(0.1, 2)}, {"b", fails}, {"c", world.takes(0.3, 2)}};
  RaceSpec spec = endless_race();
  spec.max_runs = 60;
  RaceReport report = raced(spec);
  EXPECT_EQ(report.end, End::failed);
  ASSERT_TRUE(report.failure.has_value());
  EXPECT_EQ(report.failure->command, 1U);
  EXPECT_NE(report.failure->message.find("\"b\" ended with exit code 9 in its run 5"),
            std::string::npos);
  EXPECT_FALSE(report.status.verdict.has_value());
  EXPECT_EQ(report.status.findings->answer.text, "a");
  EXPECT_EQ(report.runs[1].size(), 4U);
  // The run that failed is repeated.
  const std::size_t before = world.made.size();
  report = finished(Race::resume(*store, spec, world));
  EXPECT_EQ(world.made[before], "b");
  EXPECT_EQ(report.end, End::max_runs);
  EXPECT_FALSE(report.failure.has_value());
}

TEST_P(ResumeTest, TheStartUpOfTheShellIsStored) {
  for (const char* line : {"a", "b", "c"}) world.scripts[line] = world.takes(0.1, 3);
  RaceSpec spec = endless_race();
  spec.shell = {"/bin/sh"};
  spec.max_runs = 20;
  world.startup = {.wall = 0.010, .user = 0.004, .system = 0.001};
  world.stop_after = 7;
  raced(spec);
  world.forget_interrupt();
  world.startup.wall = 0.030;
  const RaceReport report = finished(Race::resume(*store, spec, world));
  ASSERT_TRUE(report.startup.has_value());
  EXPECT_EQ(report.startup->wall, 0.010);
  EXPECT_EQ(report.startup->user, 0.004);
  EXPECT_EQ(report.startup->system, 0.001);
}

TEST_P(ResumeTest, IsFoundByItsName) {
  world.scripts = {{"a", world.takes(0.1, 3)}, {"b", world.takes(0.101, 3)}};
  RaceSpec spec = race_of({"a", "b"});
  spec.commands[0].parameters = {{"x", "1"}, {"y", "two"}};
  spec.commands[1].parameters = {{"x", "3"}, {"y", "four"}};
  spec.max_runs = 6;
  const RaceReport report = raced(spec);
  const LiveExperiment experiment(*store, report.experiment);
  std::optional<RaceSpec> found = stored_race(experiment.spec());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->commands[0].parameters, spec.commands[0].parameters);
  EXPECT_EQ(found->seed, experiment.spec().seed);
  EXPECT_EQ(identity_of(*found), identity_of(spec));
  EXPECT_FALSE(found->max_runs.has_value());
  found->max_runs = 8;
  EXPECT_EQ(finished(Race::resume(*store, report.experiment, *found, world)).status.samples, 8U);
  const RaceReport recorded = Race::recorded(*store, report.experiment, *found);
  EXPECT_EQ(recorded.status.samples, 8U);
  EXPECT_EQ(recorded.end, End::none);
  // Parameters make no other race.
  for (Command& command : spec.commands) command.parameters.clear();
  EXPECT_EQ(Race::resume(*store, spec, world).runs(), 8U);
}

TEST_P(ResumeTest, NothingOutlivesTheBudgetOfTime) {
  world.scripts = {
      {"a", world.takes(60.0, 2)}, {"b", world.takes(60.0, 2)}, {"prepare", world.takes(60.0, 2)}};
  RaceSpec spec = race_of({"a", "b"});
  spec.max_time = 2.0;
  RaceReport report = raced(spec);
  EXPECT_EQ(report.end, End::max_time);
  EXPECT_EQ(report.status.samples, 0);
  EXPECT_LT(report.seconds, 2.1);
  for (Command& command : spec.commands) command.prepare = "prepare";
  spec.timeout = 30.0;
  report = raced(spec);
  EXPECT_EQ(report.end, End::max_time);
  EXPECT_LT(report.seconds, 2.1);
}

TEST_P(ResumeTest, BudgetsEndItUndecided) {
  world.scripts = {{"a", world.takes(0.1, 5)}, {"b", world.takes(0.1, 5)}};
  RaceSpec spec = race_of({"a", "b"});
  spec.margin = 0.0;
  spec.max_runs = 30;
  RaceReport report = raced(spec);
  EXPECT_EQ(report.end, End::max_runs);
  EXPECT_EQ(report.status.samples, 30);
  spec.max_runs.reset();
  spec.max_time = 5.0;
  report = raced(spec);
  EXPECT_EQ(report.end, End::max_time);
  EXPECT_GE(report.seconds, 5.0);
  EXPECT_LT(report.seconds, 5.3);
}

TEST_P(ResumeTest, AVerdictInTheLastRunOfTheBudgetCounts) {
  world.scripts = {{"a", world.takes(0.1, 1)}, {"b", world.takes(0.2, 1)}};
  RaceSpec spec = race_of({"a", "b"});
  spec.max_runs = raced(spec).status.samples;
  ScriptedExecutor again;
  again.scripts = world.scripts;
  EXPECT_EQ(finished(Race::begin(*store, spec, again)).end, End::decided);
}

TEST_P(ResumeTest, AnInterruptEndsItAndItCanBeResumed) {
  world.scripts = {{"a", world.takes(0.1, 3)}, {"b", world.takes(0.105, 3)}};
  const RaceSpec spec = race_of({"a", "b"});
  world.stop_after = 9;
  RaceReport report = raced(spec);
  EXPECT_EQ(report.end, End::interrupted);
  EXPECT_EQ(report.status.samples, 9);
  EXPECT_TRUE(report.status.open.empty());
  world.forget_interrupt();
  report = finished(Race::resume(*store, spec, world));
  EXPECT_EQ(report.end, End::decided);
  EXPECT_EQ(report.runs_before, 9);
  EXPECT_EQ(report.status.samples, world.made.size());

  // The result equals that of an uninterrupted race.
  ScriptedExecutor twin;
  twin.scripts = world.scripts;
  const std::unique_ptr<Store> other = open_memory();
  const RaceReport whole = finished(Race::begin(*other, spec, twin));
  EXPECT_EQ(whole.values, report.values);
  EXPECT_EQ(whole.runs, report.runs);
  EXPECT_EQ(whole.status.verdict, report.status.verdict);
}

TEST_P(ResumeTest, AnInterruptedRunIsRepeatedByEveryRule) {
  constexpr std::uint64_t runs = 40;
  RaceSpec spec = endless_race();
  spec.max_runs = runs;
  for (const Command& command : spec.commands) world.scripts[command.line] = world.takes(1.0, 5);
  const std::vector<const char*> rules =
      GetParam() == Design::rounds
          ? std::vector{"lma"}
          : std::vector{"lma", "lmac", "bc", "dt", "unif", "rr"};  // rounds have no rule
  for (const char* rule : rules) {
    SCOPED_TRACE(rule);
    spec.rule = parse_rule(rule);
    ScriptedExecutor twin;
    twin.scripts = world.scripts;
    finished(Race::begin(*open_memory(), spec, twin));
    ASSERT_EQ(twin.made.size(), runs);

    // Interrupted in every run.
    ScriptedExecutor disturbed;
    disturbed.scripts = world.scripts;
    const std::unique_ptr<Store> own = open_memory();
    for (std::uint64_t run = 0; run < runs; ++run) {
      disturbed.stop_after = run;
      EXPECT_EQ(finished(run == 0 ? Race::begin(*own, spec, disturbed)
                                  : Race::resume(*own, spec, disturbed))
                    .end,
                End::interrupted);
      EXPECT_EQ(disturbed.cut, twin.made[run]);
      disturbed.forget_interrupt();
    }
    finished(Race::resume(*own, spec, disturbed));
    EXPECT_EQ(disturbed.made, twin.made);
  }
}

TEST_P(ResumeTest, ARunThatHadNoTimeLeftIsRepeated) {
  RaceSpec spec = endless_race();
  for (const Command& command : spec.commands) world.scripts[command.line] = world.takes(1.0, 5);
  const std::unique_ptr<Store> own = open_memory();
  spec.max_time = 2.5;
  EXPECT_EQ(finished(Race::begin(*own, spec, world)).end, End::max_time);
  for (int times = 0; times < 20; ++times) {
    const std::string cut = world.cut;
    const std::size_t before = world.made.size();
    EXPECT_EQ(finished(Race::resume(*own, spec, world)).end, End::max_time);
    ASSERT_GT(world.made.size(), before);
    EXPECT_EQ(world.made[before], cut);
  }
}

TEST_P(ResumeTest, WhatGoesBeforeAnInterruptedRunIsRepeatedToo) {
  RaceSpec spec = endless_race();
  spec.warmup = 2;
  spec.commands[0].prepare = "clean";
  for (const char* line : {"a", "b", "c", "clean"}) world.scripts[line] = world.takes(1.0, 5);
  const std::vector<std::string> with_a = {"clean", "a", "clean", "a", "clean", "a"};
  for (std::uint64_t stop = 0; stop < 15; ++stop) {
    ScriptedExecutor disturbed;
    disturbed.scripts = world.scripts;
    disturbed.stop_after = stop;
    const std::unique_ptr<Store> own = open_memory();
    EXPECT_EQ(finished(Race::begin(*own, spec, disturbed)).end, End::interrupted);
    const std::string cut = disturbed.cut;
    disturbed.forget_interrupt();
    Race race = Race::resume(*own, spec, disturbed);
    race.step();
    EXPECT_EQ(std::vector(disturbed.made.begin() + static_cast<std::ptrdiff_t>(stop),
                          disturbed.made.end()),
              cut == "a" || cut == "clean" ? with_a : std::vector<std::string>(3, cut));
  }
}

TEST_P(ResumeTest, AKilledRaceGoesOn) {
  world.scripts = {{"a", world.takes(0.1, 3)}, {"b", world.takes(0.12, 3)}};
  const RaceSpec spec = race_of({"a", "b"});
  std::string name;
  {
    Race race = Race::begin(*store, spec, world);
    for (int i = 0; i < 7; ++i) race.step();
    name = race.report().experiment;
  }
  Race race = Race::resume(*store, spec, world);
  EXPECT_EQ(race.runs(), 7);
  const RaceReport report = finished(std::move(race));
  EXPECT_EQ(report.experiment, name);
  EXPECT_EQ(report.end, End::decided);
  // A finished race stays finished.
  const std::size_t made = world.made.size();
  EXPECT_EQ(finished(Race::resume(*store, spec, world)).status.verdict, report.status.verdict);
  EXPECT_EQ(world.made.size(), made);
}

TEST_P(ResumeTest, AChangedPlanEndsIt) {
  world.scripts = {
      {"a", world.takes(0.1, 3)}, {"b", world.takes(0.1, 3)}, {"c", world.takes(0.1, 3)}};
  Race race = Race::begin(*store, endless_race(), world);
  EXPECT_EQ(race.step(), End::none);
  LiveExperiment(*store, race.experiment()).change({.max_samples = 1'000'000});
  EXPECT_THROW(race.step(), RunError);
}

TEST_P(ResumeTest, RacesOfTheSameKindAreNumbered) {
  world.scripts = {{"a", world.takes(0.1, 1)}, {"b", world.takes(0.2, 1)}};
  const RaceSpec spec = race_of({"a", "b"});
  const std::string first = raced(spec).experiment, second = raced(spec).experiment;
  EXPECT_EQ(first, identity_of(spec));
  EXPECT_EQ(first.substr(0, 7), "race-a-");
  EXPECT_EQ(second, first + "-2");
  EXPECT_EQ(Race::resume(*store, spec, world).report().experiment, second);
  RaceSpec other = spec;
  other.commands[1].line = "c";
  EXPECT_THROW(Race::resume(*store, other, world), InputError);
}

TEST_P(ResumeTest, BudgetsDoNotMakeItAnotherRace) {
  RaceSpec spec = race_of({"a", "b"});
  const std::string identity = identity_of(spec);
  spec.max_runs = 7;
  spec.max_time = 3.0;
  spec.show_output = true;
  EXPECT_EQ(identity_of(spec), identity);
  spec.warmup = 1;
  EXPECT_NE(identity_of(spec), identity);
}

TEST(StoredRace, HasItsSettings) {
  RaceSpec spec = race_of({"a", "b"}, Design::rounds);
  spec.commands[0].prepare = "clean";
  spec.commands[1].name = "second";
  spec.compare = Compare::wins;
  spec.warmup = 3;
  spec.ignore_failure = true;
  spec.timeout = 2.5;
  spec.delta = 0.01;
  spec.margin = 0.0;
  for (const double slowdown : {0.0, 0.03, 0.1, 1.0 / 3.0}) {
    if (slowdown > 0.0) spec.max_slowdown = slowdown;
    const std::optional<RaceSpec> found = stored_race(experiment_of(spec));
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(essence_of(experiment_of(*found)), essence_of(experiment_of(spec)));
    EXPECT_EQ(found->commands[0].prepare, "clean");
    EXPECT_EQ(found->commands[1].name, "second");
    EXPECT_EQ(found->timeout, 2.5);
    EXPECT_NEAR(found->max_slowdown.value_or(0.0), slowdown, 1e-12);
  }
  EXPECT_DOUBLE_EQ(*stored_race(experiment_of(spec))->max_slowdown, 1.0 / 3.0);
}

TEST(StoredRace, OtherExperimentsAreNone) {
  const RaceSpec spec = race_of({"a", "b"}, Design::rounds);
  for (const char* note : {"", "a note", "[]", "{\"race\":1}", "{\"commands\":[1]}"}) {
    ExperimentSpec experiment = experiment_of(spec);
    experiment.note = note;
    EXPECT_FALSE(stored_race(experiment).has_value()) << note;
  }
  ExperimentSpec experiment = experiment_of(spec);
  experiment.arms.emplace_back("c");
  EXPECT_FALSE(stored_race(experiment).has_value());
}

/// A race of four, the last of which fails in its run 7.
class WithoutOne : public RaceInRounds {
 protected:
  WithoutOne() {
    spec_.shell.clear();
    spec_.margin = 0.0;
    world.scripts = {{"a", world.takes(0.100, 3)},
                     {"b", world.takes(0.102, 3)},
                     {"c", world.takes(0.300, 3)},
                     {"d", [](std::uint64_t n, double) {
                        return race::Run{.wall = 0.2, .code = n >= 6 ? 1 : 0};
                      }}};
    whole_ = raced(spec_);
  }

  RaceSpec spec_ = race_of({"a", "b", "c", "d"});
  RaceReport whole_ = {};
};

TEST_F(WithoutOne, TheOthersGoOnWithTheirRounds) {
  EXPECT_EQ(whole_.end, End::failed);
  Race race = Race::begin_without(*store, whole_.experiment, {"d"}, spec_, world);
  RaceReport report = race.report();
  EXPECT_GE(report.status.rounds->rounds, 6U);
  EXPECT_EQ(report.runs_before, report.status.samples);
  for (std::size_t c = 0; c < 3; ++c) {
    ASSERT_GE(report.values[c].size(), 6U);
    EXPECT_TRUE(
        std::equal(report.values[c].begin(), report.values[c].end(), whole_.values[c].begin()));
    EXPECT_EQ(report.runs[c][0], whole_.runs[c][0]);
  }
  report = finished(std::move(race));
  EXPECT_EQ(report.end, End::decided);
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  EXPECT_EQ(count_of("d"), 7U);
  // It is a race of its own, and the other stays as it was.
  EXPECT_NE(report.experiment, whole_.experiment);
  EXPECT_EQ(Race::recorded(*store, whole_.experiment, spec_).values, whole_.values);
}

TEST_F(WithoutOne, RoundsThatSomeoneMissedAreNotTaken) {
  const auto rounds_of = [&](const RaceReport& report, std::size_t command) {
    return report.values[command].size();
  };
  Race race = Race::begin_without(*store, whole_.experiment, {"a", "d"}, spec_, world);
  const RaceReport report = race.report();
  EXPECT_EQ(rounds_of(report, 0), rounds_of(report, 1));
  EXPECT_LE(rounds_of(report, 0), std::min(rounds_of(whole_, 1), rounds_of(whole_, 2)));
}

TEST_F(WithoutOne, TheReferenceStaysWithItsCommand) {
  const auto reference_without = [&](const std::string& name) {
    RaceSpec whole = spec_;
    whole.reference = 2;
    return Race::begin_without(*store, whole_.experiment, {name}, whole, world).spec().reference;
  };
  EXPECT_EQ(reference_without("a"), 1U);
  EXPECT_EQ(reference_without("d"), 2U);
  EXPECT_FALSE(reference_without("c").has_value());
}

TEST_F(WithoutOne, WhoMayBeLeftOut) {
  const auto refused = [&](const std::vector<std::string>& names, RaceSpec spec) -> std::string {
    try {
      Race::begin_without(*store, whole_.experiment, names, std::move(spec), world);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(refused({"e"}, spec_).find("without: "), std::string::npos);
  EXPECT_NE(refused({"a", "b", "c"}, spec_).find("leave out fewer"), std::string::npos);
  spec_.design = Design::adaptive;
  EXPECT_NE(refused({"a"}, spec_).find("only a race in rounds"), std::string::npos);
}

}  // namespace
}  // namespace mirador::race
