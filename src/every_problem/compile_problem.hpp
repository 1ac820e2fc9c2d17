#pragma once

#include "../experiment/session_of.hpp"
#include "../simulate/simulate_problem.hpp"

/// The simulation of a problem and the live experiment on it. One translation unit compiles both,
/// because they share the player: the standing, every sampling rule, every stopping rule.
#define MIRADOR_COMPILE_PROBLEM(...)     \
  MIRADOR_SIMULATE_PROBLEM(__VA_ARGS__); \
  MIRADOR_SESSION(__VA_ARGS__)
