#pragma once

#include "arguments/option_table.hpp"
#include "paper/settings.hpp"

namespace mirador::cli {

/// Everything `paper` needs. Throws InputError for what cannot be used.
paper::Settings read_paper(const RawOptions& options);

}  // namespace mirador::cli
