#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "mirador/race/race.hpp"
#include "race_world.hpp"

namespace mirador::race {
namespace {

/// How commands are run, in a race of every design.
class RunsTest : public RaceTest {};

INSTANTIATE_TEST_SUITE_P(, RunsTest, ::testing::Values(Design::rounds, Design::adaptive),
                         [](const auto& design) { return std::string(name_of(design.param)); });

TEST_P(RunsTest, WarmUpsAndPreparationsDoNotCount) {
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

TEST_P(RunsTest, WhatRunsBesideACommand) {
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

TEST_P(RunsTest, WhatFailsBesideACommandIsNamed) {
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

TEST_P(RunsTest, WhatWasPausedIsRepeated) {
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

TEST_P(RunsTest, ACommandThatAlwaysStopsIsNotRepeatedForEver) {
  const auto paused = [](std::uint64_t, double) -> race::Run {
    return {.wall = 0.1, .paused = true};
  };
  world.scripts = {{"a", paused}, {"b", world.takes(0.2, 1)}};
  EXPECT_NE(complaint_of(race_of({"a", "b"})).find("\"a\" was stopped in each of its last 20 runs"),
            std::string::npos);
  EXPECT_EQ(count_of("a"), 21U);
}

TEST_P(RunsTest, WhatTheShellTakesIsTakenOff) {
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

TEST_P(RunsTest, ACommandFasterThanTheShellSaysSo) {
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

TEST_P(RunsTest, AFailureStopsTheRaceUnlessIgnored) {
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

TEST_P(RunsTest, SignalsAndPreparationsThatFailAreNamed) {
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

TEST_P(RunsTest, ATimeoutIsAFailureEvenWhereFailuresAreIgnored) {
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

}  // namespace
}  // namespace mirador::race
