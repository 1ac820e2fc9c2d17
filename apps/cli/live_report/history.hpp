#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador::cli {

/// What the data said after so many measurements.
struct HistoryPoint {
  std::uint64_t samples;
  double evidence, required;
};

/// What is in a log.
struct LogCounts {
  std::uint64_t events = 0, asked = 0, told = 0, observed = 0, abandoned = 0;
};

/// The course of an experiment, from its log.
struct History {
  ExperimentStatus now;
  LogCounts counts;
  std::vector<HistoryPoint> points;  ///< some two hundred, evenly spread
};

/// Replays the log.
History history_of(const ExperimentSpec& spec, std::span<const Event> log);

}  // namespace mirador::cli
