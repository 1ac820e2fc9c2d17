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

/// `show` is what --help and --version ask for.
enum class Command {
  show,
  bound,
  sim,
  paper,
  create,
  ask,
  tell,
  observe,
  abandon,
  status,
  list,
  report,
  save,
  load,
  remove,
};

/// Everything that can be typed behind a command, once: options (--top 2) and plain words (the NAME
/// of an experiment). The command line, spec files, help and suggestions all read this table.
/// Values stay text here; problem_options.hpp, options.hpp and live_options.hpp give them meaning.

enum class Option : std::size_t {
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
  sets,
  spec,
  delta,
  rule,
  rules,
  stopping,
  runs,
  seed,
  max_samples,
  threads,
  backend,
  csv_runs,
  checkpoint,
  count,
  batch,
  out,
  quick,
  output,
  store,
  format,
};
inline constexpr std::size_t option_count = static_cast<std::size_t>(Option::format) + 1;

/// What a line of the table is about, which decides the commands that take it.
enum class Scope {
  word,  ///< has no dashes; command_table.hpp says whose it is
  problem,
  instance,
  risks,
  design,
  stopping,
  race,
  replications,
  seed,
  tickets,
  batch,
  rename,
  folder,
  file,
  place,
  output,
};

struct OptionText {
  Option option;
  std::string_view name;   ///< without the dashes; also the key in spec files
  std::string_view value;  ///< what stands for the value in the help; empty for a flag
  std::string_view help;
  Scope scope;
  char letter = '\0';  ///< for the short form, if any
};

/// Does the command take options of this scope?
bool serves(Scope scope, Command command);

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
    values_[index(option)] = std::move(value);
    origins_[index(option)] = std::move(origin);
  }
  bool has(Option option) const { return get(option).has_value(); }
  const std::optional<std::string>& get(Option option) const { return values_[index(option)]; }
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

 private:
  std::string origin_of(Option option) const;
  static constexpr std::size_t index(Option option) { return static_cast<std::size_t>(option); }

  std::array<std::optional<std::string>, option_count> values_;
  std::array<std::string, option_count> origins_;
};

}  // namespace mirador::cli
