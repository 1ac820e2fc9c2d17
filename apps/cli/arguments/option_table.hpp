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

/// Everything that can be typed behind a command, once: options (--top 2) and plain words (the NAME
/// of an experiment). The command line, spec files, help and suggestions all read this table.
/// Values stay text here; problem_options.hpp, options.hpp, live_options.hpp and race_options.hpp
/// give them meaning.

/// An option, or a plain word, is its name. Those of the command line itself are listed here; what
/// can be set in a family or a question is an option by the name that its description has
/// (spec/field.hpp).
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
      export_markdown, report, count, batch, out, quick, output, store, format;

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

/// What a line of the table is about. Each command lists the scopes it takes (command_table.hpp).
enum class Scope {
  word,  ///< has no dashes; a command lists its words one by one
  problem,
  instance,
  risks,
  design,  ///< what a new experiment asks
  course,  ///< how a new experiment goes on
  stopping,
  simulation,
  replications,
  seed,
  tickets,
  batch,
  change,  ///< of a live experiment
  rename,
  folder,
  file,
  contestants,  ///< which commands race
  sides,        ///< which commands meet at a gate
  contest,      ///< what makes a command win a race
  comparison,   ///< the same at a gate
  judgement,    ///< what both verdicts share
  runs,         ///< how commands of both are run
  records,      ///< what is kept of both
  place,
  output,
};

struct OptionText {
  Option option;  ///< its word, without the dashes, is also the key in spec files
  /// What stands for the value in the help: a word for each value it takes; empty for a flag.
  std::string_view value;
  std::string help;
  Scope scope;
  char letter = '\0';           ///< for the short form, if any
  bool repeatable = false;      ///< may it be given several times?
  std::string_view alias = {};  ///< another long name, if any
};

/// How many values it takes each time.
std::size_t values_of(const OptionText& option);

/// The heading above such options in the help.
std::string_view heading_of(Scope scope);

/// An option that means different things to different commands has a line for each.
std::span<const OptionText> option_table();
/// The first line of the option.
const OptionText& text_of(Option option);
/// Words have names too.
std::optional<Option> find_option(std::string_view name);
/// Those with dashes.
std::vector<std::string_view> option_names();

/// One [[set]] table of a TOML file: the answer {λ : rows λ > bounds}.
struct SetTable {
  std::string name;
  std::vector<std::vector<double>> rows;
  std::vector<double> bounds;
  std::string file;  ///< that it was read from
};

/// What was typed, option by option, before it is understood.
class RawOptions {
 public:
  /// `origin`: the place in a file, or nothing for what was typed.
  void set(Option option, std::string value, std::string origin = {}) {
    given_[option.word()] = {{std::move(value)}, std::move(origin)};
  }
  /// One more value of an option that takes several.
  void add(Option option, std::string value) {
    given_[option.word()].values.push_back(std::move(value));
  }
  bool has(Option option) const { return !all(option).empty(); }
  /// The (first) value; null when it was not given.
  const std::string* get(Option option) const {
    return has(option) ? &all(option).front() : nullptr;
  }
  /// All values in their order, of all times it was given.
  const std::vector<std::string>& all(Option option) const;
  /// The value, or `otherwise` when it was not given.
  std::string_view value_or(Option option, std::string_view otherwise) const {
    return has(option) ? std::string_view(*get(option)) : otherwise;
  }
  /// Takes from `other` what is not given here.
  void complete_from(RawOptions other);

  /// A message "field: ..." about these options, with the file that the field was read from:
  /// "field (in spec.toml:3): ...". Unchanged when it was typed, or when the file is named already.
  std::string located(std::string_view message) const;

  std::vector<SetTable> set_tables;  ///< of a spec file that holds its own sets
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
