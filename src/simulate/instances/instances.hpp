#pragma once

#include "mirador/simulate/reference.hpp"

/// One translation unit a problem, because each instantiates every rule.
#define MIRADOR_SIMULATE_PROBLEM(...)                                                  \
  template std::vector<mirador::RuleResult> mirador::simulate_problem<__VA_ARGS__>(    \
      const __VA_ARGS__&, const mirador::Instance<__VA_ARGS__>&, const mirador::Plan&, \
      const mirador::Control&)
