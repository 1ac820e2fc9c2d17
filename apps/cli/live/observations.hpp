#pragma once

#include <string>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/live/action.hpp"

namespace mirador::cli {

/// Measurements that were made already, from a CSV file with one "arm,value" per line. The first
/// line may be a heading with these names in any order; empty lines are skipped.
struct Observations {
  std::string file;
  std::vector<ObserveValue> values;
  std::vector<std::size_t> lines;  ///< the line of each value

  /// The place of a value: "batch: log.csv:3: ".
  std::string place_of(std::size_t value) const;
};

/// Reads a file, or standard input for "-". Throws InputError with the line if the file is
/// malformed or names an arm that does not exist.
Observations read_observations(const std::string& file, const ExperimentSpec& spec);

}  // namespace mirador::cli
