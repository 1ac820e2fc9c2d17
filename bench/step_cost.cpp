// Cost of one simulated step (sampling, statistics and the stopping test included; the heuristic
// one unless another is named), K = 4, seed instance, δ = 0.01, one thread, beside the plain
// hand-written loop in the same run. Machines differ, ratios less: read those. Rounds alternate
// between the candidates so that a slow moment of the machine hits all; the fastest round of each
// counts.

#include <fmt/core.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "mirador/simulate/simulate.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "plain_loop.hpp"

namespace {

using mirador::Plan;

const std::vector<double> seed_means = {1.0, 0.85, 0.8, 0.75};
constexpr double risk = 0.01;
constexpr std::uint64_t runs = 150;

struct Candidate {
  std::string name;
  std::function<double()> ns_per_step;
  double best = 1e300;
};

/// CPU time, as the simulator measures its own.
double timed(const std::function<plain::Total()>& work) {
  const std::uint64_t began = mirador::thread_cpu_ns();
  const plain::Total total = work();
  return static_cast<double>(mirador::thread_cpu_ns() - began) / static_cast<double>(total.steps);
}

/// What is simulated beside the rule.
struct Setting {
  std::vector<double> means = seed_means;
  std::uint64_t max_samples = 10'000'000;
  std::string stopping = "heuristic";
};

std::function<double()> mirador_rule(const std::string& rule, const Setting& setting = {}) {
  return [=] {
    const mirador::ProblemSpec problem{mirador::GaussianSpec{}, mirador::BestArmSpec{},
                                       setting.means};
    const Plan plan{.rules = {mirador::parse_rule(rule)},
                    .stopping = mirador::parse_stopping(setting.stopping),
                    .deltas = {risk},
                    .runs = setting.max_samples < 10'000'000 ? 1 : runs,
                    .max_samples = setting.max_samples,
                    .threads = 1};
    return mirador::simulate(problem, plan).front().ns_per_step;
  };
}

double best_of(const std::vector<Candidate>& candidates, const std::string& name) {
  for (const Candidate& candidate : candidates) {
    if (candidate.name == name) return candidate.best;
  }
  return 0.0;
}

void measure(std::vector<Candidate>& candidates, int rounds) {
  for (int round = 0; round < rounds; ++round) {
    for (Candidate& candidate : candidates) {
      candidate.best = std::min(candidate.best, candidate.ns_per_step());
    }
  }
}

void against(const std::vector<Candidate>& all, const std::string& ours, const std::string& other,
             const std::string& goal) {
  fmt::print("  {:<14} / {:<22} = {:5.2f}   (goal {})\n", ours, other,
             best_of(all, ours) / best_of(all, other), goal);
}

/// Means that fall evenly: K arms, the first best.
std::vector<double> ladder(std::size_t arms) {
  std::vector<double> means(arms);
  for (std::size_t a = 0; a < arms; ++a) {
    means[a] = 1.0 - static_cast<double>(a) / static_cast<double>(arms);
  }
  return means;
}

void growth() {
  fmt::print("\nGrowth with K (ns/step, and per arm; flat per arm means O(K)):\n");
  for (const std::string rule : {"lma", "bc", "dt", "ttts"}) {
    std::vector<Candidate> sizes;
    for (const std::size_t arms : {10u, 100u, 1000u}) {
      sizes.push_back(
          {std::to_string(arms),
           mirador_rule(rule, {.means = ladder(arms), .max_samples = 20 * arms + 2000})});
    }
    measure(sizes, 3);
    fmt::print("  {:<6}", rule);
    for (const Candidate& size : sizes) {
      fmt::print("  K={:<4} {:9.0f} ({:5.1f})", size.name, size.best,
                 size.best / std::stod(size.name));
    }
    fmt::print("\n");
  }
}

}  // namespace

int main() {
  std::vector<Candidate> all = {
      {"plain lma",
       [] { return timed([] { return plain::run_lma_adahedge(seed_means, risk, runs); }); }},
      {"lma", mirador_rule("lma")},
      {"plain lma:L=0.01",
       [] { return timed([] { return plain::run_lma(seed_means, risk, 0.01, runs); }); }},
      {"lma:L=0.01", mirador_rule("lma:L=0.01")},
      {"plain bc", [] { return timed([] { return plain::run_bc(seed_means, risk, runs); }); }},
      {"bc", mirador_rule("bc")},
      {"lmac:eta=10", mirador_rule("lmac:eta=10")},
      {"dt", mirador_rule("dt")},
      {"ttts", mirador_rule("ttts")},
      {"unif", mirador_rule("unif")},
      {"rr", mirador_rule("rr")},
      {"bc, mixture", mirador_rule("bc", {.stopping = "mixture"})},
      {"lma, mixture", mirador_rule("lma", {.stopping = "mixture"})},
  };
  measure(all, 7);
  fmt::print("One step, K=4, delta=0.01, one thread (best of 7 rounds):\n");
  for (const Candidate& candidate : all) {
    fmt::print("  {:<18} {:7.1f} ns\n", candidate.name, candidate.best);
  }
  fmt::print("\nRatios:\n");
  against(all, "lma", "plain lma", "<= 1");
  against(all, "lma:L=0.01", "plain lma:L=0.01", "<= 1");
  against(all, "bc", "plain bc", "<= 1");
  against(all, "dt", "lma", "<= 3");
  against(all, "ttts", "lma", "<= 10");
  against(all, "bc, mixture", "bc", "<= 1.5");
  against(all, "lma, mixture", "lma", "<= 1.5");
  growth();
}
