#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/race/race.hpp"

namespace mirador::cli {

/// What speaks against the measurements.
struct RaceWarning {
  std::string_view kind;  ///< "failed-runs", "paused-runs", "first-run", "drift", "constant"
  std::size_t command;
  double size;              ///< how many runs; else by how much, as race::Warning has it
  std::optional<double> p;  ///< of a test
  std::string text;         ///< a line, with what to do
};
std::vector<RaceWarning> warnings_of(const race::RaceReport& report);

}  // namespace mirador::cli
