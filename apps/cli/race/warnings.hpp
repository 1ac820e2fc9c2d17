#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/race/race.hpp"

namespace mirador::cli {

/// A reason to doubt the measurements.
struct RaceWarning {
  std::string_view
      kind;  ///< "failed-runs", "paused-runs", "first-run", "drift", "constant"; in rounds
             ///< "mean-against-claim", "skewness-against-claim", "autocorrelation"
  std::size_t command;
  double size;              ///< the number of runs, or as in race::Warning or RoundsWarning
  std::optional<double> p;  ///< the p-value of a test
  std::string text;         ///< one line, with advice
};
std::vector<RaceWarning> warnings_of(const race::RaceReport& report);

}  // namespace mirador::cli
