#pragma once

#include <vector>

#include "arguments/option_table.hpp"
#include "mirador/race/race_spec.hpp"

namespace mirador::cli {

/// The commands of a race: those typed, each once for every combination of the values of -L and -P,
/// with their preparations and with names that differ. Throws InputError for what does not fit
/// together.
std::vector<race::Command> read_commands(const RawOptions& options);

/// A command as it can be shown in a line, and used as the name of an arm.
std::string showable(std::string_view command);

}  // namespace mirador::cli
