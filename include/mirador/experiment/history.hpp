#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mirador/experiment/event.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador {

/// The state of the evidence after some number of measurements.
struct HistoryPoint {
  std::uint64_t samples;
  double evidence, required;
  std::vector<std::uint64_t> pulls;  ///< per arm
  std::vector<double> means;         ///< NaN for an arm without a value that counts
};

/// The numbers of events in a log.
struct LogCounts {
  std::uint64_t events = 0, asked = 0, told = 0, observed = 0, abandoned = 0;
};

/// The course of an experiment, computed from its log.
struct History {
  ExperimentStatus now;
  LogCounts counts;
  ExperimentSpec spec;               ///< as it stands now
  std::vector<HistoryPoint> points;  ///< evenly spaced, from when every arm has been measured
};

/// Replays the log and records about `looks` points, at most twice as many; each costs as much as a
/// status.
History history_of(const ExperimentSpec& spec, std::span<const Event> log,
                   std::uint64_t looks = 200);

}  // namespace mirador
