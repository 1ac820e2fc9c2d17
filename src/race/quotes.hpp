#pragma once

#include <string>
#include <string_view>

namespace mirador::race {

/// For messages.
inline std::string in_quotes(std::string_view text) { return '"' + std::string(text) + '"'; }

}  // namespace mirador::race
