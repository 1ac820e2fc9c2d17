#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/race/executor.hpp"
#include "mirador/race/race_report.hpp"
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

/// Runs the commands of a spec, one at a time, each with all that runs beside it, and keeps the
/// runs and their values. It knows the budgets and no statistics: who asks it decides what runs
/// next.
class Runner {
 public:
  /// A null executor: nothing is run.
  Runner(RaceSpec spec, Executor* executor);

  const RaceSpec& spec() const { return spec_; }
  /// The valid runs of every command, in order, and the metric of those runs.
  const std::vector<std::vector<Run>>& runs() const { return runs_; }
  const std::vector<std::vector<double>>& values() const { return values_; }
  std::uint64_t total() const;
  bool all_measured() const;
  /// Has the command never been seen to need more memory than the floor?
  bool is_unseen(std::size_t command) const;
  /// Runs of every command that were repeated after a pause.
  const std::vector<std::uint64_t>& repeated() const { return repeated_; }
  const std::optional<Startup>& startup() const { return startup_; }
  const std::string& cleanup_failure() const { return cleanup_failure_; }
  /// The clock of --max-time; started once.
  void start_clock();
  double seconds() const;

  /// Takes a run over that was made before.
  void keep(std::size_t command, double value, Run run);
  void know_startup(const std::optional<Startup>& startup) { startup_ = startup; }

  /// Throws InputError for a program that does not exist, so that a typo is found before anything
  /// is measured.
  static void require_programs(const RaceSpec& spec, Executor& executor);
  /// Why there is no further run: an interrupt or a spent budget; else `none`.
  End budget() const;
  /// Measures the start-up time of the shell, unless it is known or does not matter. Returns
  /// `interrupted` or `none`.
  End calibrate();
  /// A run of the command, after its warm-ups and preparation, without the start-up time of the
  /// shell. Nothing if it was interrupted or cut off at max_time; `end` says which. Throws
  /// CommandFailed.
  std::optional<Run> measure(std::size_t command);
  End end() const { return end_; }
  /// The metric of a run. Throws CommandFailed if it has none.
  double value_of(const Run& run, std::size_t command) const;
  /// Throws CommandFailed if the first values of the command lie within the noise of the shell.
  void require_more_than_shell(std::size_t command) const;
  /// Runs the cleanup of every command that ran in this process, once; after an interruption none.
  void clean_up();
  /// Throws CommandFailed for a value that the family or the scale does not allow.
  [[noreturn]] void refuse(std::size_t command, double value) const;

  /// If set, called before each run with the number of its command and the activity ("warm-up",
  /// "prepare", "run").
  std::function<void(std::size_t, std::string_view)> on_run;

 private:
  [[noreturn]] void fail(std::size_t command, const std::string& why) const;
  double seconds_left() const;
  Errand errand_for(std::size_t command, Output output) const;
  bool set_up(std::size_t command);
  std::optional<Run> attempt(std::size_t command, Output output, std::string_view what);
  std::optional<Run> made(Errand errand, std::size_t command, std::string_view what);

  RaceSpec spec_;
  Executor* executor_;
  std::optional<Startup> startup_;
  std::string cleanup_failure_;
  std::vector<std::vector<Run>> runs_;
  std::vector<std::vector<double>> values_;
  std::vector<bool> is_set_up_;
  std::vector<bool> warm_;
  std::vector<std::uint64_t> repeated_;
  std::optional<double> began_;
  End end_ = End::none;
};

/// The values as they are compared: a share on the log scale, with the handicap of a gate.
std::vector<std::vector<double>> values_on_scale(const Runner& runner);

}  // namespace mirador::race
