// How often the forecasts of a status hold: simulated experiments of many families, questions and
// rules, and comparisons in rounds. Each asks for a forecast whenever its measurements have grown
// by a quarter, and every forecast is compared with the measurements that were still to come.
//   bench/forecasts [runs] [words of a cell] > forecasts.csv
// tools/forecasts.py makes docs/forecasts.csv and its table of it.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mirador/core/infinity.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/experiment/session.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/simulate/round_rewards.hpp"
#include "mirador/simulate/workers.hpp"
#include "mirador/spec/catalog.hpp"

namespace {

using namespace mirador;

constexpr std::uint64_t seed = 2026;
constexpr std::uint64_t most_samples = 200'000;

struct Cell {
  std::string design, name;
  ExperimentSpec spec;
  World world;
  double correlation = 0.0;  // of the arms of a round
};

std::vector<std::string> arm_names(std::size_t arms) {
  std::vector<std::string> names;
  for (std::size_t a = 0; a < arms; ++a) names.push_back(fmt::format("a{}", a + 1));
  return names;
}

/// The first arm leads by `gap`; the others are spread evenly below it.
World below(std::size_t arms, double top, double gap, double spread) {
  World world{std::vector<double>(arms, top)};
  for (std::size_t a = 1; a < arms; ++a) {
    const double share =
        arms == 2 ? 0.0 : static_cast<double>(a - 1) / static_cast<double>(arms - 2);
    world.means[a] = top - gap - spread * share;
  }
  return world;
}

Cell independent(std::string name, FamilySpec family, QuestionSpec question,
                 const std::string& rule, double delta, World world,
                 std::optional<std::uint64_t> budget = std::nullopt) {
  ExperimentSpec spec{.arms = arm_names(world.means.size()),
                      .family = std::move(family),
                      .question = std::move(question),
                      .rule = parse_rule(rule),
                      .delta = delta,
                      .max_samples = budget};
  return {"independent", std::move(name), std::move(spec), std::move(world)};
}

Cell in_rounds(std::string name, RoundsSpec rounds, BestArmSpec question, double delta, World world,
               double correlation) {
  ExperimentSpec spec{.arms = arm_names(world.means.size()),
                      .question = question,
                      .delta = delta,
                      .rounds = std::move(rounds)};
  return {"rounds", std::move(name), std::move(spec), std::move(world), correlation};
}

std::vector<Cell> independent_cells() {
  const BestArmSpec best, margin{.margin = 0.3}, near{.good_enough = 0.3};
  const GaussianSpec gaussian;
  const NormalSpec normal;
  std::vector<Cell> cells = {
      independent("easy", gaussian, best, "lma", 0.05, {{1.0, 0.0}}),
      independent("hard", gaussian, best, "rr", 0.05, {{0.2, 0.0}}),
      independent("spread", gaussian, best, "lma", 0.01, below(5, 1.0, 0.35, 0.6)),
      independent("spread", gaussian, best, "bc", 0.05, below(6, 1.0, 0.4, 1.0)),
      independent("equal rivals", gaussian, best, "lma", 0.05, below(10, 0.5, 0.5, 0.0)),
      independent("spread", gaussian, best, "unif", 0.05, below(10, 1.0, 0.6, 1.0)),
      independent("spread", gaussian, best, "lma", 0.05, below(20, 1.0, 0.5, 2.0)),
      independent("easy, all alike", gaussian, best, "dt", 0.1, below(4, 2.0, 1.5, 0.0)),
      independent("winner, margin 0.3", gaussian, margin, "lma", 0.05, below(4, 1.0, 0.5, 0.5)),
      independent("two equal, margin 0.3", gaussian, margin, "bc", 0.05, {{1.0, 0.97, 0.2, 0.0}}),
      independent("close, good enough 0.3", gaussian, near, "lma", 0.05, below(5, 1.0, 0.1, 0.8)),
      independent("budget of 400", gaussian, best, "lma", 0.05, below(3, 1.0, 0.3, 0.1), 400),
      independent("clear", BernoulliSpec{}, best, "lma", 0.05, {{0.65, 0.4}}),
      independent("rare", BernoulliSpec{}, best, "bc", 0.05, {{0.15, 0.06, 0.04}}),
      independent("spread", BernoulliSpec{}, best, "unif", 0.1, below(8, 0.8, 0.25, 0.3)),
      independent("spread", PoissonSpec{}, best, "lma", 0.05, {{4.0, 3.0, 2.5, 1.0}}),
      independent("spread", ExponentialSpec{}, best, "lma", 0.05, {{3.0, 2.0, 1.5, 1.0}}),
      independent("power laws", BoundedSpec{}, best, "lma", 0.05, {{0.65, 0.5, 0.4}}),
      independent("unequal sigmas", normal, best, "lma", 0.05, {{1.0, 0.4, 0.2}, {1.0, 0.5, 2.0}}),
      independent("hard", normal, best, "rr", 0.05, {{0.4, 0.0}, {1.0, 1.0}}),
      independent("level 2", PoissonSpec{}, ThresholdingSpec{.level = 2.0}, "lma", 0.05,
                  {{1.0, 1.5, 2.7, 3.5}}),
      independent("level 0.5, margin 0.1", GaussianSpec{0.5}, ThresholdingSpec{0.5, 0.1}, "lma",
                  0.05, {{0.0, 0.3, 0.52, 1.0}}),
      independent("best 2", ExponentialSpec{}, TopMSpec{.top = 2}, "lma", 0.05,
                  {{3.5, 2.2, 1.2, 1.0, 0.5}}),
      independent("best 3", gaussian, TopMSpec{.top = 3}, "bc", 0.05, below(8, 2.0, 0.2, 2.4)),
      independent("level 0.5", gaussian, ClosestSpec{0.5}, "lma", 0.05,
                  {{-1.0, -0.1, 0.45, 1.3, 2.0}}),
      independent("level 0.4", BernoulliSpec{}, SignedSpec{0.4}, "lma", 0.05, {{0.5, 0.6, 0.7}}),
  };
  return cells;
}

std::vector<Cell> round_cells() {
  const BestArmSpec best, margin{.margin = 0.4}, near{.good_enough = 0.4};
  const RoundsSpec means, typical{SymmetricSpec{Compare::typical}},
      wins{SymmetricSpec{Compare::wins}}, scores{BoundedSpec{}}, correct{BernoulliSpec{}};
  const RoundsSpec pairs{.law = SymmetricSpec{}, .round_size = 3};
  const RoundsSpec items{.law = BernoulliSpec{}, .items = 1000},
      few_items{.law = BernoulliSpec{}, .items = 150};
  return {
      in_rounds("easy", means, best, 0.05, below(2, 1.0, 0.9, 0.0), 0.3),
      in_rounds("hard", means, best, 0.05, below(2, 1.0, 0.2, 0.0), 0.0),
      in_rounds("spread", means, best, 0.01, below(5, 1.0, 0.4, 0.6), 0.3),
      in_rounds("spread", means, best, 0.05, below(12, 1.0, 0.4, 1.0), 0.5),
      in_rounds("spread, 3 arms per round", pairs, best, 0.05, below(8, 1.0, 0.5, 1.0), 0.5),
      in_rounds("spread", typical, best, 0.05, below(4, 1.0, 0.3, 0.5), 0.3),
      in_rounds("spread", wins, best, 0.05, below(3, 0.6, 0.4, 0.2), 0.0),
      in_rounds("two equal, margin 0.4", means, margin, 0.05, {{1.0, 0.95, 0.0}}, 0.0),
      in_rounds("close, good enough 0.4", means, near, 0.05, {{1.0, 0.9, 0.3}}, 0.0),
      in_rounds("clear", correct, best, 0.05, {{0.75, 0.55}}, 0.3),
      in_rounds("spread", correct, best, 0.05, {{0.7, 0.6, 0.5, 0.4}}, 0.3),
      in_rounds("spread", scores, best, 0.05, {{0.65, 0.5, 0.4}}, 0.3),
      in_rounds("1000 items", items, best, 0.05, {{0.7, 0.62, 0.55}}, 0.3),
      in_rounds("150 items end first", few_items, best, 0.05, {{0.7, 0.68}}, 0.3),
  };
}

/// The next value of an arm; of a round in a comparison in rounds.
class Values {
 public:
  explicit Values(const Cell& cell) : cell_(cell) {
    if (cell.spec.rounds) {
      rounds_.emplace(cell.spec.rounds->law,
                      RoundsWorld{.means = cell.world.means, .correlation = cell.correlation});
    }
  }
  void start(RandomKey key) {
    key_ = key;
    pulls_.assign(cell_.world.means.size(), 0);
    if (rounds_) rounds_->start(key);
  }
  double next(Arm arm) {
    const std::uint64_t pull = pulls_[arm]++;
    const double mean = cell_.world.means[arm], u = reward_uniform(key_, arm, pull);
    return with_family(cell_.spec.family, [&]<class F>(const F& family) {
      if constexpr (OneParameterFamily<F>) {
        return family.quantile(mean, u);
      } else {
        return family.quantile(mean, cell_.world.sigmas[arm], u);
      }
    });
  }
  double in_round(Arm arm, std::uint64_t round) { return rounds_->at(arm, round); }

 private:
  const Cell& cell_;
  RandomKey key_;
  std::vector<std::uint64_t> pulls_;
  std::optional<RoundRewards> rounds_;
};

struct Asked {
  std::uint64_t samples;
  Forecast forecast;
};
struct Run {
  std::vector<Asked> asked;
  double end;  // infinite if it was cut off
};

Run run_of(const Cell& cell, Values& values, std::uint64_t replication) {
  values.start({seed, replication});
  ExperimentSpec spec = cell.spec;
  spec.seed = replication + 1;
  const auto session = make_session(spec);
  Run run;
  std::uint64_t samples = 0;
  double next = 0.0;
  while (session->phase() == Phase::running && samples < most_samples) {
    const std::vector<Event> asked = session->ask(1);
    if (asked.empty()) break;  // the items are used up
    session->apply(asked);
    const auto [ticket, arm] = std::get<mirador::Asked>(asked.front());
    const double value = cell.spec.rounds
                             ? values.in_round(arm, session->place_of(ticket)->round - 1)
                             : values.next(arm);
    session->apply(session->tell(ticket, value));
    ++samples;
    if (static_cast<double>(samples) < next || session->phase() != Phase::running) continue;
    const ExperimentStatus status = session->outline();
    if (!status.findings || status.findings->to_go == no_forecast) continue;
    run.asked.push_back({samples, status.findings->to_go});
    next = std::ceil(1.25 * static_cast<double>(samples));
  }
  run.end = samples < most_samples ? static_cast<double>(samples) : infinity;
  return run;
}

double median(std::vector<double> values) {
  if (values.empty()) return NAN;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// Counts of forecasts.
struct Count {
  std::uint64_t all = 0, held = 0, below = 0, above = 0, beyond_middle = 0, no_end = 0;
  std::vector<double> widths, ratios;

  void add(const Forecast& forecast, double rest) {
    ++all;
    // Whole measurements.
    const bool low = rest<std::floor(forecast.low), high = rest> std::ceil(forecast.high);
    below += low ? 1 : 0;
    above += high ? 1 : 0;
    held += low || high ? 0 : 1;
    beyond_middle += rest > forecast.middle ? 1 : 0;
    if (std::isinf(forecast.high)) {
      ++no_end;
    } else {
      widths.push_back(std::ceil(forecast.high) / std::max(1.0, std::floor(forecast.low)));
    }
    if (std::isfinite(forecast.middle)) ratios.push_back(rest / std::max(1.0, forecast.middle));
  }
  double percent(std::uint64_t some) const {
    return all == 0 ? NAN : 100.0 * static_cast<double>(some) / static_cast<double>(all);
  }
};

std::string law_of(const ExperimentSpec& spec) {
  if (!spec.rounds) return std::string(name_of(spec.family));
  const auto* symmetric = std::get_if<SymmetricSpec>(&spec.rounds->law);
  if (symmetric == nullptr) return std::string(name_of(spec.rounds->law));
  return fmt::format("symmetric {}",
                     ChoiceWords<Compare>::names[static_cast<std::size_t>(symmetric->compare)]);
}

void report(const Cell& cell, std::uint64_t runs) {
  std::vector<Run> found(runs);
  const auto make_worker = [&] {
    auto values = std::make_shared<Values>(cell);
    return [&, values](std::uint64_t r) {
      found[r] = run_of(cell, *values, r);
      return true;
    };
  };
  share_out({runs, 0}, make_worker, [](std::uint64_t) {});
  Count all;
  std::array<Count, 3> thirds;
  std::uint64_t cut_off = 0;
  std::vector<double> ends;
  for (const Run& run : found) {
    cut_off += std::isinf(run.end) ? 1 : 0;
    ends.push_back(run.end);
    for (std::size_t i = 0; i < run.asked.size(); ++i) {
      const auto& [samples, forecast] = run.asked[i];
      const double rest = run.end - static_cast<double>(samples);
      all.add(forecast, rest);
      thirds[3 * i / run.asked.size()].add(forecast, rest);
    }
  }
  const auto& spec = cell.spec;
  fmt::print("{},{},{},{},{},{},\"{}\",{},{:.0f},{}", cell.design, law_of(spec),
             name_of(spec.question), spec.arms.size(), spec.rounds ? "rounds" : spec.rule.label,
             spec.delta, cell.name, runs, median(ends), all.all);
  fmt::print(",{:.1f},{:.1f},{:.1f}", all.percent(all.held), all.percent(all.below),
             all.percent(all.above));
  for (const Count& third : thirds) fmt::print(",{:.1f}", third.percent(third.held));
  fmt::print(",{:.1f},{:.1f},{:.1f}", all.percent(all.beyond_middle), all.percent(all.no_end),
             median(all.widths));
  for (const Count& third : thirds) fmt::print(",{:.2f}", median(third.ratios));
  fmt::print(",{}\n", cut_off);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t runs = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 400;
  const std::string only = argc > 2 ? argv[2] : "";
  fmt::print(
      "design,law,question,arms,rule,delta,instance,runs,median_end,forecasts,held_percent,"
      "below_percent,above_percent,held_first,held_second,held_last,beyond_middle_percent,"
      "no_end_percent,width,ratio_first,ratio_second,ratio_last,cut_off\n");
  std::vector<Cell> cells = independent_cells();
  for (Cell& cell : round_cells()) cells.push_back(std::move(cell));
  for (const Cell& cell : cells) {
    const std::string words = fmt::format("{} {} {}", cell.design, law_of(cell.spec), cell.name);
    if (words.find(only) != std::string::npos) report(cell, runs);
  }
}
