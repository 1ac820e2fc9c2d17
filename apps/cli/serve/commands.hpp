#pragma once

#include "arguments/option_table.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Experiments over HTTP, until SIGTERM or SIGINT.
ExitCode serve(const RawOptions& options);
/// Makes a token for clients of `serve`.
ExitCode token(const RawOptions& options);

}  // namespace mirador::cli
