#include "mirador/race/race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "disturbed_machine.hpp"
#include "mirador/store/stores.hpp"
#include "scripted_executor.hpp"

namespace mirador::race {
namespace {

using testing_support::ScriptedExecutor;

RaceSpec race_of(const std::vector<std::string>& names, Design design) {
  RaceSpec spec;
  spec.design = design;
  for (const std::string& name : names) spec.commands.push_back({.line = name, .name = name});
  return spec;
}

/// Commands that are scripts.
class RaceWorld {
 protected:
  /// Runs the race to its end.
  RaceReport finished(Race race) {
    while (race.step() == End::none) {
    }
    return race.final_report();
  }
  RaceReport raced(const RaceSpec& spec) { return finished(Race::begin(*store, spec, world)); }
  std::string complaint_of(const RaceSpec& spec) {
    try {
      const RaceReport report = raced(spec);
      return report.failure ? report.failure->message : "none";
    } catch (const CommandFailed& error) {
      return error.what();
    }
  }
  std::size_t count_of(const std::string& line) const {
    return static_cast<std::size_t>(std::ranges::count(world.made, line));
  }

  std::unique_ptr<Store> store = open_memory();
  ScriptedExecutor world;
};

/// What holds for every design.
class RaceTest : public RaceWorld, public ::testing::TestWithParam<Design> {
 protected:
  static RaceSpec race_of(const std::vector<std::string>& names) {
    return race::race_of(names, GetParam());
  }
  /// A race of commands too similar for any number of runs in these tests, without a shell.
  static RaceSpec endless_race() {
    RaceSpec spec = race_of({"a", "b", "c"});
    spec.shell.clear();
    spec.margin = 0.0;
    spec.delta = 1e-12;
    return spec;
  }
};

INSTANTIATE_TEST_SUITE_P(, RaceTest, ::testing::Values(Design::rounds, Design::adaptive),
                         [](const auto& design) { return std::string(name_of(design.param)); });

class AdaptiveRace : public RaceWorld, public ::testing::Test {
 protected:
  static RaceSpec race_of(const std::vector<std::string>& names) {
    return race::race_of(names, Design::adaptive);
  }
};

class RaceInRounds : public RaceWorld, public ::testing::Test {
 protected:
  static RaceSpec race_of(const std::vector<std::string>& names) {
    return race::race_of(names, Design::rounds);
  }
};

TEST_F(AdaptiveRace, TheFastestWins) {
  world.scripts = {{"a", world.takes(0.100, 3)},
                   {"b", world.takes(0.110, 3)},
                   {"c", world.takes(0.200, 3)},
                   {"d", world.takes(0.150, 3)}};
  const RaceReport report = raced(race_of({"a", "b", "c", "d"}));
  EXPECT_EQ(report.end, End::decided);
  ASSERT_TRUE(report.status.verdict.has_value());
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  EXPECT_FALSE(report.status.verdict->equal_within_margin);
  EXPECT_EQ(report.status.guarantee, Status::proved);
  EXPECT_EQ(report.status.samples, world.made.size());
  EXPECT_EQ(report.runs[1].size(), count_of("b"));
  EXPECT_NEAR(*report.status.arms[0].mean, 0.100, 0.004);
  ASSERT_TRUE(report.lead.has_value());
  EXPECT_EQ(report.lead->runner_up, "b");
  EXPECT_NEAR(report.lead->estimate, 1.1, 0.05);
  EXPECT_LT(report.lead->low, report.lead->estimate);
  EXPECT_GT(report.lead->high, report.lead->estimate);
  ASSERT_TRUE(report.equal.has_value());
  EXPECT_GT(report.equal->runs, static_cast<double>(report.status.samples));
  EXPECT_TRUE(report.warnings.empty());
}

TEST_P(RaceTest, EqualsEndWithinTheMargin) {
  RaceSpec spec = race_of({"a", "b", "c"});
  spec.margin = 0.05;
  for (const Command& command : spec.commands) world.scripts[command.line] = world.takes(0.02, 2);
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.end, End::decided);
  EXPECT_TRUE(report.status.verdict->equal_within_margin);
  EXPECT_NE(report.status.verdict->answer.text.find("equal within 5 %"), std::string::npos)
      << report.status.verdict->answer.text;
}

TEST_P(RaceTest, TheHighestWinsWhereThatIsAsked) {
  RaceSpec spec = race_of({"a", "b"});
  spec.direction = Direction::highest;
  world.scripts = {{"a", world.takes(0.1, 1)}, {"b", world.takes(0.2, 1)}};
  EXPECT_EQ(raced(spec).status.verdict->answer.text, "b");
}

TEST_P(RaceTest, WarmUpsAndPreparationsDoNotCount) {
  RaceSpec spec = race_of({"a", "b"});
  spec.warmup = 3;
  spec.commands[0].prepare = "clean";
  world.scripts = {
      {"clean", world.takes(1.0, 0)}, {"a", world.takes(0.1, 1)}, {"b", world.takes(0.2, 1)}};
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.status.samples + 6, world.made.size() - count_of("clean"));
  EXPECT_EQ(count_of("clean"), report.runs[0].size() + 3);
  // Warm-ups first.
  EXPECT_EQ(std::ranges::count(std::span(world.made).first(8), world.made[7]), 4);
}

TEST_P(RaceTest, WhatRunsBesideACommand) {
  RaceSpec spec = endless_race();
  spec.shell = {"/bin/sh"};
  spec.warmup = 1;
  spec.max_runs = 6;
  for (Command& command : spec.commands) {
    command.setup = "set up " + command.line;
    command.cleanup = "clean up " + command.line;
    world.scripts[command.line] = world.takes(1.0, 5);
    world.scripts[command.setup] = world.scripts[command.cleanup] = world.takes(1.0, 0);
  }
  spec.commands[1].conclude = "conclude";
  world.scripts["conclude"] = world.takes(1.0, 0);
  Race race = Race::begin(*store, spec, world);
  while (race.step() == End::none) {
  }
  EXPECT_EQ(count_of("clean up a"), 0U);
  race.clean_up();
  EXPECT_EQ(race.end(), End::max_runs);
  for (const char* line : {"a", "b", "c"}) {
    EXPECT_EQ(count_of(std::string("set up ") + line), 1U);
    EXPECT_EQ(count_of(std::string("clean up ") + line), 1U);
    const auto first = std::ranges::find(world.made, std::string(line));
    EXPECT_EQ(*(first - 1), std::string("set up ") + line);
  }
  EXPECT_EQ(count_of("conclude"), count_of("b"));
  for (std::size_t i = 0; i + 1 < world.made.size(); ++i) {
    EXPECT_TRUE(world.made[i] != "b" || world.made[i + 1] == "conclude");
  }
  const std::optional<RaceSpec> found =
      stored_race(LiveExperiment(*store, race.experiment()).spec());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->commands[2].cleanup, "clean up c");
  EXPECT_EQ(found->commands[1].conclude, "conclude");
  for (Command& command : spec.commands) command.conclude.clear();
  EXPECT_NE(identity_of(*found), identity_of(spec));
}

TEST_P(RaceTest, WhatFailsBesideACommandIsNamed) {
  const auto fails = [](std::uint64_t, double) { return race::Run{.wall = 0.1, .code = 3}; };
  world.scripts = {{"a", world.takes(0.1, 2)}, {"b", world.takes(0.2, 2)}, {"bad", fails}};
  RaceSpec spec = race_of({"a", "b"});
  spec.commands[0].setup = "bad";
  EXPECT_EQ(complaint_of(spec),
            "command: \"a\" cannot be set up: \"bad\" ended with exit code 3; try it by hand");
  spec.commands[0].setup = "";
  spec.commands[0].conclude = "bad";
  EXPECT_NE(complaint_of(spec).find("cannot be concluded: \"bad\""), std::string::npos);
  spec.commands[0].conclude = "";
  spec.commands[1].cleanup = "bad";
  Race race = Race::begin(*store, spec, world);
  while (race.step() == End::none) {
  }
  EXPECT_EQ(race.end(), End::decided);
  race.clean_up();
  EXPECT_EQ(race.report().cleanup_failure,
            "command: \"b\" cannot be cleaned up: \"bad\" ended with exit code 3; try it by hand");
}

TEST_P(RaceTest, WhatWasPausedIsRepeated) {
  RaceSpec spec = race_of({"a", "b"});
  spec.commands[0].prepare = "clean";
  spec.timeout = 10.0;
  const auto usual = world.takes(0.1, 1);
  const auto often_paused = [&](std::uint64_t n, double noise) -> race::Run {
    if (n % 3 == 1) return {.wall = 5.0, .code = 1, .paused = true};
    if (n % 3 == 2) return {.wall = 9.0, .ending = Ending::timed_out, .paused = true};
    return usual(n, noise);
  };
  const auto paused_once = [](std::uint64_t n, double) -> race::Run {
    return {.wall = 0.01, .code = n == 2 ? 1 : 0, .paused = n == 2};
  };
  world.scripts = {{"a", often_paused}, {"b", world.takes(0.2, 1)}, {"clean", paused_once}};
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  EXPECT_EQ(report.repeated[0], count_of("clean") - report.runs[0].size());
  EXPECT_GE(report.repeated[0], 3U);
  EXPECT_EQ(report.repeated[1], 0U);
  EXPECT_TRUE(std::ranges::all_of(report.values[0], [](double wall) { return wall < 1.0; }));
}

TEST_P(RaceTest, ACommandThatAlwaysStopsIsNotRepeatedForEver) {
  const auto paused = [](std::uint64_t, double) -> race::Run {
    return {.wall = 0.1, .paused = true};
  };
  world.scripts = {{"a", paused}, {"b", world.takes(0.2, 1)}};
  EXPECT_NE(complaint_of(race_of({"a", "b"})).find("\"a\" was stopped in each of its last 20 runs"),
            std::string::npos);
  EXPECT_EQ(count_of("a"), 21U);
}

TEST_P(RaceTest, WhatTheShellTakesIsTakenOff) {
  world.startup = {.wall = 0.010, .user = 0.004};
  world.scripts = {{"a", world.takes(0.1, 1)}, {"b", world.takes(0.2, 1)}};
  const RaceReport report = raced(race_of({"a", "b"}));
  ASSERT_TRUE(report.startup.has_value());
  EXPECT_DOUBLE_EQ(report.startup->wall, 0.010);
  EXPECT_NEAR(*report.status.arms[0].mean, 0.1, 0.003);
  EXPECT_NEAR(report.runs[0][0].user, 0.046, 1e-12);
  RaceSpec spec = race_of({"a", "b"});
  spec.shell.clear();
  EXPECT_FALSE(raced(spec).startup.has_value());
}

TEST_P(RaceTest, ACommandFasterThanTheShellSaysSo) {
  world.scripts = {{"a", world.takes(0.0, 0)}, {"b", world.takes(0.2, 1)}};
  EXPECT_EQ(complaint_of(race_of({"a", "b"})),
            "command: \"a\" took no wall time beyond that of the shell; race it without one (-N)");
  world.scripts["a"] = world.takes(0.00008, 0);  // of a shell that takes a millisecond
  const std::string complaint =
      "command: \"a\" took hardly any time beyond that of the shell; race it without one (-N)";
  EXPECT_EQ(complaint_of(race_of({"a", "b"})), complaint);
  EXPECT_EQ(count_of("a"), 1U + 3U);
  world.scripts["a"] = world.takes(0.0005, 0);
  EXPECT_EQ(complaint_of(race_of({"a", "b"})), "none");
}

TEST_P(RaceTest, ALateFailureLeavesWhatIsKnown) {
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

TEST_P(RaceTest, TheStartUpOfTheShellIsStored) {
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

TEST_P(RaceTest, IsFoundByItsName) {
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

TEST_P(RaceTest, AFailureStopsTheRaceUnlessIgnored) {
  world.scripts = {{"a", world.takes(0.1, 2)}, {"b", [](std::uint64_t n, double noise) {
                                                  return race::Run{
                                                      .wall = 0.2 * std::exp(0.02 * noise),
                                                      .code = n == 2 ? 7 : 0};
                                                }}};
  RaceSpec spec = race_of({"a", "b"});
  EXPECT_EQ(complaint_of(spec),
            "command: \"b\" ended with exit code 7 in its run 3; see what it prints with "
            "--show-output, or ignore the failure with -i");
  spec.ignore_failure = true;
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  EXPECT_TRUE(report.status.open.empty());
}

TEST_P(RaceTest, SignalsAndPreparationsThatFailAreNamed) {
  world.scripts = {
      {"a", world.takes(0.1, 2)},
      {"b", [](std::uint64_t,
               double) { return race::Run{.wall = 0.1, .ending = Ending::signalled, .code = 11}; }},
      {"bad", [](std::uint64_t, double) { return race::Run{.wall = 0.1, .code = 1}; }}};
  EXPECT_NE(complaint_of(race_of({"a", "b"})).find("was ended by signal 11"), std::string::npos);
  RaceSpec spec = race_of({"a", "b"});
  spec.commands[0].prepare = "bad";
  spec.ignore_failure = true;  // of the commands, not of their preparation
  EXPECT_EQ(complaint_of(spec),
            "command: \"a\" cannot be prepared: \"bad\" ended with exit code 1; try it by hand");
}

TEST_P(RaceTest, ATimeoutIsAFailureEvenWhereFailuresAreIgnored) {
  world.scripts = {{"a", world.takes(0.1, 2)}, {"b", world.takes(9.0, 2)}};
  RaceSpec spec = race_of({"a", "b"});
  spec.timeout = 2.5;
  const std::string complaint =
      "command: \"b\" took longer than the 2.5 s of --timeout in its run 1; give it more, or leave "
      "the command out";
  EXPECT_EQ(complaint_of(spec), complaint);
  spec.ignore_failure = true;
  EXPECT_EQ(complaint_of(spec), complaint);
}

TEST_P(RaceTest, NothingOutlivesTheBudgetOfTime) {
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

TEST_P(RaceTest, BudgetsEndItUndecided) {
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

TEST_P(RaceTest, AVerdictInTheLastRunOfTheBudgetCounts) {
  world.scripts = {{"a", world.takes(0.1, 1)}, {"b", world.takes(0.2, 1)}};
  RaceSpec spec = race_of({"a", "b"});
  spec.max_runs = raced(spec).status.samples;
  ScriptedExecutor again;
  again.scripts = world.scripts;
  EXPECT_EQ(finished(Race::begin(*store, spec, again)).end, End::decided);
}

TEST_P(RaceTest, AnInterruptEndsItAndItCanBeResumed) {
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

TEST_P(RaceTest, AnInterruptedRunIsRepeatedByEveryRule) {
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

TEST_P(RaceTest, ARunThatHadNoTimeLeftIsRepeated) {
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

TEST_P(RaceTest, WhatGoesBeforeAnInterruptedRunIsRepeatedToo) {
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

TEST_P(RaceTest, AKilledRaceGoesOn) {
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

TEST_P(RaceTest, RacesOfTheSameKindAreNumbered) {
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

TEST_P(RaceTest, BudgetsDoNotMakeItAnotherRace) {
  RaceSpec spec = race_of({"a", "b"});
  const std::string identity = identity_of(spec);
  spec.max_runs = 7;
  spec.max_time = 3.0;
  spec.show_output = true;
  EXPECT_EQ(identity_of(spec), identity);
  spec.warmup = 1;
  EXPECT_NE(identity_of(spec), identity);
}

/// The commands of the race in the order of their runs, a text per round.
std::vector<std::string> orders(const std::vector<std::string>& made, std::size_t commands) {
  std::vector<std::string> rounds;
  for (std::size_t i = 0; i + commands <= made.size(); i += commands) {
    rounds.emplace_back();
    for (std::size_t c = 0; c < commands; ++c) rounds.back() += made[i + c];
  }
  return rounds;
}

TEST_F(RaceInRounds, EveryCommandInPlayRunsOncePerRoundInRandomOrder) {
  world.scripts = {
      {"a", world.takes(0.100, 3)}, {"b", world.takes(0.101, 3)}, {"c", world.takes(0.300, 3)}};
  RaceSpec spec = race_of({"a", "b", "c"});
  spec.shell.clear();
  spec.max_runs = 60;
  spec.margin = 0.0;
  const RaceReport report = raced(spec);
  const RoundsStatus& rounds = *report.status.rounds;
  ASSERT_EQ(rounds.ruled_out.size(), 1U);
  EXPECT_EQ(rounds.ruled_out[0].arm, "c");
  EXPECT_EQ(rounds.in_play, (std::vector<std::string>{"a", "b"}));
  const std::uint64_t last = rounds.ruled_out[0].round;
  EXPECT_EQ(count_of("c"), last);
  const std::size_t with_c = 3 * last;
  std::map<std::string, int> of_three, of_two;
  for (const std::string& order :
       orders({world.made.begin(), world.made.begin() + static_cast<std::ptrdiff_t>(with_c)}, 3)) {
    std::string sorted = order;
    std::ranges::sort(sorted);
    EXPECT_EQ(sorted, "abc");
    ++of_three[order];
  }
  for (const std::string& order :
       orders({world.made.begin() + static_cast<std::ptrdiff_t>(with_c), world.made.end()}, 2)) {
    EXPECT_TRUE(order == "ab" || order == "ba") << order;
    ++of_two[order];
  }
  EXPECT_GE(of_three.size(), 2U);
  EXPECT_EQ(of_two.size(), 2U);
}

TEST_F(RaceInRounds, TheOrderFollowsTheSeedAndASeedIsKept) {
  for (const char* line : {"a", "b", "c", "d"}) world.scripts[line] = world.takes(0.1, 3);
  RaceSpec spec = race_of({"a", "b", "c", "d"});
  spec.shell.clear();
  spec.delta = 1e-12;
  spec.max_runs = 40;
  const auto order_of = [&](std::uint64_t seed, std::uint64_t resumed_with) {
    spec.seed = seed;
    ScriptedExecutor own;
    own.scripts = world.scripts;
    own.stop_after = 13;
    const std::unique_ptr<Store> other = open_memory();
    finished(Race::begin(*other, spec, own));
    own.forget_interrupt();
    spec.seed = resumed_with;
    EXPECT_EQ(finished(Race::resume(*other, spec, own)).spec.seed, seed);
    return own.made;
  };
  EXPECT_EQ(order_of(1, 1), order_of(1, 2));
  EXPECT_NE(order_of(1, 1), order_of(2, 2));
  spec.seed = 3;
  const std::string identity = identity_of(spec);
  spec.seed = 4;
  EXPECT_EQ(identity_of(spec), identity);
  spec.design = Design::adaptive;
  EXPECT_NE(identity_of(spec), identity);
}

TEST_F(RaceInRounds, TheFastestWins) {
  world.scripts = {{"a", world.takes(0.100, 3)},
                   {"b", world.takes(0.110, 3)},
                   {"c", world.takes(0.200, 3)},
                   {"d", world.takes(0.150, 3)}};
  const RaceReport report = raced(race_of({"a", "b", "c", "d"}));
  ASSERT_TRUE(report.status.verdict.has_value());
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  EXPECT_EQ(report.status.guarantee, Status::proved);
  EXPECT_EQ(report.status.samples, world.made.size());
  EXPECT_EQ(report.status.arms[1].pulls, count_of("b"));
  EXPECT_LT(count_of("c"), count_of("a"));
  EXPECT_EQ(report.lead->answer, "a");
  EXPECT_FALSE(report.equal.has_value());
  EXPECT_TRUE(report.warnings.empty());
  for (const DifferenceStatus& one : report.status.rounds->differences) {
    EXPECT_EQ(one.to, "a");
    EXPECT_NEAR(one.estimate, one.arm == "b" ? 1.1 : one.arm == "c" ? 2.0 : 1.5, 0.07);
    EXPECT_LT(one.low, one.estimate);
    EXPECT_GT(one.high, one.estimate);
  }
}

TEST_F(RaceInRounds, WhatARoundSharesDoesNotMatter) {
  // The machine is up to 20 times slower in some rounds than in others.
  const auto busy = [](double seconds) {
    return [=](std::uint64_t n, double noise) {
      const double machine = 1.5 * std::sin(0.7 * static_cast<double>(n));
      return race::Run{.wall = seconds * std::exp(machine + 0.01 * noise)};
    };
  };
  world.scripts = {{"a", busy(0.10)}, {"b", busy(0.11)}, {"c", busy(0.12)}};
  RaceSpec spec = race_of({"a", "b", "c"});
  spec.shell.clear();
  RaceReport report = raced(spec);
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  EXPECT_LT(report.status.samples, 100U);
  EXPECT_TRUE(report.status.rounds->warnings.empty());
  spec.design = Design::adaptive;
  spec.max_runs = 100;
  EXPECT_EQ(raced(spec).end, End::max_runs);
}

TEST_F(RaceInRounds, LuckThatCarriesOverIsSeen) {
  const auto wanders = [](double phase) {
    return [=](std::uint64_t n, double noise) {
      return race::Run{
          .wall =
              0.1 * std::exp(0.1 * std::sin(0.05 * static_cast<double>(n) + phase) + 0.01 * noise)};
    };
  };
  world.scripts = {{"a", wanders(0.0)}, {"b", wanders(3.0)}};
  RaceSpec spec = race_of({"a", "b"});
  spec.delta = 1e-40;
  spec.margin = 0.0;
  spec.max_runs = 200;
  const RaceReport report = raced(spec);
  const auto& warnings = report.status.rounds->warnings;
  EXPECT_TRUE(std::ranges::any_of(warnings, [](const RoundsWarning& warning) {
    return warning.doubt == Doubt::luck_carries_over;
  }));
  EXPECT_TRUE(report.warnings.empty());  // the drift of a single command
}

TEST_F(RaceInRounds, RunsOfARoundInProgressAreReported) {
  for (const char* line : {"a", "b", "c"}) world.scripts[line] = world.takes(0.1, 3);
  RaceSpec spec = race_of({"a", "b", "c"});
  spec.max_runs = 7;
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.status.rounds->rounds, 2U);
  EXPECT_EQ(report.status.samples, 7U);
  std::uint64_t pulls = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    pulls += report.status.arms[c].pulls;
    EXPECT_EQ(report.status.arms[c].pulls, report.runs[c].size());
  }
  EXPECT_EQ(pulls, 7U);
}

TEST_F(RaceInRounds, ConstantValuesDecideUnlessTheyTie) {
  const auto always = [&](const char* text) {
    return world.prints([=](auto, double) { return text; });
  };
  world.scripts = {{"a", always("3")}, {"b", always("4")}, {"c", always("3")}};
  RaceSpec spec = race_of({"a", "b"});
  spec.metric = Metric::output;
  spec.margin = 0.0;
  RaceReport report = raced(spec);
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  EXPECT_TRUE(report.warnings.empty());
  spec = race_of({"a", "b", "c"});
  spec.metric = Metric::output;
  spec.margin = 0.0;
  report = raced(spec);
  EXPECT_EQ(report.end, End::constant);
  EXPECT_EQ(report.runs[0].size(), constant_runs);
  EXPECT_EQ(std::ranges::count(report.warnings, Trouble::constant, &Warning::trouble), 2);
  spec.margin = 0.02;
  report = raced(spec);
  EXPECT_EQ(report.end, End::decided);
  EXPECT_TRUE(report.status.verdict->equal_within_margin);
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

/// Memory is seen from a floor of 4 MB on.
class Memory : public RaceInRounds {
 protected:
  static ScriptedExecutor::Script needs(double bytes) {
    return [=](std::uint64_t n, double) {
      const std::uint64_t floor = 3'900'000 + 1000 * (n % 7);
      const auto rss = std::max(floor, static_cast<std::uint64_t>(bytes) + 4096 * (n % 3));
      return race::Run{.wall = 0.01, .rss = rss, .rss_floor = floor};
    };
  }
  static RaceSpec race_of(const std::vector<std::string>& names) {
    RaceSpec spec = RaceInRounds::race_of(names);
    spec.metric = Metric::rss;
    return spec;
  }
};

TEST_F(Memory, AValueAtTheFloorBeatsThoseAbove) {
  world.scripts = {{"a", needs(1e6)}, {"b", needs(4.6e6)}};
  const RaceReport report = raced(race_of({"a", "b"}));
  EXPECT_EQ(report.end, End::decided);
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  EXPECT_EQ(report.values[0].front(), report.values[0].back());
}

TEST_F(Memory, ValuesAtTheFloorAreNotCalledEqual) {
  world.scripts = {{"a", needs(1e6)}, {"b", needs(2e6)}, {"c", needs(9e6)}};
  for (const double margin : {0.02, 0.0}) {
    RaceSpec spec = race_of({"a", "b", "c"});
    spec.margin = margin;
    const RaceReport report = raced(spec);
    EXPECT_EQ(report.end, End::unseen);
    EXPECT_FALSE(report.status.verdict.has_value());
    EXPECT_EQ(report.status.smallest_risk, 1.0);
    EXPECT_TRUE(report.warnings.empty());
    ASSERT_EQ(report.status.rounds->ruled_out.size(), 1U);
    EXPECT_EQ(report.status.rounds->ruled_out[0].arm, "c");
  }
  world.scripts["b"] = needs(9.001e6);
  RaceSpec spec = race_of({"b", "c"});
  spec.margin = 0.05;
  EXPECT_EQ(raced(spec).end, End::decided);  // above the floor they are equal
}

TEST_F(RaceInRounds, RatiosAreThoseOfTheCommandsWithoutTheHandicap) {
  world.scripts = {{"base", world.takes(0.100, 1)}, {"new", world.takes(0.130, 1)}};
  RaceSpec spec = race_of({"base", "new"});
  spec.margin = 0.0;
  spec.max_slowdown = 0.10;
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.status.verdict->answer.text, "base");
  const DifferenceStatus& ratio = report.status.rounds->differences.front();
  EXPECT_EQ(ratio.arm, "new");
  EXPECT_EQ(ratio.to, "base");
  EXPECT_NEAR(ratio.estimate, 1.3, 0.02);
  EXPECT_LT(ratio.low, 1.3);
  EXPECT_GT(ratio.high, 1.3);
  EXPECT_NEAR(report.lead->estimate, 1.3, 0.02);
}

TEST_F(AdaptiveRace, ConstantValuesEndIt) {
  world.scripts = {{"a", world.prints([](auto, double) { return "3\n"; })},
                   {"b", world.prints([](auto, double) { return "4\n"; })}};
  RaceSpec spec = race_of({"a", "b"});
  spec.metric = Metric::output;
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.end, End::constant);
  EXPECT_LE(report.status.samples, 2 * constant_runs);
  ASSERT_FALSE(report.warnings.empty());
  EXPECT_EQ(report.warnings[0].trouble, Trouble::constant);
}

TEST_F(AdaptiveRace, DriftAndColdStartsAreSeen) {
  world.scripts = {
      {"cold",
       [](std::uint64_t n, double noise) {
         return race::Run{.wall = (n == 0 ? 0.3 : 0.1) * std::exp(0.01 * noise)};
       }},
      {"tired", [](std::uint64_t n, double noise) {
         return race::Run{.wall = 0.1 * std::exp(0.005 * static_cast<double>(n) + 0.01 * noise)};
       }}};
  RaceSpec spec = race_of({"cold", "tired"});
  spec.margin = 0.0;
  spec.delta = 1e-40;  // so that it runs until the budget is spent
  spec.rule = parse_rule("rr");
  spec.max_runs = 80;
  const RaceReport report = raced(spec);
  const auto trouble_of = [&](std::size_t command) {
    std::vector<Trouble> list;
    for (const Warning& warning : report.warnings) {
      if (warning.command == command) list.push_back(warning.trouble);
    }
    return list;
  };
  EXPECT_EQ(trouble_of(0), std::vector{Trouble::first_run});
  EXPECT_EQ(trouble_of(1), std::vector{Trouble::drift});
}

TEST_P(RaceTest, WhatCommandsPrintCanBeRaced) {
  world.scripts = {{"good", world.prints([](auto, double noise) {
                      return "epoch 1\naccuracy:\n " + std::to_string(0.9 + 0.01 * noise) + " \n\n";
                    })},
                   {"poor", world.prints([](auto, double noise) {
                      return std::to_string(0.8 + 0.01 * noise);
                    })}};
  RaceSpec spec = race_of({"good", "poor"});
  spec.metric = Metric::output;
  spec.direction = Direction::highest;
  spec.scale = Scale::linear;
  spec.margin = 0.0;
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.status.verdict->answer.text, "good");
  EXPECT_NEAR(report.lead->estimate, 0.1, 0.03);
}

TEST_P(RaceTest, SuccessesCanBeRaced) {
  const auto succeeds = [&](double level) {
    return world.prints([=](auto, double noise) { return noise < level ? "1" : "0"; });
  };
  world.scripts = {{"often", succeeds(1.0)}, {"seldom", succeeds(-1.0)}};
  RaceSpec spec = race_of({"often", "seldom"});
  spec.metric = Metric::output;
  spec.direction = Direction::highest;
  spec.scale = Scale::linear;
  spec.family = BernoulliSpec{};
  spec.margin = 0.0;
  EXPECT_EQ(raced(spec).status.verdict->answer.text, "often");
  world.scripts["often"] = world.prints([](auto, double) { return "2"; });
  EXPECT_EQ(complaint_of(spec),
            "command: \"often\" printed 2, which is neither 0 nor 1; print one of them, or leave "
            "--family out");
}

TEST_P(RaceTest, OutputThatIsNoNumberIsShown) {
  RaceSpec spec = race_of({"a", "b"});
  spec.metric = Metric::output;
  for (const auto& [text, complaint] : std::vector<std::pair<std::string, std::string>>{
           {"", "printed nothing; its last line must be a number"},
           {"12 apples\n", "printed \"12 apples\" at the end; its last line must be a number"},
           {std::string("\0\033[1m7", 6),
            "printed \"??[1m7\" at the end; its last line must be a number"},
           {"nan", "printed \"nan\" at the end; its last line must be a number"}}) {
    world.scripts["a"] = world.scripts["b"] =
        world.prints([text = text](auto, double) { return text; });
    EXPECT_EQ(complaint_of(spec), "command: \"a\" " + complaint);
  }
}

TEST_P(RaceTest, AHandicapIsPartOfTheQuestionAndNotOfTheValues) {
  world.scripts = {{"base", world.takes(0.100, 2)}, {"new", world.takes(0.104, 2)}};
  RaceSpec spec = race_of({"base", "new"});
  spec.margin = 0.0;
  spec.max_slowdown = 0.10;
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.status.verdict->answer.text, "new");
  EXPECT_NEAR(*report.status.arms[0].mean, 0.100, 0.003);
  EXPECT_EQ(report.status.arms[0].name, "base");
  EXPECT_EQ(report.lead->runner_up, "base");
  // The experiment itself shows the transformed values.
  EXPECT_EQ(LiveExperiment(*store, report.experiment).status().arms[0].name, "base times 1.1");
  EXPECT_NEAR(report.values[0][0], 0.100, 0.01);
  EXPECT_EQ(Race::resume(*store, spec, world).report().values, report.values);
}

TEST_P(RaceTest, ADisturbedMachineDoesNotMakeAWinner) {
  RaceSpec spec = race_of({"a", "b"});
  spec.shell.clear();
  spec.max_runs = 600;
  int winners = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    testing_support::DisturbedMachine machine(seed);
    const auto verdict = finished(Race::begin(*store, spec, machine)).status.verdict;
    winners += verdict && !verdict->equal_within_margin ? 1 : 0;
  }
  // At a rate of 5 %: above 12 with probability 1e-7; greedy rules name about 20.
  EXPECT_LE(winners, 12);
}

TEST_P(RaceTest, OneCommandIsNoRaceAndTwoHundredAre) {
  EXPECT_THROW(raced(race_of({"a"})), InputError);
  std::vector<std::string> names;
  for (int i = 0; i < 200; ++i) {
    names.push_back("command " + std::to_string(i));
    world.scripts[names.back()] = world.takes(i == 117 ? 0.05 : 0.1 + 0.001 * i, 1);
  }
  Race race = Race::begin(*store, race_of(names), world);
  while (race.step() == End::none) {
  }
  EXPECT_EQ(race.end(), End::decided);
  EXPECT_LT(race.runs(), 4000);
}

TEST_P(RaceTest, BadSpecsAreRefused) {
  RaceSpec spec = race_of({"a", "b"});
  spec.family = BernoulliSpec{};
  EXPECT_THROW(validate(spec), InputError);
  spec = race_of({"a", "b"});
  spec.timeout = 0.0;
  EXPECT_THROW(validate(spec), InputError);
  spec = race_of({"a", "b"});
  spec.max_runs = 0;
  EXPECT_THROW(validate(spec), InputError);
  spec = race_of({"a", "a"});
  EXPECT_THROW(validate(spec), InputError);
  spec = race_of({"a 'b", "c"});
  validate(spec);
  spec.shell.clear();  // without a shell an open quote is an error
  EXPECT_THROW(validate(spec), InputError);
}

}  // namespace
}  // namespace mirador::race
