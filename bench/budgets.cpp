// What a budget is worth under each sampling rule: the mean shortfall of the recommendation (true
// best mean minus that of the recommended arm) and the share of right ones, with mixture stopping
// at δ = 0.05, as `mirador new` does with a budget and no --delta.
//   bench/budgets [runs] [rule ...]
// "usual" is the rule that `mirador new` uses then.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "mirador/simulate/simulate.hpp"
#include "mirador/simulate/worth.hpp"

namespace {

using namespace mirador;

struct Instance {
  const char* name;
  ProblemSpec problem;
};

std::vector<double> one_ahead(std::size_t arms, double best, double others) {
  std::vector<double> means(arms, others);
  means.front() = best;
  return means;
}

/// In an order that says nothing.
std::vector<double> shuffled(std::vector<double> means) {
  std::mt19937_64 random(means.size());
  std::shuffle(means.begin(), means.end(), random);
  return means;
}

/// From the worst to the best in equal steps.
std::vector<double> ladder(std::size_t arms, double worst, double best) {
  std::vector<double> means(arms);
  for (std::size_t a = 0; a < arms; ++a) {
    means[a] = worst + (best - worst) * static_cast<double>(a) / static_cast<double>(arms - 1);
  }
  return means;
}

/// Gaps to the best that halve from arm to arm.
std::vector<double> halving_gaps(std::size_t arms) {
  std::vector<double> means(arms, 0.0);
  for (std::size_t a = 0; a + 1 < arms; ++a) means[a] = -std::ldexp(1.0, -static_cast<int>(a));
  return means;
}

std::vector<Instance> instances() {
  const auto best = [](FamilySpec family, std::vector<double> means,
                       Direction direction = Direction::highest) {
    return ProblemSpec{std::move(family), BestArmSpec{direction}, shuffled(std::move(means))};
  };
  return {
      {"gaussian, 1 .85 .8 .75", best(GaussianSpec{}, {1, .85, .8, .75})},
      {"gaussian, 2 arms", best(GaussianSpec{}, {0, .3})},
      {"gaussian, 10, one ahead", best(GaussianSpec{}, one_ahead(10, 0.5, 0.0))},
      {"gaussian, 10, ladder", best(GaussianSpec{}, ladder(10, 0.0, 1.0))},
      {"gaussian, 7, halving gaps", best(GaussianSpec{}, halving_gaps(7))},
      {"gaussian, 50, ladder", best(GaussianSpec{}, ladder(50, -1.0, 1.0))},
      {"bernoulli, 5 prompts", best(BernoulliSpec{}, {.62, .71, .7, .55, .74})},
      {"bernoulli, 20, one ahead", best(BernoulliSpec{}, one_ahead(20, 0.5, 0.4))},
      {"bernoulli, 10, rare", best(BernoulliSpec{}, ladder(10, 0.01, 0.1))},
      {"bounded, 8, ladder", best(BoundedSpec{}, ladder(8, 0.3, 0.7))},
      {"poisson, 6, lowest", best(PoissonSpec{}, {5, 4, 3.5, 4.5, 3, 3.8}, Direction::lowest)},
      {"exponential, 6, lowest", best(ExponentialSpec{}, ladder(6, 2.0, 1.0), Direction::lowest)},
      {"normal, 8, sigmas differ",
       best(NormalSpec{{1, 2, 1, .5, 1, 2, 1, .5}}, ladder(8, 0.0, 0.7))},
  };
}

/// The mean logarithms of the shortfalls over those of round robin.
struct Score {
  double sum = 0.0, worst = 0.0;
  int cells = 0;

  void add(double ratio) {
    sum += std::log(ratio);
    worst = std::max(worst, ratio);
    ++cells;
  }
};

/// The same arms in other orders, because ties go to the lowest index.
constexpr std::size_t orders = 5;
ProblemSpec turned(ProblemSpec problem, std::size_t order) {
  const std::size_t by = order * problem.means.size() / orders;
  std::rotate(problem.means.begin(), problem.means.begin() + static_cast<std::ptrdiff_t>(by),
              problem.means.end());
  return problem;
}

/// The averages over all orders.
struct Cell {
  double shortfall = 0.0, std_error = 0.0, right = 0.0, samples = 0.0;
};

Cell measured(const ProblemSpec& problem, const RuleSpec& rule, std::uint64_t budget,
              std::uint64_t runs) {
  Cell cell;
  double variance = 0.0;
  for (std::size_t order = 0; order < orders; ++order) {
    const Plan plan{.rules = {rule},
                    .deltas = {0.05},
                    .runs = runs / orders,
                    .seed = order + 1,
                    .max_samples = budget};
    const ProblemSpec here = turned(problem, order);
    const Summary summary = simulate(here, plan).front().summaries.front();
    const Worth worth = worth_of(summary, here);
    cell.shortfall += *worth.shortfall / orders;
    cell.right += worth.right / orders;
    cell.samples += summary.mean() / orders;
    variance += std::pow(*worth.shortfall_std_error / orders, 2.0);
  }
  cell.std_error = std::sqrt(variance);
  return cell;
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 4000;
  std::vector<std::string> rules(argv + std::min(argc, 2), argv + argc);
  if (rules.empty()) rules = {"rr", "usual", "halving", "bc", "dt", "ttts", "lma"};
  if (rules.front() != "rr")
    rules.insert(rules.begin(), "rr");  // what the others are compared with
  std::map<std::string, Score> scores;
  fmt::print("shortfall (and share right, in per cent)\n| instance | budget |");
  for (const std::string& name : rules) fmt::print(" {} |", name);
  for (const Instance& instance : instances()) {
    for (const std::uint64_t pulls : {5u, 20u, 80u}) {
      const std::uint64_t budget = pulls * instance.problem.means.size();
      fmt::print("\n| {} | {} |", instance.name, budget);
      Cell even;
      for (const std::string& name : rules) {
        const RuleSpec rule =
            name == "usual" ? usual_rule(instance.problem, Aim::recommendation) : parse_rule(name);
        const bool slow = name == "dt" && slow_to_track(instance.problem);
        if (slow || refusal(rule, instance.problem)) {
          fmt::print(" |");
          continue;
        }
        const Cell cell = measured(instance.problem, rule, budget, runs);
        if (name == "rr") even = cell;
        // A shortfall below the error is as good as the error.
        const double floor = even.std_error + 1e-9;
        scores[name].add(std::max(cell.shortfall, floor) / std::max(even.shortfall, floor));
        fmt::print(" {:.4f} ± {:.4f} ({:.1f}) |", cell.shortfall, cell.std_error,
                   100.0 * cell.right);
        std::fflush(stdout);
      }
    }
  }
  fmt::print("\n\nshortfall over that of rr: geometric mean, worst, cells\n");
  for (const std::string& name : rules) {
    const Score& score = scores[name];
    fmt::print("| {} | {:.3f} | {:.2f} | {} |\n", name, std::exp(score.sum / score.cells),
               score.worst, score.cells);
  }
}
