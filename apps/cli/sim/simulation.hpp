#pragma once

#include "arguments/option_table.hpp"
#include "mirador/simulate/plan.hpp"
#include "sim/render.hpp"

namespace mirador::cli {

/// A simulation as its options describe it, analysed but not yet run. Throws InputError for what
/// cannot be used.
SimReport read_simulation(const RawOptions& options);

/// Runs it. When interrupted the report holds the replications that were finished.
void simulate_into(SimReport& report, const Control& control);
/// The results of a report that was run in some other way.
void take_results(SimReport& report, std::vector<RuleResult> results);

/// Says on standard error that the optimum is not certified.
void warn_uncertified(const Analysis& analysis);

std::uint64_t planned_runs(const SimReport& report);
std::uint64_t finished_runs(const SimReport& report);

}  // namespace mirador::cli
