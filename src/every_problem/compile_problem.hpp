#pragma once

#include "../simulate/simulate_problem.hpp"
#include "mirador/simulate/reference.hpp"
#include "mirador/spec/catalog.hpp"
#include "session_of_problem.hpp"

namespace mirador::detail {

template <Problem P>
std::vector<RuleResult> simulate_chosen(const P& problem, const Scenario<P>& scenario,
                                        const Plan& plan, const Control& control) {
  return simulate_problem(problem, scenario, plan, control);
}

}  // namespace mirador::detail

/// The simulation of a problem and the live experiment on it. They share the player: the standing,
/// every sampling rule, every stopping rule.
#define MIRADOR_COMPILE_PROBLEM(...)                                                       \
  template std::vector<mirador::RuleResult> mirador::detail::simulate_chosen<__VA_ARGS__>( \
      const __VA_ARGS__&, const mirador::Scenario<__VA_ARGS__>&, const mirador::Plan&,     \
      const mirador::Control&);                                                            \
  template std::unique_ptr<mirador::Session> mirador::session_of<__VA_ARGS__>(             \
      const __VA_ARGS__&, const mirador::ExperimentSpec&)

/// The questions that can be asked of arms of every family. A question that is missing does not
/// link.
#define MIRADOR_COMPILE_FAMILY(family)                             \
  MIRADOR_COMPILE_PROBLEM(mirador::BestArm<mirador::family>);      \
  MIRADOR_COMPILE_PROBLEM(mirador::TopM<mirador::family>);         \
  MIRADOR_COMPILE_PROBLEM(mirador::Thresholding<mirador::family>); \
  MIRADOR_COMPILE_PROBLEM(mirador::Signed<mirador::family>)
