#pragma once

#include <array>
#include <cstddef>
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

enum class Option : std::size_t {
  command,
  baseline,
  candidate,
  max_slowdown,
  name,
  ticket,
  arm,
  value,
  file,
  arms,
  problem,
  means,
  family,
  scale,
  sigma,
  lo,
  hi,
  level,
  top,
  margin,
  lowest,
  highest,
  metric,
  sets,
  spec,
  delta,
  rule,
  rules,
  stopping,
  runs,
  seed,
  max_samples,
  reissue_after,
  request,
  threads,
  backend,
  csv_runs,
  checkpoint,
  parameter_list,
  parameter_scan,
  parameter_step,
  warmup,
  prepare,
  shell,
  no_shell,
  ignore_failure,
  show_output,
  timeout,
  max_runs,
  max_time,
  resume,
  export_json,
  export_csv,
  export_markdown,
  report,
  count,
  batch,
  out,
  quick,
  output,
  store,
  format,
};
inline constexpr std::size_t option_count = static_cast<std::size_t>(Option::format) + 1;

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
  Option option;
  std::string_view name;  ///< without the dashes; also the key in spec files
  /// What stands for the value in the help: a word for each value it takes; empty for a flag.
  std::string_view value;
  std::string_view help;
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
    values_[index(option)] = {std::move(value)};
    origins_[index(option)] = std::move(origin);
  }
  /// One more value of an option that takes several.
  void add(Option option, std::string value) { values_[index(option)].push_back(std::move(value)); }
  bool has(Option option) const { return !all(option).empty(); }
  /// The (first) value; null when it was not given.
  const std::string* get(Option option) const {
    return has(option) ? &all(option).front() : nullptr;
  }
  /// All values in their order, of all times it was given.
  const std::vector<std::string>& all(Option option) const { return values_[index(option)]; }
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
  static constexpr std::size_t index(Option option) { return static_cast<std::size_t>(option); }

  std::array<std::vector<std::string>, option_count> values_;
  std::array<std::string, option_count> origins_;
};

}  // namespace mirador::cli
