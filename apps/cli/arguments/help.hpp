#pragma once

#include <string>
#include <string_view>

#include "arguments/command_table.hpp"

namespace mirador::cli {

/// What --help says beside the list of options. All of it fits 80 columns.

/// The program in two lines, and the end of its help.
std::string_view program_about();
std::string_view program_examples();

/// A command in a paragraph, and the end of its help.
std::string_view command_about(Command command);
std::string command_examples(Command command);

}  // namespace mirador::cli
