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
  level,
  top,
  lowest,
  sets,
  spec,
  margin,
  lo,
  hi,
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
};
inline constexpr std::size_t option_count = static_cast<std::size_t>(Option::csv_runs) + 1;

/// Where an option belongs: to every command, to `sim` only, or to a later version (it is known,
/// so that it can be refused in words).
enum class Scope { problem, every, sim, later };

struct OptionText {
  std::string_view name;   ///< without the dashes; also the key in spec files
  std::string_view value;  ///< what stands for the value in the help; empty for a flag
  std::string_view help;
  Scope scope;
};

/// In the order of Option.
std::span<const OptionText, option_count> option_table();
inline const OptionText& text_of(Option option) {
  return option_table()[static_cast<std::size_t>(option)];
}
std::optional<Option> find_option(std::string_view name);
/// Names fit to be suggested: all but those of later versions.
std::vector<std::string_view> option_names();

/// One [[set]] table of a TOML file: the answer {λ : rows λ > bounds}.
struct SetTable {
  std::string name;
  std::vector<std::vector<double>> rows;
  std::vector<double> bounds;
};

/// What was typed, option by option, before it is understood.
class RawOptions {
 public:
  void set(Option option, std::string value) { slot(option) = std::move(value); }
  bool has(Option option) const { return get(option).has_value(); }
  const std::optional<std::string>& get(Option option) const {
    return values_[static_cast<std::size_t>(option)];
  }
  /// The value, or `otherwise` when it was not given.
  std::string_view value_or(Option option, std::string_view otherwise) const {
    return has(option) ? std::string_view(*get(option)) : otherwise;
  }
  /// Takes from `other` what is not given here.
  void complete_from(RawOptions other);

  std::vector<SetTable> set_tables;  ///< of a spec file that holds its own sets

 private:
  std::optional<std::string>& slot(Option option) {
    return values_[static_cast<std::size_t>(option)];
  }
  std::array<std::optional<std::string>, option_count> values_;
};

}  // namespace mirador::cli
