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

/// A command did what it must not: a failure, a timeout, an output that is no number, a time that
/// cannot be told. What was measured before is stored.
class CommandFailed : public RunError {
 public:
  using RunError::RunError;
};

/// Why no more runs are made.
enum class End {
  none,         ///< there is more to do
  decided,      ///< the verdict fell
  max_runs,     ///< the budget of runs is spent
  max_time,     ///< the budget of time is spent
  interrupted,  ///< the user wants to stop
  constant,     ///< values that do not vary never make a verdict
};

/// What the shell takes to start and end; taken off every run. The least of 50 starts: a busy
/// moment must not be taken off runs that had none, and what is left is time in any case.
struct Startup {
  double wall = 0.0, user = 0.0, system = 0.0;
};

/// Everything there is to show about a race or a gate at one moment: pure data, for all renderings.
/// The experiment of a gate has a baseline whose values are multiplied (handicap_of); here the
/// values, means, intervals and the lead are those of the commands as they are.
struct RaceReport {
  RaceSpec spec;
  std::string experiment;                   ///< its name in the store
  ExperimentStatus status;                  ///< arms are commands; means in the unit of the metric
  std::vector<std::vector<Run>> runs;       ///< of every command, that count, in order
  std::vector<std::vector<double>> values;  ///< the metric of those runs
  End end = End::none;
  std::optional<Lead> lead;              ///< once all have been measured
  std::optional<EqualAllocation> equal;  ///< at the end of a decided race, else nothing
  std::vector<Warning> warnings;
  std::optional<Startup> startup;       ///< where times are compared and there is a shell
  double seconds = 0.0;                 ///< since this process began to measure
  std::uint64_t runs_before = 0;        ///< made before it was resumed
  std::vector<std::uint64_t> repeated;  ///< how many runs of every command, since they were paused
  double seconds_a_run = 0.0;           ///< lately, preparations included
  /// For those who read it later, and set by the one who opened the store: where it is, and the
  /// command line that goes on (empty when there is nothing left to do).
  std::string store = {}, resume = {};
};

/// Takes the handicap of a gate off what its experiment says: means, intervals and the lead.
void take_off_handicap(RaceReport& report);

/// A race under way: asks its experiment which command is next, runs it, and adds what came out.
/// Each run is in the store before the next begins.
/// A run that is interrupted, killed or cut at max_time is not recorded. A resumed race repeats it:
/// its first run is of the same command, because every rule chooses from the recorded runs and the
/// seed alone; warm-ups and preparations are repeated too. A rule that turned to another command
/// instead would measure slow commands by their short runs. What the verdict says then assumes that
/// the end of a run does not depend on how long the run takes. That is not exact: the run under way
/// at a given moment, and more so the one that max_time cuts, tends to be a long one. The value in
/// its place is a new one, so each interruption exchanges at most one value; a race that is not
/// resumed lacks it.
/// A run that was paused (Run::paused) is not recorded either, and repeated at once.
class Race {
 public:
  /// Begins a new one; its experiment is named identity_of(spec), with -2, -3, ... if there are
  /// such races already.
  static Race begin(Store& store, const RaceSpec& spec, Executor& executor);
  /// Goes on with the latest race of this identity. Throws InputError when there is none.
  static Race resume(Store& store, const RaceSpec& spec, Executor& executor);

  /// Measures what the shell takes. Called by the first step if not before.
  void calibrate();
  /// Makes the next run, with what must go before it. Returns why there is none, or none will be
  /// after it. Throws CommandFailed. Throws NotFound if the experiment has been deleted.
  End step();
  End end() const { return end_; }
  const std::string& experiment() const { return experiment_.name(); }
  std::uint64_t runs() const;
  /// Removes its experiment, unless another process has added events to it.
  void discard() { experiment_.remove_unless_changed(); }
  /// Called before each run with the number of its command and what is done ("warm-up", "prepare",
  /// "run"), if given.
  std::function<void(std::size_t, std::string_view)> on_run;

  /// As it is now. Costs about a millisecond a command.
  RaceReport report();
  /// The same at the end, with the simulation of equal allocation if there is a verdict.
  RaceReport final_report();

 private:
  Race(LiveExperiment experiment, RaceSpec spec, Executor& executor);

  void refuse_other_race() const;
  void read_runs(Store& store);
  End budget();
  double seconds_left();
  void take_turn(std::size_t command);
  std::optional<Run> measured(std::size_t command);
  std::optional<Run> made(Errand errand, std::size_t command, std::string_view what);
  double value_of(const Run& run, std::size_t command) const;
  std::vector<std::vector<double>> values_on_scale() const;
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
