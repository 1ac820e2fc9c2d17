#pragma once

#include <cstdint>
#include <optional>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador::race {

/// The runs that measuring all commands equally often would have needed for the same guarantee.
struct EqualAllocation {
  double runs;           ///< on average, of all commands together
  double std_error;      ///< of that average
  std::uint64_t trials;  ///< number of simulated races
  bool at_least;         ///< some trials were cut short, so `runs` is a lower bound

  bool operator==(const EqualAllocation&) const = default;
};

/// Simulates the experiment with round robin (rule rr) and the same stopping rule, taking the
/// measured means (and spreads) as the true ones. Takes about a second at most. Empty if an arm has
/// no spread, or the means cannot be simulated. `spreads` are the standard deviations of the arms
/// on the scale.
std::optional<EqualAllocation> equal_allocation(const ExperimentSpec& spec,
                                                const std::vector<double>& means,
                                                const std::vector<double>& spreads);

}  // namespace mirador::race
