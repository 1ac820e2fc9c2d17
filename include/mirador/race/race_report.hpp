#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "mirador/experiment/status.hpp"
#include "mirador/race/diagnosis.hpp"
#include "mirador/race/equal_allocation.hpp"
#include "mirador/race/executor.hpp"
#include "mirador/race/race_spec.hpp"

namespace mirador::race {

/// Why a race ended with End::failed.
struct Failure {
  std::size_t command;
  std::string message;  ///< that of CommandFailed
  bool lasts = false;   ///< the same

  bool operator==(const Failure&) const = default;
};

/// The reason why no more runs are made.
enum class End {
  none,         ///< there is more to do
  decided,      ///< there is a verdict
  known,        ///< of one command alone: its mean is known to the margin
  max_runs,     ///< the budget of runs is spent
  max_time,     ///< the budget of time is spent
  interrupted,  ///< the user interrupted
  constant,     ///< values that never vary: they lead to no verdict
  failed,       ///< a command failed after all had been measured
  unseen,       ///< those in play need less memory than can be seen: no verdict on them
};

/// The time the shell takes to start and end, which is subtracted from every run. The minimum of 50
/// starts, so that a disturbance during the calibration is not subtracted from undisturbed runs.
struct Startup {
  double wall = 0.0, user = 0.0, system = 0.0;
  double noise = 0.0;  ///< by how much half of the starts took longer; 0 if unknown
};

/// How a report is shown; for its renderings only.
struct Presentation {
  enum class Order {
    usual,  ///< the best first, but as typed in exported tables
    typed,
    best_first,
  } order = Order::usual;
  std::string time_unit = {};  ///< "ms"; empty: that which suits the values
};

/// The state of a race or a gate for display: pure data, for all renderings. The experiment of a
/// gate has a baseline whose values are multiplied (handicap_of); here the values, means, intervals
/// and the lead are those of the commands without it.
struct RaceReport {
  RaceSpec spec;
  std::string experiment;  ///< its name in the store
  /// Arms are commands; means in the unit of the metric. In rounds, pulls and samples are all runs,
  /// also those of a round that is not complete.
  ExperimentStatus status;
  std::vector<std::vector<Run>> runs;       ///< the valid runs of every command, in order
  std::vector<std::vector<double>> values;  ///< the metric of those runs
  End end = End::none;
  std::optional<Failure> failure;  ///< if that was the end
  std::optional<Lead> lead;        ///< once all have been measured
  /// The other commands compared with the reference, if there is one. The intervals hold for all
  /// pairs of commands at once.
  std::vector<DifferenceStatus> to_reference = {};
  /// At the end of a decided race of the adaptive design, else nothing.
  std::optional<EqualAllocation> equal;
  std::vector<Warning> warnings;
  std::optional<Startup> startup;       ///< if times are compared and there is a shell
  double seconds = 0.0;                 ///< since this process started measuring
  std::uint64_t runs_before = 0;        ///< runs made before it was resumed
  std::vector<std::uint64_t> repeated;  ///< runs of every command repeated after a pause
  double seconds_a_run = 0.0;           ///< recent average, including preparations
  /// For readers of the report, set by the opener of the store: where the store is, and the command
  /// line that continues the race (empty if there is nothing left to do).
  std::string store = {}, resume = {};
  /// The same without the command that failed; empty if none failed, or too few others are left.
  std::string resume_without = {};
  Presentation presentation = {};
  std::string cleanup_failure = {};  ///< a message about the first cleanup that failed
};

/// Uses command names instead of the names of the arms.
void call_by_commands(RaceReport& report);
/// Removes the handicap of a gate from the means, intervals and the lead of its experiment.
void take_off_handicap(RaceReport& report);

}  // namespace mirador::race
