#pragma once

#include <string>

#include "arguments/command_table.hpp"

namespace mirador::cli {

/// The command and its options, as typed.
struct Invocation {
  Command command = Command::show;
  RawOptions options;  ///< as typed; the file of --spec is not read yet
  std::string text;    ///< for `show`: the help or the version
};

/// Parses the words of the command line. Throws InputError, with a suggestion if possible, for
/// unknown commands and options, missing values, options given twice and stray words. Values are
/// not parsed here.
Invocation parse_command_line(int argc, const char* const* argv);

}  // namespace mirador::cli
