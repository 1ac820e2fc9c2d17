#pragma once

#include <string_view>

namespace mirador::cli {

/// The script of the pages: it needs no other, and no build.
std::string_view script();

}  // namespace mirador::cli
