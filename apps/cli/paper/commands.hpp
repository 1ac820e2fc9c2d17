#pragma once

#include "arguments/option_table.hpp"
#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// Reproduction of the source paper, as a report.
ExitCode paper(const RawOptions& options);

}  // namespace mirador::cli
