#pragma once

#include <string>

#include "arguments/command_table.hpp"

namespace mirador::cli {

/// What the user asks for.
struct Invocation {
  Command command = Command::show;
  RawOptions options;  ///< as typed; the file of --spec is not read yet
  std::string text;    ///< for `show`: the help or the version
};

/// Takes the words of the command line apart. Throws InputError, with a suggestion where there is
/// one, for unknown commands and options, missing values, options given twice and stray words.
/// What the values mean is not looked at here.
Invocation parse_command_line(int argc, const char* const* argv);

}  // namespace mirador::cli
