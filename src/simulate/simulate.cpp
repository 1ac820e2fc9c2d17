#include "mirador/simulate/simulate.hpp"

#include <algorithm>
#include <string>

#include "lanes/lanes.hpp"
#include "mirador/core/error.hpp"
#include "mirador/simulate/backend.hpp"
#include "mirador/spec/catalog.hpp"
#include "simulate_problem.hpp"

namespace mirador {

void validate(const Plan& plan) {
  if (plan.rules.empty()) throw InputError("rules: none given; name at least one, as in lma,bc");
  if (plan.runs == 0) throw InputError("runs: 0 is too few; give at least 1");
  if (plan.longest_run() == 0) throw InputError("max-samples: 0 is too few; give at least 1");
  validate_risks(plan.deltas);
  if (plan.max_samples) return;
  for (const RuleSpec& rule : plan.rules) {
    if (const auto reason = refusal_without_budget(rule)) throw InputError(*reason);
  }
}

namespace {

/// Simulates all rules of the plan with the reference simulator.
std::vector<RuleResult> simulate_by_reference(const ProblemSpec& spec, const Plan& plan,
                                              const Control& control) {
  return with_problem(spec, [&]<Problem P>(const P& problem) {
    const Scenario<P> scenario{.world = world_of(spec),
                               .describe = [&](const auto& answer, std::span<const Role> roles) {
                                 return describe(spec.question, answer, roles);
                               }};
    return detail::simulate_chosen(problem, scenario, plan, control);
  });
}

/// Nothing if it was interrupted before it began.
std::vector<RuleResult> simulate_rule(Backend backend, const ProblemSpec& spec,
                                      const RuleSpec& rule, const Plan& plan,
                                      const Control& control,
                                      const std::function<void(std::uint64_t)>& while_waiting) {
  if (backend != Backend::reference) {
    return {lanes::simulate(backend, spec, rule, plan, control, while_waiting)};
  }
  Plan one = plan;
  one.rules = {rule};
  const Control inner{[&](std::uint64_t done, std::uint64_t) { while_waiting(done); },
                      control.interrupted};
  return simulate_by_reference(spec, one, inner);
}

}  // namespace

std::vector<RuleResult> simulate(const ProblemSpec& spec, const Plan& plan,
                                 const Control& control) {
  validate(plan);
  if (const auto reason = refusal(plan.stopping, margin_of(spec.question))) {
    throw InputError(*reason);
  }
  for (const RuleSpec& rule : plan.rules) {
    if (const auto reason = refusal(rule, spec)) throw InputError(*reason);
    if (const auto reason = refusal(plan.backend, spec, rule, plan)) throw InputError(*reason);
  }
  std::vector<RuleResult> results;
  const std::uint64_t total = plan.runs * plan.rules.size();
  for (const RuleSpec& rule : plan.rules) {
    if (control.stop_requested()) break;
    const Backend backend = resolve(plan.backend, spec, rule, plan);
    const std::uint64_t before = plan.runs * results.size();
    for (RuleResult& result :
         simulate_rule(backend, spec, rule, plan, control, [&](std::uint64_t done) {
           if (control.progress) control.progress(before + done, total);
         })) {
      results.push_back(std::move(result));
    }
  }
  return results;
}

}  // namespace mirador
