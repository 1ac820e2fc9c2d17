#include "mirador/race/race.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "disturbed_machine.hpp"
#include "race_world.hpp"

namespace mirador::race {
namespace {

INSTANTIATE_TEST_SUITE_P(, RaceTest, ::testing::Values(Design::rounds, Design::adaptive),
                         [](const auto& design) { return std::string(name_of(design.param)); });

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

TEST_P(RaceTest, OneThatIsGoodEnoughEndsIt) {
  world.scripts = {
      {"a", world.takes(0.100, 1)}, {"b", world.takes(0.1001, 1)}, {"c", world.takes(0.2, 1)}};
  RaceSpec spec = race_of({"a", "b", "c"});
  spec.margin = 0.0;
  spec.good_enough = 0.05;
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.end, End::decided);
  ASSERT_TRUE(report.status.verdict.has_value());
  EXPECT_TRUE(report.status.verdict->good_enough);
  EXPECT_FALSE(report.status.verdict->equal_within_margin);
  EXPECT_NE(report.status.verdict->answer.arms.front(), "c");
  EXPECT_NE(report.status.verdict->answer.text.find("within 5 % of the best"), std::string::npos);
  const std::optional<RaceSpec> found =
      stored_race(LiveExperiment(*store, report.experiment).spec());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->good_enough, 0.05);
  EXPECT_EQ(identity_of(*found), identity_of(spec));
  EXPECT_TRUE(Race::recorded(*store, report.experiment, *found).status.verdict->good_enough);
  // Another question is another race.
  spec.good_enough = 0.04;
  EXPECT_NE(identity_of(*found), identity_of(spec));
  spec.margin = 0.02;
  EXPECT_THROW(validate(spec), InputError);
}

TEST_P(RaceTest, TheOthersAreComparedWithTheReference) {
  world.scripts = {
      {"a", world.takes(0.1, 1)}, {"b", world.takes(0.2, 1)}, {"c", world.takes(0.15, 1)}};
  RaceSpec spec = race_of({"a", "b", "c"});
  const RaceReport plain = raced(spec);
  EXPECT_TRUE(plain.to_reference.empty());
  spec.reference = 1;
  const RaceReport report = raced(spec);
  EXPECT_EQ(report.status.verdict->answer.text, "a");
  ASSERT_EQ(report.to_reference.size(), 2U);
  const std::vector<double> ratios = {0.5, 0.75};
  for (std::size_t i = 0; i < 2; ++i) {
    const DifferenceStatus& one = report.to_reference[i];
    EXPECT_EQ(one.arm, i == 0 ? "a" : "c");
    EXPECT_EQ(one.to, "b");
    EXPECT_NEAR(one.estimate, ratios[i], 0.02);
    EXPECT_LT(one.low, one.estimate);
    EXPECT_GT(one.high, one.estimate);
  }
  // It is kept with the race, and does not make it another one.
  const std::optional<RaceSpec> found =
      stored_race(LiveExperiment(*store, report.experiment).spec());
  EXPECT_EQ(found->reference, 1U);
  spec.reference.reset();
  EXPECT_EQ(identity_of(*found), identity_of(spec));
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
