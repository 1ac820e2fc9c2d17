#pragma once

#include <functional>
#include <map>

#include "arguments/command_table.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Each command reads its options (including those of the spec file), works, and writes its result
/// to standard output. It throws InputError before it has done anything, RunError afterwards.
using Commands = std::map<Command, std::function<ExitCode(const RawOptions&)>>;
Commands all_commands();

/// Reads the command line and runs its command. An error in an option from a spec file is reported
/// with its place in the file.
ExitCode run(int argc, const char* const* argv, const Commands& commands);

}  // namespace mirador::cli
