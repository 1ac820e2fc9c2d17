#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "mirador/simulate/simulate.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "plain_loop.hpp"

/// Shared by the speed benchmarks: the instance, the plans and the timing. Ratios depend less on
/// the machine than times, so candidates are measured next to each other in one run.
namespace bench {

inline const std::vector<double> seed_means = {1.0, 0.85, 0.8, 0.75};
inline constexpr double risk = 0.01;

/// Something with a cost per step.
struct Candidate {
  std::string name;
  std::function<double()> ns_per_step;
  double best = 1e300;
};

/// Rounds alternate between the candidates so that a slow moment of the machine affects all; the
/// fastest round of each counts.
inline void measure(std::vector<Candidate>& candidates, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Candidate& candidate : candidates) {
      candidate.best = std::min(candidate.best, candidate.ns_per_step());
    }
  }
}

inline double best_of(const std::vector<Candidate>& candidates, const std::string& name) {
  for (const Candidate& candidate : candidates) {
    if (candidate.name == name) return candidate.best;
  }
  throw std::out_of_range("no candidate " + name);
}

/// A step of a plain loop in CPU time, measured like the simulator's.
inline double timed(const std::function<plain::Total()>& work) {
  const std::uint64_t began = mirador::thread_cpu_ns();
  const plain::Total total = work();
  return static_cast<double>(mirador::thread_cpu_ns() - began) / static_cast<double>(total.steps);
}

/// The settings of a simulation besides the rule.
struct Setting {
  std::vector<double> means = seed_means;
  std::uint64_t runs = 150;
  std::uint64_t max_samples = 10'000'000;
  std::string stopping = "heuristic";
  mirador::Backend backend = mirador::Backend::reference;
  unsigned threads = 1;
  std::vector<double> deltas = {risk};
};

inline mirador::ProblemSpec problem_of(const Setting& setting) {
  return {mirador::GaussianSpec{}, mirador::BestArmSpec{}, setting.means};
}

inline mirador::Plan plan_of(const std::string& rule, const Setting& setting) {
  return {.rules = {mirador::parse_rule(rule)},
          .stopping = mirador::parse_stopping(setting.stopping),
          .deltas = setting.deltas,
          .runs = setting.runs,
          .max_samples = setting.max_samples,
          .threads = setting.threads,
          .backend = setting.backend};
}

/// One round of a rule, with the wall time in addition to the CPU time in the result.
struct Round {
  mirador::RuleResult result;
  double wall_ns_per_step;
};

inline Round simulate_round(const std::string& rule, const Setting& setting) {
  const auto began = std::chrono::steady_clock::now();
  Round round{mirador::simulate(problem_of(setting), plan_of(rule, setting)).front(), 0.0};
  const std::chrono::duration<double, std::nano> wall = std::chrono::steady_clock::now() - began;
  round.wall_ns_per_step = wall.count() / static_cast<double>(round.result.steps);
  return round;
}

/// In CPU time.
inline std::function<double()> mirador_rule(const std::string& rule, const Setting& setting = {}) {
  return [=] { return simulate_round(rule, setting).result.ns_per_step; };
}

/// Evenly decreasing means: K arms, the first best.
inline std::vector<double> ladder(std::size_t arms) {
  std::vector<double> means(arms);
  for (std::size_t a = 0; a < arms; ++a) {
    means[a] = 1.0 - static_cast<double>(a) / static_cast<double>(arms);
  }
  return means;
}

/// K arms on a ladder for a time in which every arm is pulled about twenty times.
inline Setting many_arms(std::size_t arms, std::uint64_t runs) {
  return {.means = ladder(arms), .runs = runs, .max_samples = 20 * arms + 2000};
}

}  // namespace bench
