#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string_view>

#include "attack_arrivals.hpp"
#include "attack_orders.hpp"
#include "attack_plans.hpp"
#include "attack_trials.hpp"
#include "attack_watch.hpp"
#include "attack_worlds.hpp"
#include "certify.hpp"
#include "certify_count.hpp"

namespace certify {
namespace {

using attack::ArrivalAttack;
using attack::AttackWorld;
using attack::Misses;
using attack::Order;
using attack::WatchAttack;

/// The probability that the whole suite reports an error in a correct program.
constexpr double false_alarm = 1e-6;

std::string problem_name(const mirador::ProblemSpec& problem) {
  const std::string name(name_of(problem.question));
  if (mirador::good_enough_of(problem.question) > 0.0) return name + ", good enough";
  return mirador::margin_of(problem.question) > 0.0 ? name + " with a margin" : name;
}

/// The cell of a problem with the largest ratio to its allowed share.
struct Worst {
  std::uint64_t cells = 0, refuted = 0;
  double over_promise = -1.0;
  std::string where;
};

class AttackReport {
 public:
  AttackReport(const Choice& choice, std::uint64_t runs, unsigned threads)
      : runs_(runs),
        threads_(threads),
        worlds_(attack::attack_worlds()),
        arrivals_(attack::arrival_attacks()),
        watches_(attack::watch_attacks()) {
    const auto wanted = [](const std::vector<std::string>& list, std::string_view name) {
      return std::ranges::count(list, name) > 0;
    };
    std::erase_if(worlds_, [&](const AttackWorld& world) {
      return !wanted(choice.families, name_of(world.problem.family)) ||
             !wanted(choice.problems, name_of(world.problem.question)) ||
             std::string_view(world.name).find(choice.words) == std::string_view::npos;
    });
    for (ArrivalAttack& attack : attack::plan_attacks()) arrivals_.push_back(std::move(attack));
    std::erase_if(arrivals_, [&](const ArrivalAttack& attack) {
      return attack.name.find(choice.words) == std::string::npos;
    });
    if (!choice.words.empty()) watches_.clear();
    std::erase_if(arrivals_, [&](const ArrivalAttack& attack) {
      return !wanted(choice.families, attack.family) || !wanted(choice.problems, attack.problem);
    });
    std::erase_if(watches_, [&](const WatchAttack& attack) {
      return !wanted(choice.families, attack.family);
    });
    const std::size_t accused = worlds_.size() * attack::orders().size() * attack::risks.size() +
                                arrivals_.size() + watches_.size();
    confidence_ = 1.0 - false_alarm / static_cast<double>(std::max<std::size_t>(accused, 1));
  }

  std::size_t print() {
    print_introduction();
    print_worlds();
    if (!arrivals_.empty()) print_arrivals();
    if (!watches_.empty()) print_watches();
    print_worst();
    fmt::print(stderr, "attacks: {:.1f} core-minutes\n", static_cast<double>(cpu_ns_) / 6e10);
    return refuted_;
  }

 private:
  void print_introduction() const {
    fmt::print(
        "## Attacks\n\nA proof covers every way to choose the next arm. Here mixture stopping "
        "meets "
        "sampling orders that see the data, know the truth and work\nfor a wrong verdict, in the "
        "worlds where one is most likely: at least {} runs per cell.\n\n",
        runs_);
    for (const Order& order : attack::orders()) {
      fmt::print("- **{}**: {}\n", order.name, order.words);
    }
    fmt::print(
        "\n*Near* and *just outside* are differences of 1e-6 σ, which decide what is true. The "
        "columns of the orders are wrong verdicts in %;\n`max` is the 99.9 % upper bound of the "
        "largest, `ratio` the largest over what is promised: δ, or 2 δ on an exact tie without a\n"
        "margin, where every verdict counts as wrong. A cell is **REFUTED** when its lower bound "
        "is above the promise, at a level at which\nthe probability that a correct program has "
        "such "
        "a cell is at most {:g}.\n\n",
        false_alarm);
  }

  void print_worlds() {
    fmt::print("| family | problem | world | δ | pulls |");
    for (const Order& order : attack::orders()) fmt::print(" {} |", order.name);
    fmt::print(" max % | ratio | verdict |\n|---|---|---|---|---|");
    for (std::size_t i = 0; i < attack::orders().size(); ++i) fmt::print("---|");
    fmt::print("---|---|---|\n");
    for (const AttackWorld& world : worlds_) print_world(world);
  }

  void print_world(const AttackWorld& world) {
    std::vector<Misses> misses;
    for (const Order& order : attack::orders()) {
      const std::uint64_t runs = std::max(runs_, world.least_runs);
      misses.push_back(world.takes(order) ? attack::try_attack(world, order, runs, threads_)
                                          : Misses{});
      cpu_ns_ += misses.back().cpu_ns;
    }
    for (std::size_t i = 0; i < attack::risks.size(); ++i) print_row(world, i, misses);
  }

  void print_row(const AttackWorld& world, std::size_t place, std::span<const Misses> misses) {
    const double delta = attack::risks[place];
    fmt::print("| {} | {} | {} | {:g} | {} |", name_of(world.problem.family),
               problem_name(world.problem), world.name, delta, world.pulls);
    Count largest{0, 0, delta};
    bool refuted = false;
    for (std::size_t i = 0; i < misses.size(); ++i) {
      if (misses[i].runs == 0) {
        fmt::print(" – |");
        continue;
      }
      const Count count{misses[i].wrong[place], misses[i].runs, world.allowance * delta};
      const bool above = count.refuted(confidence_);
      const std::string_view mark = above ? "**" : "";
      fmt::print(" {}{:.2f}{} |", mark, 100.0 * count.rate(), mark);
      note(world, attack::orders()[i], delta, count, above);
      refuted |= above;
      if (largest.runs == 0 || count.rate() > largest.rate()) largest = count;
    }
    fmt::print(" {:.2f} | {:.2f} | {} |\n", 100.0 * largest.upper(), largest.over_promise(),
               verdict(attack::is_proved(world), refuted));
    std::fflush(stdout);
  }

  static std::string_view verdict(bool proved, bool refuted) {
    if (!proved) return "not proved";
    return refuted ? "**REFUTED**" : "fine";
  }

  void note(const AttackWorld& world, const Order& order, double delta, const Count& count,
            bool above) {
    const bool refuted = above && attack::is_proved(world);
    refuted_ += refuted;
    Worst& worst = worst_[problem_name(world.problem)];
    ++worst.cells;
    worst.refuted += refuted;
    if (count.over_promise() <= worst.over_promise) return;
    worst.over_promise = count.over_promise();
    worst.where = fmt::format("{}, {}, {}, δ = {:g}", name_of(world.problem.family), world.name,
                              order.name, delta);
  }

  /// One row per attack: results told in an order that depends on their values, and changed plans.
  void print_arrivals() {
    fmt::print(
        "\n### Results told in an order that depends on their values\n\nTwo arms, δ = 0.05, told "
        "to a live experiment. Results of an arm count in the order of its tickets "
        "(docs/theory.md, "
        "section 11). For claims\nabout single arms, as in thresholding, the risk is proved "
        "for "
        "any order in which results arrive. For pairs of arms it is proved\nif delays do not "
        "depend on values: the row that breaks this shows what happens then. Below them, at δ = "
        "0.1, "
        "plans\nthat are changed by the data (section 14), and the distance from the best that is "
        "shown at any time (section 7).\n\n| attack | family "
        "| problem | runs | wrong % | max % | ratio | "
        "verdict |\n|---|---|---|---|---|---|---|---|\n");
    for (const ArrivalAttack& attack : arrivals_) {
      const std::uint64_t runs = std::max<std::uint64_t>(runs_ / attack.every, 100);
      const auto misses = attack::try_arrivals(attack, runs, threads_);
      cpu_ns_ += misses.cpu_ns;
      const Count count{misses.wrong, misses.runs, attack.allowance * attack.delta};
      const bool above = count.refuted(confidence_);
      refuted_ += above && attack.proved;
      fmt::print("| {} | {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {} |\n", attack.name,
                 attack.family, attack.problem, runs, 100.0 * count.rate(), 100.0 * count.upper(),
                 count.over_promise(), attack.proved ? verdict(true, above) : "assumption broken");
      std::fflush(stdout);
    }
  }

  void print_watches() {
    fmt::print(
        "\n### False alarms of the assumption watch\n\nThree arms whose measurements are what the "
        "family says, with a watch at risk {:g}: in turn, and always the arm whose\nmean is "
        "furthest from the truth.\n\n| family | order | runs | alarms % | max % | ratio | verdict "
        "|\n|---|---|---|---|---|---|---|\n",
        attack::watch_risk);
    for (const WatchAttack& attack : watches_) {
      const std::uint64_t runs = std::max<std::uint64_t>(runs_ / 5, 100);
      const Count count{attack.alarms(runs, threads_), runs, attack::watch_risk};
      const bool above = count.refuted(confidence_);
      refuted_ += above;
      fmt::print("| {} | {} | {} | {:.2f} | {:.2f} | {:.2f} | {} |\n", attack.family, attack.order,
                 runs, 100.0 * count.rate(), 100.0 * count.upper(), count.over_promise(),
                 verdict(true, above));
      std::fflush(stdout);
    }
  }

  void print_worst() const {
    fmt::print(
        "\n### The largest share of the promise\n\n| problem | cells | refuted | largest ratio | "
        "where |\n|---|---|---|---|---|\n");
    for (const auto& [problem, worst] : worst_) {
      fmt::print("| {} | {} | {} | {:.2f} | {} |\n", problem, worst.cells, worst.refuted,
                 worst.over_promise, worst.where);
    }
    fmt::print("\nProved cells refuted by these runs: {}.\n", refuted_);
  }

  std::uint64_t runs_;
  unsigned threads_;
  std::vector<AttackWorld> worlds_;
  std::vector<ArrivalAttack> arrivals_;
  std::vector<WatchAttack> watches_;
  double confidence_;
  std::map<std::string, Worst> worst_;
  std::size_t refuted_ = 0;
  std::uint64_t cpu_ns_ = 0;
};

}  // namespace

std::size_t print_attacks(const Choice& choice, std::uint64_t runs, unsigned threads) {
  return AttackReport(choice, runs, threads).print();
}

}  // namespace certify
