#pragma once

#include <string>
#include <vector>

#include "mirador/experiment/ledger.hpp"

namespace mirador::cli {

/// Results of tickets from a CSV file, one "ticket,value" a line; the first line may be that
/// heading, and empty lines count for nothing.
struct Batch {
  std::string file;
  std::vector<Reading> readings;
  std::vector<std::size_t> lines;  ///< where each stands

  /// "batch: results.csv:3: ", the place of a reading.
  std::string place_of(std::size_t reading) const;
};

/// From a file, or for - from standard input. Throws InputError, with the line, for what is no such
/// file.
Batch read_batch(const std::string& file);

}  // namespace mirador::cli
