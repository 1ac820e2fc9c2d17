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

/// Every option there is, once: the command line, spec files, help and suggestions all read this
/// table. Values stay text here; options.hpp gives them meaning.

enum class Option : std::size_t {
  problem,
  means,
  family,
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
  format,
  rules,
  stopping,
  runs,
  seed,
  max_samples,
  threads,
  backend,
  csv_runs,
  checkpoint,
  out,
  quick,
};
inline constexpr std::size_t option_count = static_cast<std::size_t>(Option::quick) + 1;

/// What an option is about, which decides the commands that take it.
enum class Scope { problem, risk, output, race, replications, report };

struct OptionText {
  std::string_view name;   ///< without the dashes; also the key in spec files
  std::string_view value;  ///< what stands for the value in the help; empty for a flag
  std::string_view help;
  Scope scope;
};

/// Does the command ("bound", "sim", "paper") take options of this scope?
bool serves(Scope scope, std::string_view command);

/// In the order of Option.
std::span<const OptionText, option_count> option_table();
inline const OptionText& text_of(Option option) {
  return option_table()[static_cast<std::size_t>(option)];
}
std::optional<Option> find_option(std::string_view name);
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
