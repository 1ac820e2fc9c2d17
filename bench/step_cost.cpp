// Cost of one step of the reference simulator (sampling, statistics and the stopping test included;
// the heuristic one unless another is named), K = 4, seed instance, δ = 0.01, one thread, beside
// the plain hand-written loop in the same run. Machines differ, ratios less: read those. The other
// backends are in bench/throughput.

#include <fmt/core.h>

#include <string>
#include <vector>

#include "measure.hpp"
#include "plain_loop.hpp"

namespace {

using namespace bench;

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
