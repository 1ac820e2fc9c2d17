#pragma once

#include "arguments/option_table.hpp"
#include "mirador/simulate/plan.hpp"
#include "sim/render.hpp"

namespace mirador::cli {

/// The simulation that the options describe, analysed but not yet run. Throws InputError for
/// invalid options.
SimReport read_simulation(const RawOptions& options);

/// Runs it. After an interruption the report contains the finished replications.
void simulate_into(SimReport& report, const Control& control);
/// Stores results that were computed elsewhere, for instance by other processes.
void take_results(SimReport& report, std::vector<RuleResult> results);

/// Warns on standard error that the optimum is not certified.
void warn_uncertified(const Analysis& analysis);

std::uint64_t planned_runs(const SimReport& report);
std::uint64_t finished_runs(const SimReport& report);

}  // namespace mirador::cli
