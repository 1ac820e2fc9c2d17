#include "mirador/race/diagnosis.hpp"

#include <gtest/gtest.h>

#include "mirador/race/equal_allocation.hpp"
#include "scripted_executor.hpp"

namespace mirador::race {
namespace {

using testing_support::ScriptedExecutor;

/// Logs of noisy times, for as many commands as there are sizes.
std::vector<std::vector<double>> steady(std::uint64_t seed, std::vector<std::size_t> sizes) {
  std::vector<std::vector<double>> values(sizes.size());
  ScriptedExecutor world;
  world.seed = seed;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    const std::string name(c + 1, 'x');
    world.scripts[name] = world.takes(1.0, 10);
    world.startup.wall = 0.0;
    for (std::size_t i = 0; i < sizes[c]; ++i) {
      values[c].push_back(std::log(world.run({.words = {name}}).wall));
    }
  }
  return values;
}

TEST(Diagnosis, SeldomWarnsWithoutCause) {
  int alarms = 0;
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    alarms += diagnose(steady(seed, {10, 25, 60, 8})).empty() ? 0 : 1;
  }
  // At most 2 are expected; above 14 with probability below 1e-7.
  EXPECT_LE(alarms, 14);
}

TEST(Diagnosis, SizesAndProbabilities) {
  std::vector<std::vector<double>> values = steady(3, {40, 40});
  values[1][0] += 2.0;
  for (std::size_t i = 20; i < 40; ++i) values[0][i] += 0.5;
  const std::vector<Warning> warnings = diagnose(values);
  ASSERT_EQ(warnings.size(), 2);
  EXPECT_EQ(warnings[0].trouble, Trouble::drift);
  EXPECT_EQ(warnings[0].command, 0);
  EXPECT_NEAR(warnings[0].size, 0.5, 0.15);
  EXPECT_LT(warnings[0].p, 1e-9);
  EXPECT_EQ(warnings[1].trouble, Trouble::first_run);
  EXPECT_EQ(warnings[1].command, 1);
  EXPECT_NEAR(warnings[1].size, 2.0, 0.35);
}

TEST(Diagnosis, WelchAgreesWithAPublishedExample) {
  // scipy.stats.ttest_ind([1..8], [4, 6, ..., 18], equal_var=False): p = 0.00527
  const std::vector<std::vector<double>> mild = {
      {1, 2, 3, 4, 5, 6, 7, 8, 4, 6, 8, 10, 12, 14, 16, 18}};
  EXPECT_TRUE(diagnose(mild).empty());
  std::vector<std::vector<double>> strong = mild;
  for (std::size_t i = 8; i < 16; ++i) strong[0][i] += 10.0;
  ASSERT_EQ(diagnose(strong).size(), 1);
  EXPECT_EQ(diagnose(strong)[0].size, 16.5);
}

TEST(Diagnosis, ConstantsAreFlaggedAndFewValuesAreNot) {
  const std::vector<double> same(constant_runs, 0.1), few(constant_runs - 1, 0.1);
  EXPECT_EQ(diagnose(std::vector<std::vector<double>>{same, few}),
            (std::vector<Warning>{{Trouble::constant, 0, 0.0, 0.0}}));
  EXPECT_TRUE(diagnose(std::vector<std::vector<double>>{same}, true).empty());
  EXPECT_TRUE(diagnose(std::vector<std::vector<double>>{{}, {1.0}}).empty());
}

ExperimentSpec three_arms() {
  ExperimentSpec spec;
  spec.arms = {"a", "b", "c"};
  spec.family = NormalSpec{};
  spec.scale = Scale::log;
  spec.question = BestArmSpec{Direction::lowest, 0.01};
  return spec;
}

TEST(EqualAllocation, IsWhatASimulationTakes) {
  const auto found = equal_allocation(three_arms(), {0.0, 0.05, 0.7}, {0.02, 0.02, 0.02});
  ASSERT_TRUE(found.has_value());
  EXPECT_GE(found->trials, 4);
  EXPECT_FALSE(found->at_least);
  // A pair 2.5 standard deviations apart needs about 20 runs each; measured to 5 % by mirador sim.
  EXPECT_GT(found->runs, 30);
  EXPECT_LT(found->runs, 150);
}

TEST(EqualAllocation, NothingWithoutSpreadAndACutWhereItIsEndless) {
  EXPECT_FALSE(equal_allocation(three_arms(), {0.0, 0.1, 0.7}, {0.02, 0.0, 0.02}).has_value());
  ExperimentSpec spec = three_arms();
  spec.question = BestArmSpec{Direction::lowest, 0.0};
  const auto endless = equal_allocation(spec, {0.0, 0.0, 0.7}, {0.02, 0.02, 0.02});
  EXPECT_TRUE(!endless || endless->at_least);
}

}  // namespace
}  // namespace mirador::race
