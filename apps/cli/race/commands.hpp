#pragma once

#include "arguments/option_table.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Which command is fastest, or best, of those that are run here (mirador::race is the library).
ExitCode race(const RawOptions& options);

/// Has a command become slower than another by more than it may?
ExitCode gate(const RawOptions& options);

}  // namespace mirador::cli
