#include "mirador/race/runner.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "mirador/core/printable.hpp"
#include "mirador/core/text.hpp"
#include "mirador/experiment/scale.hpp"
#include "printed_number.hpp"
#include "quotes.hpp"

namespace mirador::race {
namespace {

constexpr int calibration_runs = 50;
/// A run is repeated this often in a row because of pauses; more are caused by the command itself.
constexpr int most_pauses = 20;
/// The first runs of a command show whether it takes longer than the shell itself.
constexpr std::size_t least_first_runs = 3, most_first_runs = 10;
constexpr double always_noise = 3e-4;  // seconds
/// Floors of memory are rounded up to a multiple of this, so that they stay the same within a race.
constexpr std::uint64_t floor_step = std::uint64_t{1} << 18;
constexpr const char* too_many_pauses =
    "was stopped in each of its last 20 runs; race what runs without stopping";
constexpr double never = std::numeric_limits<double>::infinity();

std::string ending_text(const Run& run, const RaceSpec& spec) {
  switch (run.ending) {
    case Ending::signalled:
      return "was ended by signal " + std::to_string(run.code);
    case Ending::timed_out:
      return "took longer than the " + exact(*spec.timeout) + " s of --timeout";
    case Ending::exited:
    case Ending::interrupted:
      break;
  }
  return "ended with exit code " + std::to_string(run.code);
}

Errand errand_of(const RaceSpec& spec, const std::string& line, Output output) {
  Errand errand{.words = spec.shell, .output = output, .errors_shown = spec.show_output};
  if (spec.shell.empty()) {
    errand.words = split_words(line);
  } else {
    errand.words.insert(errand.words.end(), {"-c", line});
  }
  return errand;
}

/// The line that runs beside the command under this name; null for the command itself.
const std::string* line_beside(const Command& command, std::string_view what) {
  return what == "prepare"    ? &command.prepare
         : what == "conclude" ? &command.conclude
         : what == "setup"    ? &command.setup
                              : nullptr;
}

/// A program may vanish during the race: then it has failed. Before, it was mistyped.
Run run_by(Executor& executor, const Errand& errand, bool late) {
  try {
    return executor.run(errand);
  } catch (const InputError& error) {
    if (!late) throw;
    throw CommandFailed(error.what());
  }
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

bool succeeded(const Run& run) { return run.ending == Ending::exited && run.code == 0; }

/// Why a printed number is invalid, and what to do.
std::string objection_to_value(const RaceSpec& spec) {
  if (std::holds_alternative<BernoulliSpec>(spec.family)) {
    return "which is neither 0 nor 1; print one of them, or leave --family out";
  }
  if (std::holds_alternative<BoundedSpec>(spec.family)) {
    return "which is not between --lo and --hi; give wider ones";
  }
  if (spec.scale == Scale::log) {
    return "and ratios are for positive numbers; give --margin as a plain number";
  }
  return "which is too large; print it in a larger unit";
}

}  // namespace

Runner::Runner(RaceSpec spec, Executor* executor)
    : spec_(std::move(spec)),
      executor_(executor),
      runs_(spec_.commands.size()),
      values_(spec_.commands.size()),
      is_set_up_(spec_.commands.size(), false),
      warm_(spec_.commands.size(), false),
      repeated_(spec_.commands.size(), 0) {}

void Runner::keep(std::size_t command, double value, Run run) {
  run.output.clear();
  runs_[command].push_back(std::move(run));
  values_[command].push_back(value);
}

void Runner::start_clock() {
  if (!began_) began_ = executor_->now();
}

double Runner::seconds() const { return began_ ? executor_->now() - *began_ : 0.0; }

void Runner::refuse(std::size_t command, double value) const {
  fail(command, "printed " + exact(value) + ", " + objection_to_value(spec_));
}

void Runner::require_programs(const RaceSpec& spec, Executor& executor) {
  if (spec.shell.empty()) {
    for (const Command& command : spec.commands) executor.require(split_words(command.line));
    return;
  }
  try {
    executor.require(spec.shell);
  } catch (const InputError& error) {
    const std::string_view message = error.what(), field = "command:";
    throw InputError("shell:" + std::string(message.substr(field.size())));
  }
}

std::uint64_t Runner::total() const {
  std::uint64_t total = 0;
  for (const std::vector<Run>& runs : runs_) total += runs.size();
  return total;
}

bool Runner::all_measured() const {
  return std::ranges::none_of(runs_, [](const std::vector<Run>& runs) { return runs.empty(); });
}

bool Runner::is_unseen(std::size_t command) const {
  return !runs_[command].empty() && std::ranges::all_of(runs_[command], [](const Run& run) {
    return run.rss_floor > 0 && run.rss <= run.rss_floor;
  });
}

void Runner::fail(std::size_t command, const std::string& why) const {
  throw CommandFailed("command: " + in_quotes(spec_.commands[command].name) + " " + why);
}

End Runner::calibrate() {
  if (startup_ || spec_.shell.empty() || !is_time(spec_.metric)) return End::none;
  Startup least{never, never, never};
  std::vector<double> starts;
  for (int i = 0; i < calibration_runs; ++i) {
    const Run run = executor_->run(errand_of(spec_, "", Output::dropped));
    if (run.ending == Ending::interrupted) {
      return end_ = End::interrupted;
    }
    if (!succeeded(run)) {
      throw CommandFailed("shell: " + in_quotes(quoted(spec_.shell)) + " -c '' " +
                          ending_text(run, spec_) + "; give another --shell, or none");
    }
    least = {std::min(least.wall, run.wall), std::min(least.user, run.user),
             std::min(least.system, run.system)};
    starts.push_back(run.wall);
  }
  least.noise = median_of(starts) - least.wall;
  startup_ = least;
  return End::none;
}

double Runner::seconds_left() const {
  return spec_.max_time && began_ ? *began_ + *spec_.max_time - executor_->now() : never;
}

/// Empty if the user interrupts it or the time of the race is up.
std::optional<Run> Runner::made(Errand errand, std::size_t command, std::string_view what) {
  if (on_run) on_run(command, what);
  const double left = seconds_left();
  const bool cut_short = left < errand.timeout.value_or(never);
  if (cut_short) errand.timeout = std::max(left, 0.001);
  Run run = run_by(*executor_, errand, all_measured());
  if (run.ending == Ending::interrupted) end_ = End::interrupted;
  if (run.ending == Ending::timed_out && cut_short) end_ = End::max_time;
  if (end_ != End::none) return std::nullopt;
  if (run.paused) return run;  // whatever its ending
  if (const std::string* const line = line_beside(spec_.commands[command], what);
      line != nullptr && !succeeded(run)) {
    fail(command, std::string(what == "prepare" ? "cannot be prepared: "
                              : what == "setup" ? "cannot be set up: "
                                                : "cannot be concluded: ") +
                      in_quotes(*line) + " " + ending_text(run, spec_) + "; try it by hand");
  }
  const std::string place =
      " in its " + std::string(what) + " " + std::to_string(runs_[command].size() + 1);
  // An error even with -i, because the true duration is unknown.
  if (run.ending == Ending::timed_out) {
    fail(command, ending_text(run, spec_) + place + "; give it more, or leave the command out");
  }
  if (!spec_.ignore_failure && !succeeded(run)) {
    fail(command, ending_text(run, spec_) + place +
                      "; see what it prints with --show-output, or ignore the failure with -i");
  }
  return run;
}

Errand Runner::errand_for(std::size_t command, Output output) const {
  const bool to_file = !spec_.output.empty() && spec_.output != "pipe";
  if (output == Output::dropped && to_file) output = Output::file;
  if (output == Output::dropped && !spec_.output.empty()) output = Output::captured;
  Errand errand = errand_of(spec_, spec_.commands[command].line, output);
  if (output == Output::file) errand.file = spec_.output;
  errand.input = spec_.input;
  errand.timeout = spec_.timeout;
  errand.memory_matters = spec_.metric == Metric::rss;
  return errand;
}

/// Was it not interrupted?
bool Runner::set_up(std::size_t command) {
  const std::string& line = spec_.commands[command].setup;
  if (is_set_up_[command]) return true;
  if (!line.empty() && !made(errand_of(spec_, line, Output::dropped), command, "setup")) {
    return false;
  }
  return is_set_up_[command] = true;
}

void Runner::clean_up() {
  for (std::size_t c = 0; c < spec_.commands.size(); ++c) {
    const std::string& line = spec_.commands[c].cleanup;
    if (line.empty() || !is_set_up_[c] || executor_->interrupted()) continue;
    const Run run = executor_->run(errand_of(spec_, line, Output::dropped));
    if (succeeded(run) || run.ending == Ending::interrupted || !cleanup_failure_.empty()) continue;
    cleanup_failure_ = "command: " + in_quotes(spec_.commands[c].name) +
                       " cannot be cleaned up: " + in_quotes(line) + " " + ending_text(run, spec_) +
                       "; try it by hand";
  }
}

/// A run between its preparation and its conclusion. What was paused is repeated by the caller.
std::optional<Run> Runner::attempt(std::size_t command, Output output, std::string_view what) {
  const Command& contestant = spec_.commands[command];
  const auto beside = [&](const std::string& line, std::string_view name) {
    return made(errand_of(spec_, line, Output::dropped), command, name);
  };
  if (!contestant.prepare.empty()) {
    const std::optional<Run> preparation = beside(contestant.prepare, "prepare");
    if (!preparation || preparation->paused) return preparation;
  }
  std::optional<Run> run = made(errand_for(command, output), command, what);
  if (run && !contestant.conclude.empty() && !beside(contestant.conclude, "conclude")) {
    return std::nullopt;
  }
  return run;
}

/// Warm-up runs before the first run of a command, and the preparation before each run. Paused runs
/// are repeated.
std::optional<Run> Runner::measure(std::size_t command) {
  if (!set_up(command)) return std::nullopt;
  const auto run_once = [&](Output output, std::string_view what) {
    std::optional<Run> run = attempt(command, output, what);
    for (int repeats = 0; run && run->paused; run = attempt(command, output, what)) {
      if (++repeats > most_pauses) fail(command, too_many_pauses);
      ++repeated_[command];
    }
    return run;
  };
  const Output usual = spec_.show_output ? Output::shown : Output::dropped;
  for (std::uint64_t i = 0; !warm_[command] && i < spec_.warmup; ++i) {
    if (!run_once(usual, "warm-up")) return std::nullopt;
  }
  warm_[command] = true;
  std::optional<Run> run =
      run_once(spec_.metric == Metric::output ? Output::captured : usual, "run");
  if (run && startup_) {
    run->wall = std::max(0.0, run->wall - startup_->wall);
    run->user = std::max(0.0, run->user - startup_->user);
    run->system = std::max(0.0, run->system - startup_->system);
  }
  if (run && run->rss_floor > 0) {
    run->rss_floor = (run->rss_floor + floor_step - 1) / floor_step * floor_step;
    run->rss = std::max(run->rss, run->rss_floor);
  }
  return run;
}

/// What is left of the time of a command after subtracting that of the shell must not be the noise
/// of the shell. That is seen in the first runs.
void Runner::require_more_than_shell(std::size_t command) const {
  const std::vector<double>& values = values_[command];
  const bool first = values.size() >= least_first_runs && values.size() <= most_first_runs;
  if (!startup_ || spec_.metric != Metric::wall || !first) return;
  const double usual = std::min(0.3 * startup_->wall, always_noise);
  const double noise = std::min(2.0 * startup_->noise, 0.5 * startup_->wall);
  if (median_of(values) > std::max(usual, noise)) return;
  throw CommandFailed(
      "command: " + in_quotes(spec_.commands[command].name) +
          " took hardly any time beyond that of the shell; race it without one (-N)",
      true);
}

double Runner::value_of(const Run& run, std::size_t command) const {
  const auto time = [&](double seconds) {
    if (!(seconds > 0.0)) {
      fail(command, "took no " + std::string(name_of(spec_.metric)) + " time" +
                        (startup_ ? " beyond that of the shell; race it without one (-N)"
                                  : " that can be measured; choose another --metric"));
    }
    return seconds;
  };
  switch (spec_.metric) {
    case Metric::wall:
      return time(run.wall);
    case Metric::user:
      return time(run.user);
    case Metric::system:
      return time(run.system);
    case Metric::rss:
      return static_cast<double>(run.rss);
    case Metric::output:
      break;
  }
  const std::string_view line = last_line(run.output);
  const std::optional<double> value = number_in(line);
  if (!value) {
    fail(command, line.empty() ? "printed nothing; its last line must be a number"
                               : "printed " + in_quotes(printable(line.substr(0, 60))) +
                                     " at the end; its last line must be a number");
  }
  return *value;
}

End Runner::budget() const {
  if (executor_->interrupted()) return End::interrupted;
  if (spec_.max_runs && total() >= *spec_.max_runs) return End::max_runs;
  if (spec_.max_time && seconds() >= *spec_.max_time) return End::max_time;
  return End::none;
}

std::vector<std::vector<double>> values_on_scale(const Runner& runner) {
  std::vector<std::vector<double>> scaled = runner.values();
  for (std::size_t c = 0; c < scaled.size(); ++c) {
    for (double& value : scaled[c]) {
      value = onto_scale(runner.spec().scale, value * handicap_of(runner.spec(), c));
    }
  }
  return scaled;
}

}  // namespace mirador::race
