// Simulated races of equal commands on a machine with occasional disturbances: how often do rounds
// and each sampling rule of the adaptive design name a winner? (docs/compare-commands.md)

#include <fmt/format.h>

#include <cstdint>
#include <string_view>

#include "disturbed_machine.hpp"
#include "mirador/race/race.hpp"
#include "mirador/store/stores.hpp"

namespace {

using namespace mirador;

constexpr std::uint64_t races = 200;

race::RaceSpec two_equals(std::string_view rule, std::uint64_t seed) {
  race::RaceSpec spec;
  spec.commands = {{.line = "a", .name = "a"}, {.line = "b", .name = "b"}};
  spec.shell.clear();
  spec.seed = seed;
  if (rule != "rounds") {
    spec.design = race::Design::adaptive;
    spec.rule = parse_rule(rule);
  }
  spec.max_runs = 3000;
  return spec;
}

struct Count {
  std::uint64_t winners = 0, equals = 0, undecided = 0, runs = 0;
};

void add_race(const race::RaceSpec& spec, std::uint64_t seed, Count& count) {
  testing_support::DisturbedMachine machine(seed);
  const auto store = open_memory();
  race::Race race = race::Race::begin(*store, spec, machine);
  while (race.step() == race::End::none) {
  }
  const auto verdict = race.report().status.verdict;
  ++(!verdict ? count.undecided : verdict->equal_within_margin ? count.equals : count.winners);
  count.runs += race.runs();
}

}  // namespace

int main() {
  fmt::print("2 equal commands on a disturbed machine, {} races, at most 3000 runs each\n", races);
  fmt::print("rule    winner  equal  undecided  runs per race\n");
  for (const char* const rule : {"rounds", "lma", "rr", "bc", "dt"}) {
    Count count;
    for (std::uint64_t seed = 1; seed <= races; ++seed) {
      add_race(two_equals(rule, seed), seed, count);
    }
    fmt::print("{:<6}{:>8}{:>7}{:>11}{:>13}\n", rule, count.winners, count.equals, count.undecided,
               count.runs / races);
  }
}
