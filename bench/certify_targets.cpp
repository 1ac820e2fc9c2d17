#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>

#include "certify.hpp"

namespace certify {
namespace {

using namespace mirador;

const ProblemSpec paper{GaussianSpec{}, BestArmSpec{}, {1.0, 0.85, 0.8, 0.75}};
const ProblemSpec coins{BernoulliSpec{}, BestArmSpec{}, {0.5, 0.45, 0.43, 0.4}};

ProblemSpec unknown_variance(double unit, std::vector<double> sigmas) {
  ProblemSpec spec{NormalSpec{}, BestArmSpec{}, {}};
  for (const double mean : paper.means) spec.means.push_back(unit * mean);
  for (double& sigma : sigmas) sigma *= unit;
  spec.family = NormalSpec{std::move(sigmas)};
  return spec;
}

/// A line of the table, the rows at δ = 0.1 and 0.01 side by side.
struct Line {
  std::string name;
  std::vector<Row> rows;
};

Line measure(const std::string& name, const ProblemSpec& problem, const std::string& stopping,
             std::uint64_t runs, unsigned threads) {
  return {
      name,
      simulate_cell(
          {.situation = "", .problem = problem, .rules = "bc", .runs = runs, .stopping = stopping},
          threads)};
}

void print_line(const Line& line, const Line& reference) {
  fmt::print("| {} | {} [{}] |", line.name, line.rows[0].stopping, line.rows[0].status);
  for (std::size_t i = 0; i < line.rows.size(); ++i) {
    const Row& row = line.rows[i];
    fmt::print(" {:.0f} ± {:.0f} | {:.3f} | {:.3f} (≤ {:.3f}) |", row.mean, row.std_error,
               row.mean / reference.rows[i].mean, 100.0 * row.error_rate, 100.0 * row.error_upper);
  }
  fmt::print("\n");
  std::fflush(stdout);
}

void print_cost() {
  std::map<std::string, double> best;
  for (int round = 0; round < 7; ++round) {
    for (const char* stopping : {"heuristic", "mixture"}) {
      const Line line = measure("", paper, stopping, 300, 1);
      double& least = best.try_emplace(stopping, std::numeric_limits<double>::max()).first->second;
      least = std::min(least, line.rows[0].ns_per_step);
    }
  }
  fmt::print(
      "\nCost of a step, bc, paper's instance, one thread, best of 7 rounds: heuristic {:.1f} ns, "
      "mixture {:.1f} ns, ratio {:.2f}.\n\n",
      best["heuristic"], best["mixture"], best["mixture"] / best["heuristic"]);
}

}  // namespace

void print_targets(std::uint64_t runs, unsigned threads) {
  fmt::print(
      "## Stopping rules on the same rewards\n\nSampling rule bc; `ratio` is to the first "
      "line of each block, `error` in %, with its 99.9 % upper bound.\n\n");
  const auto header = [] {
    fmt::print(
        "| instance | stopping | τ, δ=0.1 | ratio | error | τ, δ=0.01 | ratio | error |\n"
        "|---|---|---|---|---|---|---|---|\n");
  };
  header();
  const Line heuristic = measure("paper's", paper, "heuristic", runs, threads);
  print_line(heuristic, heuristic);
  const Line mixture = measure("paper's", paper, "mixture", runs, threads);
  print_line(mixture, heuristic);
  print_line(measure("paper's", paper, "kaufmann-koolen", runs, threads), heuristic);
  print_line(measure("paper's", paper, "menard", std::max<std::uint64_t>(runs / 50, 10), threads),
             heuristic);
  fmt::print("\n");
  header();
  const Line coin = measure("bernoulli .5 .45 .43 .4", coins, "heuristic", runs, threads);
  print_line(coin, coin);
  print_line(measure("bernoulli .5 .45 .43 .4", coins, "mixture", runs, threads), coin);
  print_line(measure("bernoulli .5 .45 .43 .4", coins, "kaufmann-koolen",
                     std::max<std::uint64_t>(runs / 10, 10), threads),
             coin);
  fmt::print("\nArms of unknown variance, against the mixture that knows σ = 1:\n\n");
  header();
  print_line({"σ = 1, known", mixture.rows}, mixture);
  for (const double unit : {1e-3, 1.0, 1e3}) {
    print_line(measure(fmt::format("σ = {:g}, unknown", unit), unknown_variance(unit, {1.0}),
                       "mixture", runs, threads),
               mixture);
  }
  print_line(measure("σ = 1, 0.5, 2, 1, unknown", unknown_variance(1.0, {1.0, 0.5, 2.0, 1.0}),
                     "mixture", runs, threads),
             mixture);
  print_cost();
}

}  // namespace certify
