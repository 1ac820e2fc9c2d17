#pragma once

#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/spec/problem_spec.hpp"

namespace mirador {

/// Simulates a problem given as data, with the backend of the plan; see simulate/reference.hpp for
/// user-defined problems. Throws InputError before anything runs if the problem, the plan or their
/// combination is invalid.
std::vector<RuleResult> simulate(const ProblemSpec& problem, const Plan& plan,
                                 const Control& control = {});

}  // namespace mirador
