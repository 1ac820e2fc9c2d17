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

/// Results as text for people, JSON or CSV. Rendering only reads: it neither writes nor computes
/// anything new. JSON and CSV hold every digit and every arm; text is cut to 80 columns. What
/// is unknown (the standard error of a single run) is null in JSON and empty in CSV.

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
  std::string backends = {};  ///< one name, or several where no backend can simulate all rules
  std::vector<RuleResult> results = {};  ///< rules with at least one finished run
  bool interrupted = false;
};

/// The quantiles of the stopping time that are reported beside the median.
inline constexpr std::array<double, 4> quantile_levels = {0.05, 0.25, 0.75, 0.95};

std::string to_text(const BoundReport& report, const Screen& screen);
std::string to_text(const SimReport& report, const Screen& screen);
std::string to_json(const BoundReport& report);
std::string to_json(const SimReport& report);
std::string to_csv(const BoundReport& report);
std::string to_csv(const SimReport& report);
/// One line a finished replication: rule,delta,replication,samples,outcome,equal,answer.
std::string csv_of_runs(const SimReport& report);

}  // namespace mirador::cli
