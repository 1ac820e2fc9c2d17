#include "mirador/race/race.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>

#include "mirador/core/overloaded.hpp"
#include "mirador/core/printable.hpp"
#include "mirador/core/text.hpp"
#include "mirador/live/json_text.hpp"
#include "printed_number.hpp"
#include "run_text.hpp"
#include "sample.hpp"

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

std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

/// Races of one identity differ by a number: race-3f2a90c1, race-3f2a90c1-2, ...; 0 for another
/// name.
std::uint64_t number_of(std::string_view name, std::string_view identity) {
  if (name == identity) return 1;
  if (!name.starts_with(identity) || name[identity.size()] != '-') return 0;
  name.remove_prefix(identity.size() + 1);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() ? number : 0;
}

/// The latest race of an identity, 0 when there is none.
std::uint64_t latest_number(Store& store, const std::string& identity) {
  std::uint64_t latest = 0;
  for (const Listing& listing : store.list()) {
    latest = std::max(latest, number_of(listing.name, identity));
  }
  return latest;
}

std::string numbered(const std::string& identity, std::uint64_t number) {
  return number <= 1 ? identity : identity + "-" + std::to_string(number);
}

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

/// So that a typo is found before anything is measured.
void require_programs(const RaceSpec& spec, Executor& executor) {
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

/// The places of the commands that are not left out.
std::vector<std::size_t> places_without(const RaceSpec& spec,
                                        const std::vector<std::string>& left_out) {
  std::vector<std::string_view> names;
  for (const Command& command : spec.commands) names.push_back(command.name);
  for (const std::string& name : left_out) {
    if (std::ranges::count(names, name) == 0) {
      throw InputError(unknown_name("without", name, names));
    }
  }
  std::vector<std::size_t> places;
  for (std::size_t c = 0; c < names.size(); ++c) {
    if (std::ranges::count(left_out, names[c]) == 0) places.push_back(c);
  }
  if (places.size() < 2) {
    throw InputError("without: " + std::to_string(places.size()) + " of " +
                     std::to_string(names.size()) +
                     " commands left; a race needs at least two: leave out fewer");
  }
  return places;
}

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

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

bool succeeded(const Run& run) { return run.ending == Ending::exited && run.code == 0; }

/// Uses command names instead of the arms' names.
void call_by_commands(RaceReport& report) {
  const auto rename = [&](std::string& text) {
    for (std::size_t c = 0; c < report.spec.commands.size(); ++c) {
      if (text == arm_name(report.spec, c)) {
        text = report.spec.commands[c].name;
        return;
      }
    }
  };
  const auto rename_answer = [&](NamedAnswer& answer) {
    rename(answer.text);
    std::ranges::for_each(answer.arms, rename);
  };
  for (ArmStatus& arm : report.status.arms) rename(arm.name);
  if (report.status.verdict) rename_answer(report.status.verdict->answer);
  if (report.status.findings) rename_answer(report.status.findings->answer);
  if (report.lead) rename(report.lead->answer);
  if (report.lead) rename(report.lead->runner_up);
  if (!report.status.rounds) return;
  RoundsStatus& rounds = *report.status.rounds;
  std::ranges::for_each(rounds.in_play, rename);
  for (RuledOut& one : rounds.ruled_out) rename(one.arm);
  const auto rename_pair = [&](auto& pair) {
    rename(pair.arm);
    rename(pair.to);
  };
  std::ranges::for_each(rounds.differences, rename_pair);
  std::ranges::for_each(rounds.warnings, rename_pair);
}

std::size_t place_of(const RaceReport& report, const std::string& name) {
  const auto found = std::ranges::find(report.status.arms, name, &ArmStatus::name);
  return static_cast<std::size_t>(found - report.status.arms.begin());
}

}  // namespace

void take_off_handicap(RaceReport& report) {
  const auto handicap = [&](std::size_t command) { return handicap_of(report.spec, command); };
  for (std::size_t c = 0; c < report.status.arms.size(); ++c) {
    ArmStatus& arm = report.status.arms[c];
    if (arm.mean) *arm.mean /= handicap(c);
    arm.low /= handicap(c);
    arm.high /= handicap(c);
  }
  // Ratios of one command to another.
  const auto take_off = [&](auto& ratio, const std::string& command, const std::string& other) {
    const double factor = handicap(place_of(report, other)) / handicap(place_of(report, command));
    for (double* const end : {&ratio.estimate, &ratio.low, &ratio.high}) *end *= factor;
  };
  if (report.lead) take_off(*report.lead, report.lead->runner_up, report.lead->answer);
  if (!report.status.rounds) return;
  for (DifferenceStatus& one : report.status.rounds->differences) take_off(one, one.arm, one.to);
}

Race Race::begin(Store& store, const RaceSpec& spec, Executor& executor) {
  validate(spec);
  require_programs(spec, executor);
  const std::string identity = identity_of(spec);
  for (std::uint64_t number = latest_number(store, identity) + 1;; ++number) {
    const std::string name = numbered(identity, number);
    try {
      return Race(LiveExperiment::create(store, name, experiment_of(spec)), spec, &executor);
    } catch (const InputError&) {
      // Another process may have started the same race at the same time.
      if (latest_number(store, identity) < number) throw;
    }
  }
}

bool Race::exists(Store& store, const RaceSpec& spec) {
  return latest_number(store, identity_of(spec)) > 0;
}

Race Race::resume(Store& store, const RaceSpec& spec, Executor& executor) {
  validate(spec);
  const std::string identity = identity_of(spec);
  const std::uint64_t latest = latest_number(store, identity);
  if (latest == 0) {
    throw InputError("resume: the store has no race of these commands and options; give those it " +
                     std::string("was begun with, or begin it without --resume"));
  }
  return resume(store, numbered(identity, latest), spec, executor);
}

Race Race::resume(Store& store, const std::string& name, const RaceSpec& spec, Executor& executor) {
  validate(spec);
  Race race(LiveExperiment(store, name), spec, &executor);
  race.refuse_other_race();
  race.read_runs(store);
  race.runs_before_ = race.runs();
  return race;
}

RaceReport Race::recorded(Store& store, const std::string& name, const RaceSpec& spec) {
  Race race(LiveExperiment(store, name), spec, nullptr);
  race.refuse_other_race();
  race.read_runs(store);
  if (race.experiment_.phase() == Phase::decided) race.end_ = End::decided;
  return race.final_report();
}

Race Race::begin_without(Store& store, const std::string& name,
                         const std::vector<std::string>& left_out, RaceSpec spec,
                         Executor& executor) {
  if (spec.design != Design::rounds || spec.max_slowdown) {
    throw InputError(
        "without: only a race in rounds can go on without a command; begin a race of " +
        std::string("the others"));
  }
  Race whole(LiveExperiment(store, name), spec, nullptr);
  whole.refuse_other_race();
  whole.read_runs(store);
  const std::vector<std::size_t> places = places_without(spec, left_out);
  std::vector<Command> others;
  for (const std::size_t place : places) others.push_back(spec.commands[place]);
  spec.commands = std::move(others);
  Race race = begin(store, spec, executor);
  race.take_over(whole, places);
  race.runs_before_ = race.runs();
  return race;
}

/// Has every command in play a value of its next round in the other race?
bool Race::has_next_round(const Race& other, const std::vector<std::size_t>& places) {
  if (experiment_.phase() == Phase::decided) return false;
  const std::vector<std::string> playing = experiment_.status().rounds->in_play;
  for (std::size_t c = 0; c < places.size(); ++c) {
    const bool plays = std::ranges::count(playing, arm_name(spec_, c)) > 0;
    if (plays && other.values_[places[c]].size() <= values_[c].size()) return false;
  }
  return true;
}

void Race::take_over(const Race& other, const std::vector<std::size_t>& places) {
  startup_ = other.startup_;
  while (has_next_round(other, places)) {
    const std::vector<std::string> playing = experiment_.status().rounds->in_play;
    for (std::size_t i = 0; i < playing.size(); ++i) {
      const Arm c = *experiment_.next();
      const std::size_t place = places[c], run = values_[c].size();
      record(c, other.values_[place][run], other.runs_[place][run]);
    }
  }
}

Race::Race(LiveExperiment experiment, RaceSpec spec, Executor* executor)
    : spec_(std::move(spec)),
      executor_(executor),
      experiment_(std::move(experiment)),
      runs_(spec_.commands.size()),
      values_(spec_.commands.size()),
      is_set_up_(spec_.commands.size(), false),
      warm_(spec_.commands.size(), false),
      repeated_(spec_.commands.size(), 0) {
  spec_.seed = experiment_.spec().seed;
}

/// Two races may have one identity by accident.
void Race::refuse_other_race() const {
  if (essence_of(experiment_.spec()) != essence_of(experiment_of(spec_))) {
    throw InputError("resume: " + in_quotes(experiment_.name()) +
                     " is a race of other commands or options; begin this one without --resume");
  }
}

/// What a race says about margin, risk and budget is in its own settings.
void Race::refuse_changed_plan() const {
  const bool has_all_arms = experiment_.spec().retired.empty();
  if (has_all_arms && to_json(experiment_.spec()) == to_json(experiment_.first_spec())) return;
  throw RunError(
      "race: the plan of its experiment was changed while it ran, and a race cannot follow that; "
      "begin another race");
}

void Race::read_runs(Store& store) {
  std::vector<Arm> arms;  // by ticket
  const auto note_run = [&](Arm arm, double value, const std::string& note) {
    values_[arm].push_back(value / handicap_of(spec_, arm));
    // A value told by hand has no run.
    runs_[arm].push_back(note.empty() ? Run{.wall = values_[arm].back()} : run_from_note(note));
    if (note.empty() || startup_) return;
    startup_ = startup_from_note(note);
    startup_is_stored_ = startup_.has_value();
  };
  store.read(experiment_.name(), 0, [&](const Event& event) {
    std::visit(overloaded{[&](const Asked& e) { arms.push_back(e.arm); },
                          [&](const Told& e) { note_run(arms[e.ticket - 1], e.value, e.note); },
                          [&](const Observed& e) {
                            arms.push_back(e.arm);
                            note_run(e.arm, e.value, e.note);
                          },
                          [](const auto&) {}},
               event);
  });
}

std::uint64_t Race::runs() const {
  std::uint64_t total = 0;
  for (const std::vector<Run>& runs : runs_) total += runs.size();
  return total;
}

bool Race::all_measured() const {
  return std::ranges::none_of(runs_, [](const std::vector<Run>& runs) { return runs.empty(); });
}

void Race::fail(std::size_t command, const std::string& why) const {
  throw CommandFailed("command: " + in_quotes(spec_.commands[command].name) + " " + why);
}

void Race::calibrate() {
  if (startup_ || spec_.shell.empty() || !is_time(spec_.metric)) return;
  constexpr double never = std::numeric_limits<double>::infinity();
  Startup least{never, never, never};
  std::vector<double> starts;
  for (int i = 0; i < calibration_runs; ++i) {
    const Run run = executor_->run(errand_of(spec_, "", Output::dropped));
    if (run.ending == Ending::interrupted) {
      end_ = End::interrupted;
      return;
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
}

double Race::seconds_left() {
  constexpr double never = std::numeric_limits<double>::infinity();
  return spec_.max_time && began_ ? *began_ + *spec_.max_time - executor_->now() : never;
}

/// Empty if the user interrupts it or the time of the race is up.
std::optional<Run> Race::made(Errand errand, std::size_t command, std::string_view what) {
  if (on_run) on_run(command, what);
  const double left = seconds_left();
  const bool cut_short = left < errand.timeout.value_or(std::numeric_limits<double>::infinity());
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

Errand Race::errand_for(std::size_t command, Output output) const {
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
bool Race::set_up(std::size_t command) {
  const std::string& line = spec_.commands[command].setup;
  if (is_set_up_[command]) return true;
  if (!line.empty() && !made(errand_of(spec_, line, Output::dropped), command, "setup")) {
    return false;
  }
  return is_set_up_[command] = true;
}

void Race::clean_up() {
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
std::optional<Run> Race::attempt(std::size_t command, Output output, std::string_view what) {
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
std::optional<Run> Race::measured(std::size_t command) {
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
void Race::require_more_than_shell(std::size_t command) const {
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

double Race::value_of(const Run& run, std::size_t command) const {
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

End Race::budget() {
  if (executor_->interrupted()) return End::interrupted;
  const bool no_runs = spec_.max_runs && runs() >= *spec_.max_runs;
  const bool no_time = spec_.max_time && executor_->now() - *began_ >= *spec_.max_time;
  if (!no_runs && !no_time) return End::none;
  // The last run may have led to the verdict.
  if (experiment_.phase() == Phase::decided) return End::decided;
  return no_runs ? End::max_runs : End::max_time;
}

End Race::step() {
  if (!began_) began_ = executor_->now();
  if (end_ == End::none) calibrate();
  if (end_ == End::none) end_ = budget();
  if (end_ != End::none) return end_;
  const std::optional<Arm> command = experiment_.next();
  if (!command) return end_ = End::decided;
  try {
    take_turn(*command);
  } catch (const CommandFailed& error) {
    if (!all_measured()) throw;
    failure_ = Failure{*command, error.what(), error.lasts};
    end_ = End::failed;
  }
  return end_;
}

void Race::take_turn(std::size_t command) {
  const std::optional<Run> run = measured(command);
  if (!run) return;  // end_ tells why
  record(command, value_of(*run, command), *run);
  if (experiment_.phase() != Phase::decided) require_more_than_shell(command);
  if (varies_no_more(command)) end_ = End::constant;
}

void Race::record(std::size_t command, double value, const Run& run) {
  try {
    experiment_.observe(arm_name(spec_, command), value * handicap_of(spec_, command),
                        to_note(run, startup_is_stored_ ? std::nullopt : startup_));
  } catch (const NotFound&) {
    throw;
  } catch (const InputError&) {
    fail(command, "printed " + exact(value) + ", " + objection_to_value(spec_));
  }
  startup_is_stored_ = startup_.has_value();
  refuse_changed_plan();
  runs_[command].push_back(run);
  runs_[command].back().output.clear();
  values_[command].push_back(value);
}

/// Without variation the adaptive design finds no evidence. In rounds only commands that always tie
/// give none: those in play have been run equally often, or once more in this round.
bool Race::varies_no_more(std::size_t command) const {
  if (!std::holds_alternative<NormalSpec>(spec_.family)) return false;
  if (spec_.design == Design::adaptive) return is_constant(values_[command]);
  if (spec_.margin > 0.0 || !is_constant(values_[command])) return false;
  const std::size_t last = std::ranges::max(values_, {}, &std::vector<double>::size).size();
  const double tied = values_[command].back() * handicap_of(spec_, command);
  for (std::size_t c = 0; c < values_.size(); ++c) {
    if (values_[c].size() + 1 < last) continue;
    if (!is_constant(values_[c]) || values_[c].back() * handicap_of(spec_, c) != tied) return false;
  }
  return true;
}

std::vector<std::vector<double>> Race::values_on_scale() const {
  std::vector<std::vector<double>> scaled = values_;
  for (std::size_t c = 0; c < scaled.size(); ++c) {
    for (double& value : scaled[c]) {
      value = onto_scale(spec_.scale, value * handicap_of(spec_, c));
    }
  }
  return scaled;
}

/// Has it never been seen to need more memory than the floor?
bool Race::is_unseen(std::size_t command) const {
  return !runs_[command].empty() && std::ranges::all_of(runs_[command], [](const Run& run) {
    return run.rss_floor > 0 && run.rss <= run.rss_floor;
  });
}

/// Values at the floor are equal, and what is behind them need not be.
void Race::withhold_verdict_on_unseen(RaceReport& report) const {
  const auto& verdict = report.status.verdict;
  const bool tied = verdict ? verdict->equal_within_margin : end_ == End::constant;
  if (!tied) return;
  std::size_t unseen = 0;
  for (std::size_t c = 0; c < runs_.size(); ++c) {
    const bool in_first_place =
        !verdict || verdict->roles.empty() || verdict->roles[c] != Role::ruled_out;
    unseen += in_first_place && is_unseen(c) ? 1 : 0;
  }
  if (unseen < 2) return;
  report.status.verdict.reset();
  report.status.smallest_risk = 1.0;
  report.end = End::unseen;
}

RaceReport Race::report() {
  RaceReport report{.spec = spec_,
                    .experiment = experiment_.name(),
                    .status = experiment_.status(),
                    .runs = runs_,
                    .values = values_,
                    .end = end_,
                    .failure = failure_,
                    .lead = experiment_.lead(),
                    .equal = std::nullopt,
                    .warnings = {},
                    .startup = startup_,
                    .seconds = began_ ? executor_->now() - *began_ : 0.0,
                    .runs_before = runs_before_,
                    .repeated = repeated_,
                    .seconds_a_run = 0.0};
  call_by_commands(report);
  if (spec_.metric == Metric::rss) withhold_verdict_on_unseen(report);
  if (spec_.max_slowdown) take_off_handicap(report);
  if (spec_.design == Design::rounds) {
    report.status.samples = runs();
    for (std::size_t c = 0; c < runs_.size(); ++c) report.status.arms[c].pulls = runs_[c].size();
  }
  if (const std::uint64_t here = runs() - runs_before_; here > 0) {
    report.seconds_a_run = report.seconds / static_cast<double>(here);
  }
  report.warnings = warnings();
  report.cleanup_failure = cleanup_failure_;
  return report;
}

/// In rounds, drift that commands share is harmless, and so is a value that does not vary; what
/// differs between commands is in the warnings of the rounds.
std::vector<Warning> Race::warnings() const {
  const bool binary = std::holds_alternative<BernoulliSpec>(spec_.family);
  std::vector<Warning> all = diagnose(values_on_scale(), binary);
  if (spec_.design == Design::adaptive) return all;
  std::erase_if(all, [&](const Warning& warning) {
    return warning.trouble == Trouble::drift ||
           (warning.trouble == Trouble::constant &&
            (end_ != End::constant || is_unseen(warning.command)));
  });
  return all;
}

RaceReport Race::final_report() {
  RaceReport report = this->report();
  if (report.status.phase != Phase::decided || spec_.design == Design::rounds) return report;
  std::vector<double> means, spreads;
  for (const std::vector<double>& values : values_on_scale()) {
    const Sample sample = sample_of(values);
    means.push_back(sample.mean);
    spreads.push_back(std::sqrt(sample.variance));
  }
  report.equal = equal_allocation(experiment_.spec(), means, spreads);
  return report;
}

}  // namespace mirador::race
