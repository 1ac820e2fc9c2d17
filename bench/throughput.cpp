// Steps per second of every backend, as ratios to the plain hand-written loop in the same run, with
// the goals: K = 4, seed instance, σ = 1, δ = 0.01, the heuristic threshold and one thread unless
// stated otherwise. On a CPU a step is measured in CPU time; on a GPU and for several threads in
// wall time. Then the NumPy versions of bench/peers, if NumPy is installed.
//   bench/throughput [--parts rules,backends,threads,growth,gpu,peers] [--peers DIR]
//   bench/throughput --memory

#include <fmt/core.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clock.hpp"
#include "measure.hpp"
#include "mirador/simulate/backend.hpp"
#include "paper/instance.hpp"
#include "paper/machine.hpp"
#include "peers.hpp"

namespace {

using namespace bench;
using mirador::Backend;

/// A row of the table of goals. 0: no goal.
struct Goal {
  std::string rule;
  std::string plain;  ///< the plain loop it is compared with
  double ratio, ns_at_3_ghz, gpu_steps;
};

const std::vector<Goal> goals = {
    {"lma:L=0.01", "plain lma:L=0.01", 14, 11, 10e9},
    {"bc", "plain bc", 15, 8, 16e9},
    {"unif", "plain unif", 15, 6.5, 16e9},
    {"dt", "plain lma", 3, 20, 3e9},
    {"ttts", "", 0, 60, 0.5e9},
    {"lma", "plain lma", 0, 0, 0},
    {"lmac:eta=10", "plain lma:L=0.01", 0, 0, 0},
};

const char* mark(bool reached) { return reached ? "PASS" : "— missed"; }

std::string at_least(double value, double goal, const char* format) {
  const std::string text = fmt::format(fmt::runtime(format), value);
  if (goal == 0.0) return text;
  return fmt::format("{} (≥ {:g}) {}", text, goal, mark(value >= goal));
}

std::string at_most(double value, double goal) {
  const std::string text = fmt::format("{:.1f}", value);
  if (goal == 0.0) return text;
  return fmt::format("{} (≤ {:g}) {}", text, goal, mark(value <= goal));
}

bool has(Backend backend, const std::string& rule) {
  const Setting setting{.backend = backend};
  const mirador::Plan plan = plan_of(rule, setting);
  return !refusal(backend, problem_of(setting), plan.rules.front(), plan);
}

/// Enough to fill the lanes many times, so that the last ones of a round do not matter; no more
/// than needed for backends that run one replication at a time.
std::uint64_t runs_for(Backend backend) {
  switch (backend) {
    case Backend::reference:
      return 150;
    case Backend::lanes_plain:
      return 300;
    default:
      return 10'000;
  }
}

Setting on(Backend backend) { return {.runs = runs_for(backend), .backend = backend}; }

Backend widest_lanes() {
  for (const Backend backend : {Backend::lanes_avx512, Backend::lanes_avx2}) {
    if (has(backend, "bc")) return backend;
  }
  return Backend::lanes_plain;
}

std::vector<Candidate> plain_loops() {
  constexpr std::uint64_t runs = 150;
  return {
      {"plain lma",
       [] { return timed([] { return plain::run_lma_adahedge(seed_means, risk, runs); }); }},
      {"plain lma:L=0.01",
       [] { return timed([] { return plain::run_lma(seed_means, risk, 0.01, runs); }); }},
      {"plain bc", [] { return timed([] { return plain::run_bc(seed_means, risk, runs); }); }},
      {"plain unif", [] { return timed([] { return plain::run_unif(seed_means, risk, runs); }); }},
  };
}

/// The table of goals for one CPU core; returns the cost of each rule for later comparisons.
std::vector<Candidate> print_rules(double ghz) {
  const Backend lanes = widest_lanes();
  std::vector<Candidate> all = plain_loops();
  for (const Goal& goal : goals) all.push_back({goal.rule, mirador_rule(goal.rule, on(lanes))});
  Setting mixture = on(lanes);
  mixture.stopping = "mixture";
  for (const std::string rule : {"bc", "lma:L=0.01"}) {
    all.push_back({rule + ", mixture", mirador_rule(rule, mixture)});
  }
  measure(all, 4);
  fmt::print("\nOne core, {}, K = 4, δ = 0.01, best of 4 rounds:\n", to_string(lanes));
  fmt::print("  {:<20} {:>8} {:>10}   {:<22} {}\n", "rule", "ns/step", "cycles", "ns at 3 GHz",
             "times the plain loop");
  for (const Goal& goal : goals) {
    const double ns = best_of(all, goal.rule);
    const std::string ratio =
        goal.plain.empty()
            ? "–"
            : at_least(best_of(all, goal.plain) / ns, goal.ratio, "{:.1f}") +
                  fmt::format("  of {} ({:.1f} ns)", goal.plain, best_of(all, goal.plain));
    fmt::print("  {:<20} {:8.2f} {:10.1f}   {:<22} {}\n", goal.rule, ns, ns * ghz,
               at_most(ns * ghz / 3.0, goal.ns_at_3_ghz), ratio);
  }
  for (const std::string rule : {"bc", "lma:L=0.01"}) {
    const double ns = best_of(all, rule + ", mixture");
    fmt::print("  {:<20} {:8.2f} {:10.1f}   {:<22.1f} {:.2f} times the heuristic threshold\n",
               rule + ", mixture", ns, ns * ghz, ns * ghz / 3.0, ns / best_of(all, rule));
  }
  return all;
}

/// Every backend of this machine that runs on a core.
void print_backends() {
  std::vector<Backend> backends;
  for (const Backend backend :
       {Backend::reference, Backend::lanes_plain, Backend::lanes_avx2, Backend::lanes_avx512}) {
    if (has(backend, "bc")) backends.push_back(backend);
  }
  fmt::print("\nEvery backend of this core, ns/step, best of 2 rounds:\n  {:<14}", "rule");
  for (const Backend backend : backends) fmt::print(" {:>13}", to_string(backend));
  fmt::print("\n");
  for (const Goal& goal : goals) {
    std::vector<Candidate> all;
    for (const Backend backend : backends) {
      all.push_back({std::string(to_string(backend)), mirador_rule(goal.rule, on(backend))});
    }
    measure(all, 2);
    fmt::print("  {:<14}", goal.rule);
    for (const Candidate& candidate : all) fmt::print(" {:13.2f}", candidate.best);
    fmt::print("\n");
  }
}

std::function<double()> on_the_clock(const std::string& rule, const Setting& setting) {
  return [=] { return simulate_round(rule, setting).wall_ns_per_step; };
}

/// Also prints how many cores the two threads had: on a busy machine the ratio means nothing.
void print_threads() {
  fmt::print("\nTwo threads, steps per second relative to one (goal ≥ 1.8), best of 3 rounds:\n");
  for (const std::string rule : {"lma:L=0.01", "bc"}) {
    Setting one = on(widest_lanes()), two = one;
    one.runs = two.runs = 20'000;
    two.threads = 2;
    double cores = 0.0;
    const auto both = [&] {
      const Round round = simulate_round(rule, two);
      cores = std::max(cores, round.result.ns_per_step / round.wall_ns_per_step);
      return round.wall_ns_per_step;
    };
    std::vector<Candidate> all = {{"one", on_the_clock(rule, one)}, {"two", both}};
    measure(all, 3);
    fmt::print("  {:<14} {}, with {:.2f} cores to run on\n", rule,
               at_least(all[0].best / all[1].best, 1.8, "{:.2f}"), cores);
  }
}

/// At K = 10 the lanes are replications, which all end at the same step: a multiple of the lanes.
/// For K >= 100 they are arms.
void print_growth(double ghz) {
  struct Size {
    std::size_t arms;
    std::uint64_t runs;
    double goal;
  };
  fmt::print("\nGrowth with K, lma (AdaHedge), ns/step at 3 GHz, best of 3 rounds:\n");
  for (const Size& size : {Size{10, 4096, 35}, Size{100, 256, 300}, Size{1000, 4, 2500}}) {
    Setting setting = many_arms(size.arms, size.runs);
    setting.backend = widest_lanes();
    std::vector<Candidate> all = {{"lma", mirador_rule("lma", setting)}};
    measure(all, 3);
    const double ns = all.front().best;
    fmt::print("  K = {:<5} {:8.1f} ns here   {}\n", size.arms, ns,
               at_most(ns * ghz / 3.0, size.goal));
  }
}

/// Enough replications for seconds of work, fewer if a step is expensive.
void print_gpu() {
  fmt::print("\nGPU, steps per second of wall time, best of 3 rounds:\n");
  for (const Goal& goal : goals) {
    if (!has(Backend::cuda, goal.rule)) {
      fmt::print("  {:<14} not on this machine\n", goal.rule);
      continue;
    }
    const std::uint64_t runs = goal.rule == "ttts" ? 500'000 : 4'000'000;
    std::vector<Candidate> all = {
        {goal.rule, on_the_clock(goal.rule, {.runs = runs, .backend = Backend::cuda})}};
    measure(all, 3);
    fmt::print("  {:<14} {}\n", goal.rule,
               at_least(1e9 / all.front().best, goal.gpu_steps, "{:.3g}"));
  }
}

/// The faster of two rounds.
mirador::RuleResult best_round(const std::string& rule) {
  mirador::RuleResult one = simulate_round(rule, on(widest_lanes())).result;
  mirador::RuleResult two = simulate_round(rule, on(widest_lanes())).result;
  return one.ns_per_step < two.ns_per_step ? one : two;
}

/// They implement the same algorithms, so the means must agree.
void print_beside(const Peer& peer, const mirador::RuleResult& ours) {
  const mirador::Summary& summary = ours.summaries.front();
  const double apart =
      std::abs(peer.mean - summary.mean()) / std::hypot(peer.std_error, summary.std_error());
  fmt::print("  {:<12} {:<11} {:9.1f} ns/step, {:6.0f} times ours; mean τ {:.0f} ± {:.0f}, ",
             peer.rule, peer.version, peer.ns_per_step, peer.ns_per_step / ours.ns_per_step,
             peer.mean, peer.std_error);
  fmt::print("ours {:.0f} ± {:.0f}: {:.1f} standard errors apart (≤ 4) {}\n", summary.mean(),
             summary.std_error(), apart, mark(apart <= 4.0));
}

void print_peers(const std::string& folder) {
  fmt::print("\nNumPy (bench/peers, one round), compared with {}:\n", to_string(widest_lanes()));
  const std::vector<Peer> peers = run_numpy(folder);
  if (peers.empty()) fmt::print("  no python3 with numpy here, or no {}/numpy_lma.py\n", folder);
  std::map<std::string, mirador::RuleResult> ours;
  for (const Peer& peer : peers) {
    if (!ours.contains(peer.rule)) ours.emplace(peer.rule, best_round(peer.rule));
    print_beside(peer, ours.at(peer.rule));
  }
}

/// The paper's Table 1 compared with this machine.
void print_paper(const std::vector<Candidate>& ours) {
  fmt::print("\nThe paper's Table 1, seconds per step, and how many times faster this core is:\n");
  for (const mirador::paper::PaperTime& time : mirador::paper::paper_times) {
    const std::string rule(time.rule == "lmac" ? "lmac:eta=10" : time.rule);
    fmt::print("  {:<14} {:7.0e} {:9.0f}\n", rule, time.seconds,
               1e9 * time.seconds / best_of(ours, rule));
  }
}

/// The peak memory of this process, in MB.
double peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

void print_memory() {
  const Setting setting{.means = {1.0, 0.0, 0.0, 0.0},
                        .runs = 10'000'000,
                        .backend = widest_lanes(),
                        .threads = 0,
                        .deltas = {0.1, 0.01}};
  const Round round = simulate_round("bc", setting);
  fmt::print("\n{} runs of bc on {}, two δ, mean τ {:.1f} and {:.1f}, {:.1f} ns/step: peak MB {}\n",
             setting.runs, to_string(setting.backend), round.result.summaries[0].mean(),
             round.result.summaries[1].mean(), round.result.ns_per_step,
             at_most(peak_rss_mb(), 200));
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> parts = {"rules", "backends", "threads", "growth", "gpu", "peers"};
  std::string peers = MIRADOR_PEERS;
  bool memory = false;
  CLI::App app("Steps per second of every backend, as ratios to a plain loop in the same run");
  app.add_option("--parts", parts, "what to measure")
      ->check(CLI::IsMember(parts))
      ->delimiter(',')
      ->capture_default_str();
  app.add_option("--peers", peers, "the folder of numpy_lma.py")->capture_default_str();
  app.add_flag("--memory", memory, "only the memory of ten million runs");
  CLI11_PARSE(app, argc, argv);

  const double ghz = clock_ghz();
  fmt::print("{}, {:.2f} GHz\n", mirador::paper::machine(), ghz);
  if (memory) {
    print_memory();
    return EXIT_SUCCESS;
  }
  const auto wanted = [&](std::string_view part) { return std::ranges::count(parts, part) > 0; };
  if (wanted("rules")) print_paper(print_rules(ghz));
  if (wanted("backends")) print_backends();
  if (wanted("threads")) print_threads();
  if (wanted("growth")) print_growth(ghz);
  if (wanted("gpu")) print_gpu();
  if (wanted("peers")) print_peers(peers);
}
