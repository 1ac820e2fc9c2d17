#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/race/executor.hpp"

namespace mirador::race {

/// The quantity that is compared.
enum class Metric { wall, user, system, rss, output };

/// "wall", "user", "system", "rss", "stdout".
std::string_view name_of(Metric metric);
/// Throws InputError for another name.
Metric metric_named(std::string_view name);
/// wall, user or system.
bool is_time(Metric metric);
/// "s", "bytes", or empty for printed numbers.
std::string_view unit_of(Metric metric);

/// How it is decided which command runs next.
enum class Design {
  rounds,    ///< every command in play once per round, in random order (docs/theory.md, section 13)
  adaptive,  ///< one command at a time, chosen by a sampling rule
};
/// "rounds", "adaptive".
std::string_view name_of(Design design);
/// Throws InputError for another name.
Design design_named(std::string_view name);

/// A command in a race.
struct Command {
  std::string line;  ///< as typed
  std::string name;  ///< display name; unique in a race
  std::vector<std::pair<std::string, std::string>> parameters = {};  ///< that were substituted
  std::string prepare = {};   ///< runs before each of its runs, untimed; empty for none
  std::string conclude = {};  ///< the same after each of its runs
  std::string setup = {};     ///< runs once in this process, before all its runs
  std::string cleanup = {};   ///< runs once in this process, after the race
};

/// A race as pure data: the commands, how they are run, what is compared, and when to stop. wall,
/// user, system and rss are compared on the log scale, so that the margin is a ratio. Printed
/// numbers may be of other families and on either scale.
struct RaceSpec {
  std::vector<Command> commands;  ///< at least two, unless one is measured alone
  Design design = Design::rounds;
  Metric metric = Metric::wall;
  Direction direction = Direction::lowest;
  FamilySpec family = NormalSpec{};  ///< of the adaptive design; in rounds normal: any numbers
  Scale scale = Scale::log;
  double margin = 0.02;  ///< relative on the log scale; 0 for none
  /// If above 0, the race ends as soon as one command is proved to be within this of the best. On
  /// the scale of the margin, which is then 0.
  double good_enough = 0.0;
  double delta = 0.05;
  /// In rounds: what is compared, unless the family is bernoulli or bounded.
  Compare compare = Compare::typical;
  /// In rounds: the seed of their random orders. Give each race its own.
  std::uint64_t seed = 1;
  /// Of the adaptive design: the sampling rule. The default spreads runs evenly. Greedy rules (bc,
  /// dt) need fewer runs on a quiet machine, but during a disturbance they spend many runs on the
  /// command whose times have just become noisy, and attribute the disturbance to it.
  RuleSpec rule = parse_rule("lma");
  /// A shell that understands -c, as words; empty to run commands without one.
  std::vector<std::string> shell = {"/bin/sh"};
  std::uint64_t warmup = 0;     ///< runs of each command that do not count
  bool ignore_failure = false;  ///< exit codes and signals, not timeouts
  bool show_output = false;
  std::string input = {};  ///< the file that commands read; empty: /dev/null
  /// Where their output goes, unless it is shown or read: empty for /dev/null, "pipe", or a file.
  std::string output = {};
  std::optional<double> timeout = std::nullopt;          ///< seconds a run
  std::optional<std::uint64_t> max_runs = std::nullopt;  ///< of all commands together
  std::optional<double> max_time = std::nullopt;         ///< seconds, of this process
  /// Of a gate, which is a race of two: by how much the candidate (the second) may take more than
  /// the baseline (the first), 0.03 for 3 %. The candidate must beat a baseline whose values are
  /// multiplied by so much more.
  std::optional<double> max_slowdown = std::nullopt;
  /// The command that the others are compared with where the report compares; the leader if there
  /// is none. It is one of the commands and may win. The verdict does not depend on it.
  std::optional<std::size_t> reference = std::nullopt;
};

/// Is it one command alone, which is measured without a race (solo.hpp)?
inline bool is_alone(const RaceSpec& spec) { return spec.commands.size() == 1; }

/// Throws InputError unless the race is valid.
void validate(const RaceSpec& spec);
/// The same for one command alone, whose margin says how well its mean is to be known.
void validate_alone(const RaceSpec& spec);

/// The factor of the values of a command: 1, or more for the baseline of a gate.
double handicap_of(const RaceSpec& spec, std::size_t command);
/// The name of a command's arm in the experiment: its name, and its handicap if it has one, because
/// the stored values include it.
std::string arm_name(const RaceSpec& spec, std::size_t command);

/// The experiment of a race. Its note holds the settings that affect measurements, as JSON.
ExperimentSpec experiment_of(const RaceSpec& spec);

/// The race of an experiment in a store, with its names, settings and seed; without budgets and
/// display options. Nothing if it is no race. Bytes of a command that are not UTF-8 are replaced by
/// U+FFFD in a store.
std::optional<RaceSpec> stored_race(const ExperimentSpec& experiment);

/// The experiment as text, without what does not make it another race: seed, edition, reference,
/// and which parameters its commands were made from.
std::string essence_of(ExperimentSpec experiment);

/// "race-gzip-3f2a90c1", after the first command: the same for the same commands measured and
/// judged the same way, whatever the seed, the budget and the display options. The name of the
/// experiment begins with it.
std::string identity_of(const RaceSpec& spec);

}  // namespace mirador::race
