#pragma once

#include <string>
#include <vector>

#include "sim/options.hpp"

namespace mirador::cli {

/// One property of a simulation, under the name of its option.
struct Trait {
  std::string name, value;
  bool operator==(const Trait&) const = default;
};

/// Exactly the properties that the results of a simulation depend on: two commands with the same
/// traits print the same results, whatever their threads, ranks, backend or format. No value
/// contains a line break.
using Fingerprint = std::vector<Trait>;
Fingerprint fingerprint_of(const ProblemSpec& problem, const SimRequest& request);

/// One line per trait: its name, a space and its value.
std::string lines_of(const Fingerprint& fingerprint);

}  // namespace mirador::cli
