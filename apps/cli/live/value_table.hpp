#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"

namespace mirador::cli {

/// Values that were measured already, one row per round or item, from a CSV file; "-" is standard
/// input. An empty cell, NA or NaN is a missing value.
struct ValueTable {
  std::string file;
  std::vector<std::string> arms;
  std::vector<std::vector<double>> rows;  ///< NaN where there is none
  std::vector<std::size_t> lines;         ///< the line of each row
  std::vector<std::string> labels = {};   ///< of the rows, if the first column has them
  std::string_view field = "table";       ///< the option that names the file

  /// "table: scores.csv:3: "
  std::string place_of(std::size_t row) const;
};

/// Columns are arms, named in the first line. A first column with the name item, round, id, doc_id,
/// question, task, index (in any case) or nothing holds labels. Throws InputError,
/// with the line, for anything else, also for a first column that numbers the rows.
ValueTable read_value_table(const std::string& file);

/// Lines arm,round,value: rounds in the order in which they first appear. Throws InputError, with
/// the line, also for a second value of the same arm and round.
ValueTable read_round_batch(const std::string& file, const ExperimentSpec& spec);

}  // namespace mirador::cli
