#pragma once

#include <string>
#include <string_view>

namespace mirador::cli {

/// What --help says beside the list of options. All of it fits 80 columns.

/// The program in two lines, and the end of its help.
std::string_view program_about();
std::string_view program_examples();

/// A command in a paragraph, and the end of its help; for "bound" or "sim".
std::string_view command_about(std::string_view command);
std::string command_examples(std::string_view command);

}  // namespace mirador::cli
