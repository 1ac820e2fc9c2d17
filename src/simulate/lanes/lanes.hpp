#pragma once

#include <optional>
#include <string>

#include "mirador/simulate/backend.hpp"
#include "mirador/simulate/summary.hpp"

namespace mirador::lanes {

/// The widest SIMD backend that the processor supports.
Backend best_lanes();

/// Why this cannot be simulated side by side, without the prefix "backend: ..."; empty if it can.
std::optional<std::string> refusal(Backend backend, const ProblemSpec& problem,
                                   const RuleSpec& rule, const Plan& plan);

/// Simulates one rule of the plan, for a combination that is not refused. `while_waiting` receives
/// the number of replications done.
RuleResult simulate(Backend backend, const ProblemSpec& problem, const RuleSpec& rule,
                    const Plan& plan, const Control& control,
                    const std::function<void(std::uint64_t)>& while_waiting);

}  // namespace mirador::lanes
