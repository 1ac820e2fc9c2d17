#pragma once

#include <optional>
#include <string>

#include "mirador/simulate/backend.hpp"
#include "mirador/simulate/summary.hpp"

namespace mirador::lanes {

/// The widest lanes that the processor has.
Backend best_lanes();

/// Why the lanes cannot do that, without the words "backend: ..." before it; nothing when they can.
std::optional<std::string> refusal(Backend backend, const ProblemSpec& problem,
                                   const RuleSpec& rule, const Plan& plan);

/// One rule of the plan, for a combination that is not refused. `while_waiting` is told how many
/// replications are done.
RuleResult simulate(Backend backend, const ProblemSpec& problem, const RuleSpec& rule,
                    const Plan& plan, const Control& control,
                    const std::function<void(std::uint64_t)>& while_waiting);

}  // namespace mirador::lanes
