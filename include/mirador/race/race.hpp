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
/// measure. The measurements before it are stored. Thrown while some command has no measurement;
/// later the race ends with End::failed.
class CommandFailed : public RunError {
 public:
  explicit CommandFailed(const std::string& message, bool for_good = false)
      : RunError(message), lasts(for_good) {}
  bool lasts;  ///< resuming the race would end the same way
};

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
/// not recorded either, and is repeated immediately. A run that fails is not recorded, and a
/// resumed race repeats it.
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
  /// Continues the race of this name; `spec` is its own (stored_race), with budgets and display
  /// options. Throws InputError if it is not.
  static Race resume(Store& store, const std::string& name, const RaceSpec& spec,
                     Executor& executor);
  /// Starts a race of the others, with the runs that they made in the race of this name: the rounds
  /// in which all of them that are still in play were measured, up to the first that some missed. A
  /// verdict has the guarantee of a race of the others from the start, provided that the values do
  /// not decide who is left out. Throws InputError unless the race is in rounds, the names are its
  /// commands, and at least two others are left.
  static Race begin_without(Store& store, const std::string& name,
                            const std::vector<std::string>& left_out, RaceSpec spec,
                            Executor& executor);
  /// The state of the race of this name, which may be running elsewhere; runs nothing.
  static RaceReport recorded(Store& store, const std::string& name, const RaceSpec& spec);

  /// Measures the start-up time of the shell, unless it is stored with the race. Called by the
  /// first step if not before.
  void calibrate();
  /// Makes the next run, after its warm-ups and preparation. Returns why there is no further run.
  /// Throws CommandFailed while some command has no measurement. Throws NotFound if the experiment
  /// was deleted.
  End step();
  End end() const { return end_; }
  /// Runs the cleanup of every command that ran in this process, once; after an interruption none.
  /// RaceReport::cleanup_failure names the first that fails.
  void clean_up();
  const RaceSpec& spec() const { return spec_; }
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
  /// A null executor: nothing is run.
  Race(LiveExperiment experiment, RaceSpec spec, Executor* executor);

  void refuse_other_race() const;
  void refuse_changed_plan() const;
  void read_runs(Store& store);
  End budget();
  double seconds_left();
  void take_turn(std::size_t command);
  void record(std::size_t command, double value, const Run& run);
  void take_over(const Race& other, const std::vector<std::size_t>& places);
  bool all_measured() const;
  bool has_next_round(const Race& other, const std::vector<std::size_t>& places);
  Errand errand_for(std::size_t command, Output output) const;
  bool set_up(std::size_t command);
  std::optional<Run> attempt(std::size_t command, Output output, std::string_view what);
  std::optional<Run> measured(std::size_t command);
  std::optional<Run> made(Errand errand, std::size_t command, std::string_view what);
  bool is_unseen(std::size_t command) const;
  void withhold_verdict_on_unseen(RaceReport& report) const;
  void require_more_than_shell(std::size_t command) const;
  double value_of(const Run& run, std::size_t command) const;
  std::vector<std::vector<double>> values_on_scale() const;
  bool varies_no_more(std::size_t command) const;
  std::vector<Warning> warnings() const;
  [[noreturn]] void fail(std::size_t command, const std::string& why) const;

  RaceSpec spec_;
  Executor* executor_;
  LiveExperiment experiment_;
  std::optional<Startup> startup_;
  bool startup_is_stored_ = false;
  std::optional<Failure> failure_;
  std::string cleanup_failure_;
  std::vector<std::vector<Run>> runs_;
  std::vector<std::vector<double>> values_;
  std::vector<bool> is_set_up_;
  std::vector<bool> warm_;
  std::vector<std::uint64_t> repeated_;
  End end_ = End::none;
  std::optional<double> began_;
  std::uint64_t runs_before_ = 0;
};

}  // namespace mirador::race
