#pragma once

#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/scenario.hpp"
#include "mirador/simulate/summary.hpp"

namespace mirador::detail {

/// `simulate_problem` of a problem that can be chosen at run time. src/every_problem defines it for
/// each, so that callers do not compile the simulator again.
template <Problem P>
std::vector<RuleResult> simulate_chosen(const P& problem, const Scenario<P>& scenario,
                                        const Plan& plan, const Control& control);

}  // namespace mirador::detail
