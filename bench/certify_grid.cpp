#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <sstream>

#include "certify.hpp"
#include "mirador/simulate/simulate.hpp"
#include "mirador/spec/analysis.hpp"
#include "mirador/spec/stopping_spec.hpp"

namespace certify {
namespace {

using namespace mirador;

/// The means of one family: a common ladder of standard deviations around a centre.
struct Scenery {
  FamilySpec family;
  double centre, unit;

  std::vector<double> means(std::initializer_list<double> steps) const {
    std::vector<double> list;
    for (const double step : steps) list.push_back(centre + step * unit);
    return list;
  }
};

const std::vector<Scenery>& sceneries() {
  static const std::vector<Scenery> all = {
      {GaussianSpec{1.0}, 0.0, 2.5},      {BernoulliSpec{}, 0.5, 0.9},
      {BoundedSpec{-1.0, 3.0}, 1.0, 3.6}, {PoissonSpec{}, 3.0, 4.5},
      {ExponentialSpec{}, 1.0, 1.8},      {NormalSpec{{1.0, 2.0, 0.5, 1.0}}, 0.0, 5.0}};
  return all;
}

constexpr std::uint64_t tie_budget = 300, no_budget = 10'000'000;

/// A question in its four situations; `ties` are the means of the tie, `margin` in units.
struct Situations {
  QuestionSpec question, with_margin;
  std::vector<double> separated, near_tie, tie;
};

std::vector<Situations> questions(const Scenery& s) {
  const double level = s.centre, margin = 0.5 * s.unit;
  std::vector<Situations> list = {
      {BestArmSpec{}, BestArmSpec{Direction::highest, margin}, s.means({0.5, 0.0, -0.2, -0.4}),
       s.means({0.25, 0.0, -0.4, -0.4}), s.means({0.2, 0.2, -0.4, -0.4})},
      {TopMSpec{2}, TopMSpec{2, Direction::highest, margin}, s.means({0.5, 0.4, -0.2, -0.3}),
       s.means({0.5, 0.13, -0.12, -0.4}), s.means({0.5, 0.0, 0.0, -0.4})},
      {ThresholdingSpec{level}, ThresholdingSpec{level, margin}, s.means({0.5, 0.4, -0.4, -0.5}),
       s.means({0.5, 0.2, -0.4, -0.5}), s.means({0.5, 0.0, -0.4, -0.5})},
      {SignedSpec{level}, SignedSpec{level}, s.means({0.5, 0.4, 0.3, 0.4}),
       s.means({0.1, 0.1, 0.1, 0.1}), s.means({0.0, 0.0, 0.0, 0.0})},
  };
  const Situations closest = {ClosestSpec{level}, ClosestSpec{level},
                              s.means({-0.5, -0.1, 0.4, 0.5}), s.means({-0.5, -0.1, 0.3, 0.5}),
                              s.means({-0.5, -0.2, 0.2, 0.5})};
  if (!refusal(s.family, closest.question)) list.push_back(closest);
  const QuestionSpec halves = PolyhedralSpec{
      {{"sum positive", {1, 1, 1, 1}, {0}}, {"sum negative", {-1, -1, -1, -1}, {0}}}};
  if (!refusal(s.family, halves)) {
    list.push_back({halves, halves, s.means({0.5, 0.3, 0.2, -0.1}), s.means({0.5, 0.2, -0.1, -0.2}),
                    s.means({0.3, 0.1, -0.2, -0.2})});
  }
  return list;
}

/// Every situation with several sampling rules under mixture stopping. The Gaussian core, lma and
/// bc on best-arm, has ten times the runs. The other stopping rules are run on best-arm, where all
/// of them apply. With a margin, families other than gaussian run only best-arm and fw, because a
/// run costs milliseconds there.
void add_situations(const Scenery& scenery, std::uint64_t runs, std::vector<Cell>& cells) {
  const bool gaussian = std::holds_alternative<GaussianSpec>(scenery.family);
  for (const Situations& s : questions(scenery)) {
    const bool best_arm = std::holds_alternative<BestArmSpec>(s.question);
    const bool core = gaussian && best_arm;
    const auto add = [&](const char* situation, const QuestionSpec& question,
                         const std::vector<double>& means, std::uint64_t budget) {
      const ProblemSpec problem{scenery.family, question, means};
      const bool margin = margin_of(question) > 0.0;
      if (margin && !gaussian && !best_arm) return;
      if (core) cells.push_back({situation, problem, "lma,bc", 10 * runs, budget});
      cells.push_back({situation, problem,
                       core && margin        ? "unif"
                       : core                ? "dt,ttts,unif"
                       : margin && !gaussian ? "fw"
                                             : "lma,fw,unif",
                       runs, budget});
      if (!best_arm || margin) return;
      cells.push_back({situation, problem, "bc", runs, budget, "heuristic"});
      cells.push_back({situation, problem, "bc", runs, budget, "kaufmann-koolen"});
      if (gaussian) cells.push_back({situation, problem, "bc", runs, budget, "menard"});
    };
    add("separated", s.question, s.separated, no_budget);
    add("near-tie", s.question, s.near_tie, no_budget);
    add("tie", s.question, s.tie, tie_budget);
    if (margin_of(s.with_margin) > 0.0) add("tie, margin", s.with_margin, s.tie, no_budget);
  }
}

std::vector<RuleSpec> parse_rules(const std::string& names) {
  std::vector<RuleSpec> rules;
  std::istringstream list(names);
  for (std::string name; std::getline(list, name, ',');) rules.push_back(parse_rule(name));
  return rules;
}

/// T*, NaN on a tie without a margin; and the status of the stopping rule.
struct Theory {
  double time;
  Guarantee guarantee;
};

Theory theory_of(const ProblemSpec& spec, const StoppingSpec& stopping) {
  const Analysis analysis = analyse_or_tie(spec);
  const bool tie = !analysis.has_answer();
  return {tie ? std::numeric_limits<double>::quiet_NaN() : analysis.bound.time,
          guarantee_of(stopping, spec)};
}

}  // namespace

std::vector<Cell> grid(const Choice& choice, std::uint64_t runs) {
  const auto wanted = [](const std::vector<std::string>& list, std::string_view name) {
    return std::ranges::count(list, name) > 0;
  };
  std::vector<Cell> cells;
  for (const Scenery& scenery : sceneries()) {
    if (wanted(choice.families, name_of(scenery.family))) add_situations(scenery, runs, cells);
  }
  std::erase_if(cells, [&](const Cell& cell) {
    return !wanted(choice.problems, name_of(cell.problem.question));
  });
  return cells;
}

std::vector<Row> simulate_cell(const Cell& cell, unsigned threads) {
  const Plan plan{.rules = parse_rules(cell.rules),
                  .stopping = parse_stopping(cell.stopping),
                  .deltas = {0.1, 0.01},
                  .runs = cell.runs,
                  .max_samples = cell.max_samples,
                  .threads = threads};
  const Theory theory = theory_of(cell.problem, plan.stopping);
  std::vector<Row> rows;
  for (const RuleResult& result : simulate(cell.problem, plan)) {
    for (std::size_t i = 0; i < plan.deltas.size(); ++i) {
      const Summary& summary = result.summaries[i];
      const double runs = static_cast<double>(summary.runs());
      rows.push_back(
          {.family = std::string(name_of(cell.problem.family)),
           .problem = std::string(name_of(cell.problem.question)),
           .situation = cell.situation,
           .rule = result.rule,
           .stopping = cell.stopping,
           .status = std::string(to_string(theory.guarantee.status)),
           .delta = plan.deltas[i],
           .runs = summary.runs(),
           .error_rate = summary.error_rate(),
           .error_upper = summary.error_upper(),
           .error_lower = summary.error_lower(),
           .mean = summary.mean(),
           .std_error = summary.std_error(),
           .relative_to_bound = summary.mean() / (theory.time * -std::log(plan.deltas[i])),
           .undecided = static_cast<double>(summary.undecided()) / runs,
           .equal = static_cast<double>(summary.equal()) / runs,
           .ns_per_step = result.ns_per_step});
    }
  }
  return rows;
}

void print_header() {
  fmt::print(
      "`error` counts verdicts with a wrong claim, on a tie without a margin every verdict (such "
      "runs end\nundecided at {} samples). `max` is its 99.9 % upper bound, τ/T\\* is the mean "
      "stopping time divided by T\\* log(1/δ).\n\n",
      tie_budget);
  fmt::print(
      "| family | problem | situation | rule | stopping | δ | status | runs | error % | max % | "
      "mean τ | τ/T\\* | undecided % | equal % |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

void print(const Row& row) {
  const std::string ratio =
      std::isnan(row.relative_to_bound) ? "–" : fmt::format("{:.2f}", row.relative_to_bound);
  fmt::print(
      "| {} | {} | {} | {} | {} | {:g} | {} | {} | {:.4f} | {:.4f} | {:.1f} ± {:.1f} | {} | "
      "{:.2f} | {:.2f} |{}\n",
      row.family, row.problem, row.situation, row.rule, row.stopping, row.delta, row.status,
      row.runs, 100.0 * row.error_rate, 100.0 * row.error_upper, row.mean, row.std_error, ratio,
      100.0 * row.undecided, 100.0 * row.equal, row.refuted() ? " **refuted**" : "");
  std::fflush(stdout);
}

}  // namespace certify
