#pragma once

#include <array>
#include <string>
#include <vector>

#include "mirador/simulate/summary.hpp"
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

struct SimReport {
  ProblemSpec problem;
  SimRequest request = {};
  Analysis analysis = {};
  Guarantee guarantee = {};
  std::string backends = {};  ///< several names if no single backend can simulate all rules
  std::vector<RuleResult> results = {};  ///< rules with at least one finished run
  bool interrupted = false;
};

/// The quantiles of the stopping time that are reported besides the median.
inline constexpr std::array<double, 4> quantile_levels = {0.05, 0.25, 0.75, 0.95};

std::string to_text(const BoundReport& report, const Screen& screen);
std::string to_text(const SimReport& report, const Screen& screen);
std::string to_json(const BoundReport& report);
std::string to_json(const SimReport& report);
std::string to_csv(const BoundReport& report);
std::string to_csv(const SimReport& report);
/// One line per finished replication: rule,delta,replication,samples,outcome,equal,answer.
std::string csv_of_runs(const SimReport& report);

}  // namespace mirador::cli
