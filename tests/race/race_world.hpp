#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "mirador/race/race.hpp"
#include "mirador/store/stores.hpp"
#include "scripted_executor.hpp"

namespace mirador::race {

using testing_support::ScriptedExecutor;

inline RaceSpec race_of(const std::vector<std::string>& names, Design design) {
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

}  // namespace mirador::race
