#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mirador::race {

/// What may be wrong with the measurements of one command, given in the order in which they were
/// made and on the scale on which they are compared. The guarantee of a verdict assumes independent
/// measurements of one normal law each; these tests see the usual ways in which that fails. They
/// are tests: each warns without cause with probability 0.001 at most, over all commands together.

enum class Trouble {
  first_run,  ///< the first run differs from the others: a cold cache, most likely
  drift,      ///< the early and the late half differ
  constant,   ///< the same value again and again
};

struct Warning {
  Trouble trouble;
  std::size_t command;  ///< counted from 0
  double size;          ///< by how much the first or the late runs lie above the others
  double p;             ///< how likely as much is by chance; 0 for constant

  bool operator==(const Warning&) const = default;
};

/// From this many equal values on a command counts as constant.
inline constexpr std::size_t constant_runs = 20;
bool is_constant(std::span<const double> values);

/// At most one of each for every command. `binary`: values of which most are the same anyway
/// (bernoulli) are never constant, and a first one is like any other.
std::vector<Warning> diagnose(std::span<const std::vector<double>> values, bool binary = false);

}  // namespace mirador::race
