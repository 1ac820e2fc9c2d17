/// What rounds cost and how they fare under spikes:
///   1. the time of a round, Comparison::add with all arms in play, for 2, 10 and 50 arms
///   2. measurements until the verdict of two arms with spikes: normal values with standard
///      deviation 1, and an exponential delay of mean 10 added to one in twenty.
/// Usage: rounds_cost [RUNS], 2000 runs by default. The targets are those of
/// bench/rounds_targets.py.

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>
#include <string_view>
#include <vector>

#include "mirador/rounds/comparison.hpp"
#include "mirador/simd/functions.hpp"
#include "mirador/simulate/rounds.hpp"
#include "mirador/simulate/workers.hpp"

namespace {

using namespace mirador;

/// Nanoseconds of CPU time per round, the fastest of twenty tries. Risk 1e-300: no arm leaves.
double cost_of_round(std::size_t arms, const ComparisonTerms& terms) {
  const std::size_t rounds = 50'000 / (arms * arms);
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise;
  std::uniform_int_distribution<int> coin(0, 1);
  const bool scores = std::holds_alternative<ScoreLaw>(terms.law);
  std::vector<double> values(rounds * arms);
  for (double& value : values) value = scores ? coin(random) : noise(random);
  std::vector<Arm> members(arms);
  std::iota(members.begin(), members.end(), Arm{0});
  Comparison comparison(arms, terms);
  double fastest = 1e300;
  for (int attempt = 0; attempt < 20; ++attempt) {
    comparison.start();
    const std::uint64_t began = thread_cpu_ns();
    for (std::size_t b = 0; b < rounds; ++b) {
      comparison.add(members, std::span(values).subspan(b * arms, arms));
    }
    const double took = static_cast<double>(thread_cpu_ns() - began);
    fastest = std::min(fastest, took / static_cast<double>(rounds));
  }
  if (comparison.verdict()) fmt::print("(there was a verdict)\n");
  return fastest;
}

void print_costs() {
  struct Case {
    std::string_view name;
    ComparisonTerms terms;
  };
  const Case cases[] = {
      {"symmetric, mean", {.law = SymmetricLaw{Compare::mean}, .delta = 1e-300}},
      {"symmetric, typical", {.law = SymmetricLaw{Compare::typical}, .delta = 1e-300}},
      {"symmetric, mean, margin",
       {.law = SymmetricLaw{Compare::mean}, .delta = 1e-300, .goal = Goal::equal, .margin = 1e-9}},
      {"bernoulli", {.law = ScoreLaw{}, .delta = 1e-300}},
      {"bernoulli, 10^6 items", {.law = ScoreLaw{0.0, 1.0, 1'000'000}, .delta = 1e-300}},
  };
  fmt::print(
      "Time of a round in microseconds, all arms in play (targets: below 2 at 2 arms, below "
      "200 at 50)\n{:<26}{:>10}{:>10}{:>10}\n",
      "", "2 arms", "10 arms", "50 arms");
  for (const auto& [name, terms] : cases) {
    fmt::print("{:<26}", name);
    for (const std::size_t arms : {2, 10, 50})
      fmt::print("{:>10.2f}", cost_of_round(arms, terms) / 1e3);
    fmt::print("\n");
  }
}

/// A normal value around the mean; in one of twenty rounds of the arm a delay is added.
double with_spikes(double mean, RandomKey key, Arm arm, std::uint64_t round) {
  constexpr double share = 0.05, delay = 10.0;
  const double value = mean + normal_quantile(reward_uniform(key, arm, 2 * round));
  const double u = reward_uniform(key, arm, 2 * round + 1);
  return u < share ? value - delay * std::log(u / share) : value;
}

void print_spikes(std::uint64_t runs) {
  struct Case {
    double gap;
    Compare compare;
    double prototype, target;
  };
  const Case cases[] = {{0.67, Compare::typical, 178, 0},
                        {0.67, Compare::mean, 649, 0},
                        {0.2, Compare::typical, 1609, 1700},
                        {0.2, Compare::mean, 9538, 0}};
  fmt::print("\nTwo arms, 5 % spikes, delta 0.05, {} runs\n{:<6}{:<10}{:>16}{:>8}{:>12}{:>10}\n",
             runs, "gap", "compare", "measurements", "s.e.", "prototype", "target");
  for (const Case& c : cases) {
    const std::vector<double> means = {c.gap, 0.0};
    RoundsPlan plan{.design = {.law = SymmetricSpec{c.compare}},
                    .world = {.means = means},
                    .deltas = {0.05},
                    .runs = runs};
    plan.world.own = [&](RandomKey key, Arm arm, std::uint64_t round) {
      return with_spikes(means[arm], key, arm, round);
    };
    const Summary summary = simulate_rounds(plan).rule.summaries.front();
    fmt::print("{:<6}{:<10}{:>16.0f}{:>8.0f}{:>12.0f}{:>10}  {} errors\n", c.gap,
               word_of(c.compare), summary.mean(), summary.std_error(), c.prototype,
               c.target > 0 ? fmt::format("{:.0f}", c.target) : "", summary.errors());
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t runs = 2000;
  if (argc > 2 ||
      (argc == 2 &&
       (std::from_chars(argv[1], argv[1] + std::strlen(argv[1]), runs).ec != std::errc{} ||
        runs == 0))) {
    fmt::print(stderr, "rounds_cost: give the number of runs, as in rounds_cost 2000\n");
    return 2;
  }
  print_costs();
  print_spikes(runs);
}
