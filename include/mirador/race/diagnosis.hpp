#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mirador::race {

/// Possible problems with the measurements of one command, which are given in the order in which
/// they were made and on the scale on which they are compared. The guarantee of a verdict assumes
/// independent measurements of one normal law each; these tests detect the usual violations. The
/// probability of any false warning is at most 0.001, over all commands together.

enum class Trouble {
  first_run,  ///< the first run differs from the others, most likely because of a cold cache
  drift,      ///< the early and the late half differ
  constant,   ///< always the same value
};

struct Warning {
  Trouble trouble;
  std::size_t command;  ///< counted from 0
  double size;          ///< difference of the first or the late runs from the others
  double p;             ///< p-value; 0 for constant

  bool operator==(const Warning&) const = default;
};

/// From this number of equal values on a command counts as constant.
inline constexpr std::size_t constant_runs = 20;
bool is_constant(std::span<const double> values);

/// At most one warning of each kind per command. `binary`: values that are mostly equal anyway
/// (bernoulli) are never constant, and there is no first-run warning.
std::vector<Warning> diagnose(std::span<const std::vector<double>> values, bool binary = false);

}  // namespace mirador::race
