#pragma once

#include "arguments/option_table.hpp"
#include "paper/settings.hpp"

namespace mirador::cli {

/// Everything that `paper` needs. Throws InputError for invalid values.
paper::Settings read_paper(const RawOptions& options);

}  // namespace mirador::cli
