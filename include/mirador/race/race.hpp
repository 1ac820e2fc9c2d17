#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mirador/live/live_experiment.hpp"
#include "mirador/race/race_report.hpp"
#include "mirador/race/race_spec.hpp"
#include "mirador/race/runner.hpp"

namespace mirador::race {

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

  /// Makes the next run, after its warm-ups and preparation. Returns why there is no further run.
  /// Throws CommandFailed while some command has no measurement. Throws NotFound if the experiment
  /// was deleted.
  End step();
  End end() const { return end_; }
  /// Runs the cleanup of every command that ran in this process, once; after an interruption none.
  /// RaceReport::cleanup_failure names the first that fails.
  void clean_up() { runner_.clean_up(); }
  const RaceSpec& spec() const { return runner_.spec(); }
  const std::string& experiment() const { return experiment_.name(); }
  std::uint64_t runs() const { return runner_.total(); }
  /// Removes its experiment, unless another process has added events to it.
  void discard() { experiment_.remove_unless_changed(); }
  /// Runner::on_run.
  void on_run(std::function<void(std::size_t, std::string_view)> tell) {
    runner_.on_run = std::move(tell);
  }

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
  void take_turn(std::size_t command);
  void record(std::size_t command, double value, const Run& run);
  void take_over(const Race& other, const std::vector<std::size_t>& places);
  bool has_next_round(const Race& other, const std::vector<std::size_t>& places);
  void withhold_verdict_on_unseen(RaceReport& report) const;
  bool varies_no_more(std::size_t command) const;
  std::vector<Warning> warnings() const;

  LiveExperiment experiment_;
  Runner runner_;
  bool startup_is_stored_ = false;
  std::optional<Failure> failure_;
  End end_ = End::none;
  std::uint64_t runs_before_ = 0;
};

}  // namespace mirador::race
