#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/live/live_experiment.hpp"
#include "mirador/race/diagnosis.hpp"
#include "mirador/race/equal_allocation.hpp"
#include "mirador/race/executor.hpp"
#include "mirador/race/race_spec.hpp"

namespace mirador::race {

/// A command failed: an error, a timeout, an output that is not a number, or a time too short to
/// measure. The measurements before it are stored.
class CommandFailed : public RunError {
 public:
  using RunError::RunError;
};

/// The reason why no more runs are made.
enum class End {
  none,         ///< there is more to do
  decided,      ///< there is a verdict
  max_runs,     ///< the budget of runs is spent
  max_time,     ///< the budget of time is spent
  interrupted,  ///< the user interrupted
  constant,     ///< values that never vary: they lead to no verdict
};

/// The time the shell takes to start and end, which is subtracted from every run. The minimum of 50
/// starts, so that a disturbance during the calibration is not subtracted from undisturbed runs.
struct Startup {
  double wall = 0.0, user = 0.0, system = 0.0;
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
  std::optional<Lead> lead;  ///< once all have been measured
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
};

/// Removes the handicap of a gate from the means, intervals and the lead of its experiment.
void take_off_handicap(RaceReport& report);

/// A running race: asks its experiment for the next command, runs it, and adds the result. Each run
/// is stored before the next begins. A run that is interrupted, killed or cut off at max_time is
/// not recorded. A resumed race repeats it: its first run is of the same command, because every
/// rule chooses only from the recorded runs and the seed; warm-ups and preparations are repeated
/// too. (A rule that chose another command instead would measure slow commands by their short
/// runs.) The verdict then assumes that the interruption does not depend on the length of the run.
/// That is not exact: the run in progress at a given moment, and even more the one that max_time
/// cuts off, tends to be a long one. It is replaced by a new value, so each interruption exchanges
/// at most one value; a race that is not resumed lacks it. A run that was paused (Run::paused) is
/// not recorded either, and is repeated immediately.
class Race {
 public:
  /// Starts a new race; its experiment is named identity_of(spec), with -2, -3, ... if that name
  /// exists.
  static Race begin(Store& store, const RaceSpec& spec, Executor& executor);
  /// Whether the store has a race with this identity.
  static bool exists(Store& store, const RaceSpec& spec);
  /// Continues the latest race with this identity, whatever its seed. Throws InputError if there is
  /// none.
  static Race resume(Store& store, const RaceSpec& spec, Executor& executor);

  /// Measures the start-up time of the shell. Called by the first step if not before.
  void calibrate();
  /// Makes the next run, after its warm-ups and preparation. Returns why there is no further run.
  /// Throws CommandFailed. Throws NotFound if the experiment was deleted.
  End step();
  End end() const { return end_; }
  const std::string& experiment() const { return experiment_.name(); }
  std::uint64_t runs() const;
  /// Removes its experiment, unless another process has added events to it.
  void discard() { experiment_.remove_unless_changed(); }
  /// If set, called before each run with the number of its command and the activity ("warm-up",
  /// "prepare", "run").
  std::function<void(std::size_t, std::string_view)> on_run;

  /// The current state. Costs about a millisecond per command.
  RaceReport report();
  /// The same at the end, with the simulation of equal allocation if there is a verdict.
  RaceReport final_report();

 private:
  Race(LiveExperiment experiment, RaceSpec spec, Executor& executor);

  void refuse_other_race() const;
  void refuse_changed_plan() const;
  void read_runs(Store& store);
  End budget();
  double seconds_left();
  void take_turn(std::size_t command);
  std::optional<Run> measured(std::size_t command);
  std::optional<Run> made(Errand errand, std::size_t command, std::string_view what);
  double value_of(const Run& run, std::size_t command) const;
  std::vector<std::vector<double>> values_on_scale() const;
  bool varies_no_more(std::size_t command) const;
  std::vector<Warning> warnings() const;
  [[noreturn]] void fail(std::size_t command, const std::string& why) const;

  RaceSpec spec_;
  Executor* executor_;
  LiveExperiment experiment_;
  std::optional<Startup> startup_;
  std::vector<std::vector<Run>> runs_;
  std::vector<std::vector<double>> values_;
  std::vector<bool> warm_;
  std::vector<std::uint64_t> repeated_;
  End end_ = End::none;
  std::optional<double> began_;
  std::uint64_t runs_before_ = 0;
};

}  // namespace mirador::race
