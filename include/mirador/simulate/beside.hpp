#pragma once

#include <cstdint>
#include <vector>

#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/rounds.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/simulate/tally.hpp"
#include "mirador/spec/family_spec.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rounds_spec.hpp"
#include "mirador/spec/rule_spec.hpp"

namespace mirador {

/// Rounds, and beside them sampling rules that measure the same means independently.

/// The rules to simulate by default; none if rounds answer another question than these.
std::vector<RuleSpec> rules_beside(const RoundsSpec& design);
/// The family that matches the law: normal for symmetric values, with these standard deviations.
FamilySpec family_beside(const LawSpec& law, const std::vector<double>& sigmas);
/// The rounds that answer the question of the rules, with the risks, runs, seed and budget of their
/// plan. Throws InputError if the parts do not fit.
RoundsPlan rounds_beside(RoundsSpec design, RoundsWorld world, const BestArmSpec& question,
                         const Plan& plan);

/// Whether the means must have an answer: not if there are only rounds, and their answer is about
/// items or a good enough arm. `rounds` is null if there are none.
bool needs_answer(const RoundsPlan* rounds, const Plan& plan);

struct ResultsSideBySide {
  std::vector<RuleResult> rules;  ///< first that of rounds, if there are any
  // As in RoundsResult.
  std::vector<Tally> rounds = {};
  std::vector<std::vector<std::uint64_t>> rounds_of_runs = {};
};

/// Simulates the rounds, unless `rounds` is null, and then the rules of the plan. Progress counts
/// the runs of both. After an interruption the results contain the finished replications. Throws
/// InputError like simulate_rounds and simulate.
ResultsSideBySide simulate_side_by_side(const RoundsPlan* rounds, const ProblemSpec& problem,
                                        const Plan& plan, const Control& control = {});

}  // namespace mirador
