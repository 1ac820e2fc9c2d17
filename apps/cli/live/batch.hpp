#pragma once

#include <string>
#include <vector>

#include "mirador/experiment/ledger.hpp"

namespace mirador::cli {

/// Results of tickets from a CSV file with one "ticket,value" per line. The first line may be the
/// heading "ticket,value"; empty lines are skipped.
struct Batch {
  std::string file;
  std::vector<Reading> readings;
  std::vector<std::size_t> lines;  ///< the line of each reading

  /// The place of a reading: "batch: results.csv:3: ".
  std::string place_of(std::size_t reading) const;
};

/// Reads a file, or standard input for "-". Throws InputError with the line if the file is
/// malformed.
Batch read_batch(const std::string& file);

}  // namespace mirador::cli
