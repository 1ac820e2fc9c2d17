#pragma once

#include "mirador/simulate/reference.hpp"

/// Compiled by src/every_problem.
#define MIRADOR_SIMULATE_PROBLEM(...)                                                  \
  template std::vector<mirador::RuleResult> mirador::simulate_problem<__VA_ARGS__>(    \
      const __VA_ARGS__&, const mirador::Scenario<__VA_ARGS__>&, const mirador::Plan&, \
      const mirador::Control&)
