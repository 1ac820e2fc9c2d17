#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "mirador/race/race.hpp"
#include "race_world.hpp"

namespace mirador::race {
namespace {

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

}  // namespace
}  // namespace mirador::race
