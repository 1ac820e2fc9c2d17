#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador {

/// What the data said after so many measurements.
struct HistoryPoint {
  std::uint64_t samples;
  double evidence, required;
  std::vector<std::uint64_t> pulls;  ///< of every arm
  std::vector<double> means;
};

/// What is in a log.
struct LogCounts {
  std::uint64_t events = 0, asked = 0, told = 0, observed = 0, abandoned = 0;
};

/// The course of an experiment, from its log.
struct History {
  ExperimentStatus now;
  LogCounts counts;
  std::vector<HistoryPoint> points;  ///< evenly spread, from where every arm has been measured
};

/// Replays the log, and looks at it about so many times (twice as often at most); a look costs as
/// much as a status.
History history_of(const ExperimentSpec& spec, std::span<const Event> log,
                   std::uint64_t looks = 200);

}  // namespace mirador
