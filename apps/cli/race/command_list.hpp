#pragma once

#include <vector>

#include "arguments/option_table.hpp"
#include "mirador/race/race_spec.hpp"

namespace mirador::cli {

/// The commands of a race: every typed command once per combination of the values of -L and -P,
/// with its preparation and a unique name. Throws InputError for options that do not fit together.
std::vector<race::Command> read_commands(const RawOptions& options);

/// A command in a form that fits one line and can be the name of an arm.
std::string showable(std::string_view command);

}  // namespace mirador::cli
