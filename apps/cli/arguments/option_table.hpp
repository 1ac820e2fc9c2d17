#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mirador::cli {

/// Everything that can be typed after a command: options (--top 2) and plain words (the NAME of an
/// experiment). The command line, spec files, help and suggestions all read this table. Values stay
/// text here; problem_options.hpp and the options.hpp of sim, live, race and paper give them
/// meaning.

/// An option or a plain word, identified by its name. The options of the command line itself are
/// listed here. Every field of a family or a question is an option too, under the name in its
/// description (spec/field.hpp).
class Option {
 public:
  explicit constexpr Option(std::string_view word) : word_(word) {}
  constexpr std::string_view word() const { return word_; }
  friend constexpr bool operator==(Option, Option) = default;

  static const Option command, baseline, candidate, max_slowdown, name, ticket, arm, value, file,
      arms, problem, means, family, scale, margin, lowest, highest, metric, sets, spec, delta, rule,
      rules, stopping, runs, seed, max_samples, reissue_after, request, threads, backend, csv_runs,
      checkpoint, parameter_list, parameter_scan, parameter_step, warmup, prepare, shell, no_shell,
      ignore_failure, show_output, timeout, max_runs, max_time, resume, export_json, export_csv,
      export_markdown, report, count, batch, out, quick, output, store, format, rounds, compare,
      items, round_size, good_enough, round, table, correlation, design, without, new_name, text,
      yes, watch, export_asciidoc, export_orgmode, time_unit, sort, setup, cleanup, conclude, input,
      style, tag, remove, reference, reference_name, action, listen, token_file, read_only, log,
      role;

 private:
  std::string_view word_;  // of static storage
};
inline constexpr Option Option::command{"command"};
inline constexpr Option Option::baseline{"baseline"};
inline constexpr Option Option::candidate{"candidate"};
inline constexpr Option Option::max_slowdown{"max-slowdown"};
inline constexpr Option Option::name{"name"};
inline constexpr Option Option::ticket{"ticket"};
inline constexpr Option Option::arm{"arm"};
inline constexpr Option Option::value{"value"};
inline constexpr Option Option::file{"file"};
inline constexpr Option Option::arms{"arms"};
inline constexpr Option Option::problem{"problem"};
inline constexpr Option Option::means{"means"};
inline constexpr Option Option::family{"family"};
inline constexpr Option Option::scale{"scale"};
inline constexpr Option Option::margin{"margin"};
inline constexpr Option Option::lowest{"lowest"};
inline constexpr Option Option::highest{"highest"};
inline constexpr Option Option::metric{"metric"};
inline constexpr Option Option::sets{"sets"};
inline constexpr Option Option::spec{"spec"};
inline constexpr Option Option::delta{"delta"};
inline constexpr Option Option::rule{"rule"};
inline constexpr Option Option::rules{"rules"};
inline constexpr Option Option::stopping{"stopping"};
inline constexpr Option Option::runs{"runs"};
inline constexpr Option Option::seed{"seed"};
inline constexpr Option Option::max_samples{"max-samples"};
inline constexpr Option Option::reissue_after{"reissue-after"};
inline constexpr Option Option::request{"request"};
inline constexpr Option Option::threads{"threads"};
inline constexpr Option Option::backend{"backend"};
inline constexpr Option Option::csv_runs{"csv-runs"};
inline constexpr Option Option::checkpoint{"checkpoint"};
inline constexpr Option Option::parameter_list{"parameter-list"};
inline constexpr Option Option::parameter_scan{"parameter-scan"};
inline constexpr Option Option::parameter_step{"parameter-step-size"};
inline constexpr Option Option::warmup{"warmup"};
inline constexpr Option Option::prepare{"prepare"};
inline constexpr Option Option::shell{"shell"};
inline constexpr Option Option::no_shell{"no-shell"};
inline constexpr Option Option::ignore_failure{"ignore-failure"};
inline constexpr Option Option::show_output{"show-output"};
inline constexpr Option Option::timeout{"timeout"};
inline constexpr Option Option::max_runs{"max-runs"};
inline constexpr Option Option::max_time{"max-time"};
inline constexpr Option Option::resume{"resume"};
inline constexpr Option Option::export_json{"export-json"};
inline constexpr Option Option::export_csv{"export-csv"};
inline constexpr Option Option::export_markdown{"export-markdown"};
inline constexpr Option Option::report{"report"};
inline constexpr Option Option::count{"count"};
inline constexpr Option Option::batch{"batch"};
inline constexpr Option Option::out{"out"};
inline constexpr Option Option::quick{"quick"};
inline constexpr Option Option::output{"output"};
inline constexpr Option Option::store{"store"};
inline constexpr Option Option::format{"format"};
inline constexpr Option Option::rounds{"rounds"};
inline constexpr Option Option::compare{"compare"};
inline constexpr Option Option::items{"items"};
inline constexpr Option Option::round_size{"round-size"};
inline constexpr Option Option::good_enough{"good-enough"};
inline constexpr Option Option::round{"round"};
inline constexpr Option Option::table{"table"};
inline constexpr Option Option::correlation{"correlation"};
inline constexpr Option Option::design{"design"};
inline constexpr Option Option::without{"without"};
inline constexpr Option Option::new_name{"new-name"};
inline constexpr Option Option::text{"text"};
inline constexpr Option Option::yes{"yes"};
inline constexpr Option Option::action{"action"};
inline constexpr Option Option::listen{"listen"};
inline constexpr Option Option::token_file{"token-file"};
inline constexpr Option Option::read_only{"read-only"};
inline constexpr Option Option::log{"log"};
inline constexpr Option Option::role{"role"};
inline constexpr Option Option::watch{"watch"};
inline constexpr Option Option::export_asciidoc{"export-asciidoc"};
inline constexpr Option Option::export_orgmode{"export-orgmode"};
inline constexpr Option Option::time_unit{"time-unit"};
inline constexpr Option Option::sort{"sort"};
inline constexpr Option Option::setup{"setup"};
inline constexpr Option Option::cleanup{"cleanup"};
inline constexpr Option Option::conclude{"conclude"};
inline constexpr Option Option::input{"input"};
inline constexpr Option Option::style{"style"};
inline constexpr Option Option::tag{"tag"};
inline constexpr Option Option::remove{"remove"};
inline constexpr Option Option::reference{"reference"};
inline constexpr Option Option::reference_name{"reference-name"};

/// The topic of a line of the table. Each command lists the scopes it takes (command_table.hpp).
enum class Scope {
  word,  ///< a plain word without dashes; each command lists its words
  problem,
  instance,
  risks,
  design,  ///< what a new experiment is about
  rounds,  ///< a comparison in rounds
  simulated_rounds,
  course,  ///< how a new experiment is run
  labels,  ///< by which it can be found
  stopping,
  simulation,
  replications,
  seed,
  tickets,
  batch,
  round_batch,
  table,   ///< what a table of values is about
  change,  ///< of a live experiment
  plan,    ///< what may be changed of its plan
  untagging,
  filter,  ///< which experiments are listed
  removal,
  service,
  roles,
  watching,
  rename,
  folder,
  file,
  contestants,  ///< the commands of a race
  sides,        ///< the two commands of a gate
  contest,      ///< what makes a command win a race
  comparison,   ///< what a gate compares
  judgement,    ///< the verdict of a race or a gate
  runs,         ///< how a race or a gate runs commands
  resuming,     ///< of a race
  records,      ///< what a race or a gate writes
  place,
  output,
};

struct OptionText {
  Option option;  ///< its word, without the dashes, is also the key in spec files
  /// The placeholder for the value in the help: one word per value; empty for a flag.
  std::string_view value;
  std::string help;
  Scope scope;
  char letter = '\0';           ///< of the short form, if any
  bool repeatable = false;      ///< may it be given several times?
  std::string_view alias = {};  ///< another long name, if any
};

/// The number of values that the option takes each time it is given.
std::size_t values_of(const OptionText& option);

/// The heading above such options in the help.
std::string_view heading_of(Scope scope);

/// An option that means different things to different commands has a line for each.
std::span<const OptionText> option_table();
/// The first line of this option.
const OptionText& text_of(Option option);
/// By name or alias; plain words are found too.
std::optional<Option> find_option(std::string_view name);
/// The names of all options with dashes.
std::vector<std::string_view> option_names();

/// One [[set]] table of a TOML file: the answer {λ : rows λ > bounds}.
struct SetTable {
  std::string name;
  std::vector<std::vector<double>> rows;
  std::vector<double> bounds;
  std::string file;  ///< where it was read from
};

/// The options as typed, before their values are parsed.
class RawOptions {
 public:
  /// `origin`: the place in a file; empty for the command line.
  void set(Option option, std::string value, std::string origin = {}) {
    given_[option.word()] = {{std::move(value)}, std::move(origin)};
  }
  /// Adds a value to an option that takes several.
  void add(Option option, std::string value) {
    given_[option.word()].values.push_back(std::move(value));
  }
  bool has(Option option) const { return !all(option).empty(); }
  /// The (first) value; null when it was not given.
  const std::string* get(Option option) const {
    return has(option) ? &all(option).front() : nullptr;
  }
  /// All values, in order, from every occurrence of the option.
  const std::vector<std::string>& all(Option option) const;
  /// The value, or `otherwise` when it was not given.
  std::string_view value_or(Option option, std::string_view otherwise) const {
    return has(option) ? std::string_view(*get(option)) : otherwise;
  }
  /// Takes from `other` the options that are not given here.
  void complete_from(RawOptions other);

  /// A message "field: ..." about these options, with the file that the field was read from: "field
  /// (in spec.toml:3): ...". Unchanged if the option was typed, or if the message names the file
  /// already.
  std::string located(std::string_view message) const;

  std::vector<SetTable> set_tables;  ///< the [[set]] tables of a spec file
  std::vector<std::string> line;     ///< the command line, word by word

 private:
  std::string origin_of(Option option) const;

  struct Given {
    std::vector<std::string> values;
    std::string origin;
  };
  std::map<std::string_view, Given> given_;  // by the option's word
};

}  // namespace mirador::cli
