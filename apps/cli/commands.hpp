#pragma once

#include <functional>
#include <map>

#include "arguments/command_table.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// What each command does: it reads its options (those of the spec file among them), works, and
/// writes its result to standard output. Errors are thrown: InputError before anything was done,
/// RunError afterwards.
using Commands = std::map<Command, std::function<ExitCode(const RawOptions&)>>;
Commands all_commands();

/// Reads the command line and runs its command. An error in the options of a spec file is reported
/// with its place in the file.
ExitCode run(int argc, const char* const* argv, const Commands& commands);

}  // namespace mirador::cli
