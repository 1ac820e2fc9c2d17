#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "mirador/simulate/beside.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/simulate/worth.hpp"
#include "mirador/spec/analysis.hpp"
#include "mirador/stopping/guarantee.hpp"
#include "sim/options.hpp"
#include "terminal/screen.hpp"

namespace mirador::cli {

/// Results as text for people, JSON or CSV. These functions only format: they neither write nor
/// compute new results. JSON and CSV contain every digit and every arm; text is limited to 80
/// columns. Unknown values (the standard error of a single run) are null in JSON and empty in CSV.

struct BoundReport {
  ProblemSpec problem;
  std::vector<double> deltas;
  Analysis analysis = {};
};

/// Rounds, simulated beside the sampling rules. Their result is the first of the report, unless
/// none of their runs was finished.
struct RoundsPart {
  RoundsPlan plan;
  Guarantee guarantee = {};
  /// Of normal values with a common effect of the round: (1-ρ) T* of a known standard deviation.
  /// Empty for other values, and where it is no bound.
  std::optional<CharacteristicTime> bound = {};
  std::vector<Tally> rounds = {};  ///< the numbers of rounds of all runs, by risk
  /// The same by risk and replication, if the plan keeps records.
  std::vector<std::vector<std::uint64_t>> rounds_of_runs = {};
};

struct SimReport {
  ProblemSpec problem;
  SimRequest request = {};
  Analysis analysis = {};
  Guarantee guarantee = {};
  std::string backends = {};  ///< several names if no single backend can simulate all rules
  std::vector<RuleResult> results = {};  ///< rules with at least one finished run
  bool interrupted = false;
  std::optional<RoundsPart> rounds = {};

  bool is_of_rounds(const RuleResult& result) const { return rounds && result.rule == "rounds"; }
  /// The lower bound that applies to the result; empty if there is none.
  std::optional<double> bound_of(const RuleResult& result, double delta) const {
    if (!is_of_rounds(result)) return analysis.bound.lower_bound(delta);
    if (!rounds->bound) return std::nullopt;
    return rounds->bound->lower_bound(delta);
  }
  /// What the recommendations are worth; only with a budget.
  std::optional<Worth> worth_in(const Summary& runs) const {
    if (!request.plan.max_samples) return std::nullopt;
    return worth_of(runs, problem);
  }
  double mean_rounds(std::size_t place) const { return mean_of(rounds->rounds[place]); }
  const RoundsPlan* rounds_plan() const { return rounds ? &rounds->plan : nullptr; }
  bool needs_answer() const { return mirador::needs_answer(rounds_plan(), request.plan); }
};

/// The quantiles of the stopping time that are reported besides the median.
inline constexpr std::array<double, 4> quantile_levels = {0.05, 0.25, 0.75, 0.95};

std::string to_text(const BoundReport& report, const Screen& screen);
std::string to_text(const SimReport& report, const Screen& screen);
std::string to_json(const BoundReport& report);
std::string to_json(const SimReport& report);
std::string to_csv(const BoundReport& report);
std::string to_csv(const SimReport& report);
/// One line per finished replication: rule,delta,replication,samples,outcome,equal,answer, with a
/// budget whether the answer is right, and with rounds their number.
std::string csv_of_runs(const SimReport& report);

}  // namespace mirador::cli
