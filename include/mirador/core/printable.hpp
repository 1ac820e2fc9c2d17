#pragma once

#include <string_view>

namespace mirador {

/// UTF-8 text without line breaks, other characters that steer a terminal, and invisible ones.
bool is_printable(std::string_view text);

}  // namespace mirador
