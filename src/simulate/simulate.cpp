#include "mirador/simulate/simulate.hpp"

#include <algorithm>
#include <string>

#include "instances/instances.hpp"
#include "mirador/core/error.hpp"

#define MIRADOR_EXTERN(family)                                             \
  extern MIRADOR_SIMULATE_PROBLEM(mirador::BestArm<mirador::family>);      \
  extern MIRADOR_SIMULATE_PROBLEM(mirador::TopM<mirador::family>);         \
  extern MIRADOR_SIMULATE_PROBLEM(mirador::Thresholding<mirador::family>); \
  extern MIRADOR_SIMULATE_PROBLEM(mirador::Signed<mirador::family>)
MIRADOR_EXTERN(Gaussian);
MIRADOR_EXTERN(Bernoulli);
MIRADOR_EXTERN(Poisson);
MIRADOR_EXTERN(Exponential);
MIRADOR_EXTERN(Bounded);
MIRADOR_EXTERN(Normal);
extern MIRADOR_SIMULATE_PROBLEM(mirador::Closest<mirador::Gaussian>);
extern MIRADOR_SIMULATE_PROBLEM(mirador::Closest<mirador::Bernoulli>);
extern MIRADOR_SIMULATE_PROBLEM(mirador::Polyhedral);

namespace mirador {

void validate(const Plan& plan) {
  if (plan.rules.empty()) throw InputError("rules: none given; name at least one, as in lma,bc");
  if (plan.runs == 0) throw InputError("runs: 0 is too few; give at least 1");
  if (plan.max_samples == 0) throw InputError("max-samples: 0 is too few; give at least 1");
  validate_risks(plan.deltas);
}

std::vector<RuleResult> simulate(const ProblemSpec& spec, const Plan& plan,
                                 const Control& control) {
  validate(plan);
  for (const RuleSpec& rule : plan.rules) {
    if (const auto reason = refusal(rule, spec)) throw InputError(*reason);
  }
  return with_problem(spec, [&]<Problem P>(const P& problem) {
    const Instance<P> instance{.world = world_of(spec),
                               .describe = [&](const auto& answer, std::span<const Role> roles) {
                                 return describe(spec.question, answer, roles);
                               }};
    return simulate_problem<P>(problem, instance, plan, control);
  });
}

}  // namespace mirador
