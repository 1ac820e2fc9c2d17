// Cost of one step of the reference simulator (sampling, statistics and the stopping test, by
// default the heuristic one), K = 4, seed instance, δ = 0.01, one thread, next to the plain
// hand-written loop in the same run. Ratios depend less on the machine than times. The other
// backends are in bench/throughput. Last: the cost per step of proving the smallest evidence in
// mixture stopping, relative to the rule of 0.7, which searched the bottom of one valley.

#include <fmt/core.h>

#include <string>
#include <vector>

#include "measure.hpp"
#include "plain_loop.hpp"

namespace {

using namespace bench;
using namespace mirador;

constexpr std::uint64_t runs = 150;

void against(const std::vector<Candidate>& all, const std::string& ours, const std::string& other,
             const std::string& goal) {
  fmt::print("  {:<14} / {:<22} = {:5.2f}   (goal {})\n", ours, other,
             best_of(all, ours) / best_of(all, other), goal);
}

void growth() {
  fmt::print("\nGrowth with K (ns/step, and per arm; flat per arm means O(K)):\n");
  for (const std::string rule : {"lma", "bc", "dt", "ttts"}) {
    std::vector<Candidate> sizes;
    for (const std::size_t arms : {10u, 100u, 1000u}) {
      sizes.push_back({std::to_string(arms), mirador_rule(rule, many_arms(arms, 1))});
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

/// A step with mixture stopping of the given edition.
std::function<double()> with_edition(const std::string& rule, const FamilySpec& family,
                                     const std::vector<double>& means, Edition edition) {
  Plan plan = plan_of(rule, {.runs = 20, .backend = Backend::reference, .deltas = {0.1}});
  plan.stopping = MixtureSpec{edition};
  const ProblemSpec problem{family, BestArmSpec{}, means};
  return [=] { return simulate(problem, plan).front().ns_per_step; };
}

/// The best arm at .6, the others between .5 and .4: possible means of every family here.
std::vector<double> near_half(std::size_t arms) {
  std::vector<double> means(arms, 0.6);
  for (std::size_t a = 1; a < arms; ++a) {
    means[a] = 0.5 - 0.1 * static_cast<double>(a - 1) / static_cast<double>(arms - 2);
  }
  return means;
}

void proved_search() {
  fmt::print("\nProved smallest evidence, mixture, delta=0.1, ns/step now / 0.7 (goal <= 1.2):\n");
  const std::vector<FamilySpec> families = {BernoulliSpec{}, BoundedSpec{}, PoissonSpec{},
                                            ExponentialSpec{}};
  for (const FamilySpec& family : families) {
    for (const std::size_t arms : {4u, 12u}) {
      fmt::print("  {:<12} K={:<3}", name_of(family), arms);
      for (const std::string rule : {"bc", "lma", "unif"}) {
        std::vector<Candidate> both = {
            {"now", with_edition(rule, family, near_half(arms), Edition::second)},
            {"0.7", with_edition(rule, family, near_half(arms), Edition::first)}};
        measure(both, 5);
        fmt::print("  {:<4} {:5.0f} / {:5.0f} = {:4.2f}", rule, both[0].best, both[1].best,
                   both[0].best / both[1].best);
      }
      fmt::print("\n");
    }
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
  proved_search();
}
