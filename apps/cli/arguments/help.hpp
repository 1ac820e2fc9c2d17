#pragma once

#include <string>
#include <string_view>

#include "arguments/command_table.hpp"

namespace mirador::cli {

/// The texts of --help around the list of options. They fit 80 columns.

/// The program in two lines, and the text after the list of commands.
std::string_view program_about();
std::string_view program_examples();

/// A command in one paragraph, and the text after its options.
std::string_view command_about(Command command);
std::string command_examples(Command command);

}  // namespace mirador::cli
