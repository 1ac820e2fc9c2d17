#pragma once

#include <functional>
#include <vector>

#include "arguments/option_table.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/summary.hpp"
#include "sim/render.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Characteristic time and optimal proportions.
ExitCode bound(const RawOptions& options);

/// Simulates a block of the plan of a report on several processes.
using BlockSimulator = std::function<std::vector<RuleResult>(
    const SimReport& report, const Plan& block, const Control& control)>;
/// Simulation of sampling rules, shared by all processes if there are several.
ExitCode sim(const RawOptions& options, const BlockSimulator& by_all = {});

}  // namespace mirador::cli
