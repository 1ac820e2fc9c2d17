#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "mirador/race/race.hpp"
#include "race_world.hpp"

namespace mirador::race {
namespace {

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

TEST_F(Memory, NothingAboveTheFloorIsGoodEnoughBesideIt) {
  RaceSpec spec = race_of({"a", "b"});
  spec.margin = 0.0;
  spec.good_enough = 0.2;
  world.scripts = {{"a", needs(1e6)}, {"b", needs(2e6)}};
  EXPECT_EQ(raced(spec).end, End::unseen);
  world.scripts = {{"a", needs(4.6e6)}, {"b", needs(4.5e6)}};
  EXPECT_EQ(raced(spec).end, End::decided);
}

}  // namespace
}  // namespace mirador::race
