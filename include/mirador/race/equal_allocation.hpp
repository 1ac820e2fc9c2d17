#pragma once

#include <cstdint>
#include <optional>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador::race {

/// What measuring all commands equally often would have taken to the same guarantee.
struct EqualAllocation {
  double runs;           ///< on average, of all commands together
  double std_error;      ///< of that average
  std::uint64_t trials;  ///< simulated races behind it
  bool at_least;         ///< some trials were cut short, so that `runs` is too small

  bool operator==(const EqualAllocation&) const = default;
};

/// Simulates the experiment with every arm in turn (rule rr) and the same stopping rule, as if the
/// means (and spreads) that were measured were the true ones. Takes about a second at most. Nothing
/// while an arm has no spread, or where means cannot be simulated. `spreads` are the standard
/// deviations of the arms on the scale.
std::optional<EqualAllocation> equal_allocation(const ExperimentSpec& spec,
                                                const std::vector<double>& means,
                                                const std::vector<double>& spreads);

}  // namespace mirador::race
