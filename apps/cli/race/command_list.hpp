#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arguments/option_table.hpp"
#include "mirador/race/race_spec.hpp"

namespace mirador::cli {

/// The commands of a race.
struct Contestants {
  std::vector<race::Command> commands;
  std::optional<std::size_t> reference = std::nullopt;  ///< its place among them
};

/// Every typed command once per combination of the values of -L and -P, with its preparation and a
/// unique name. The reference is the first of them, unless it is one of the others anyway. Throws
/// InputError for options that do not fit together.
Contestants read_commands(const RawOptions& options);

/// A command in a form that fits one line and can be the name of an arm.
std::string showable(std::string_view command);

}  // namespace mirador::cli
