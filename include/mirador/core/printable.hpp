#pragma once

#include <string>
#include <string_view>

namespace mirador {

/// UTF-8 text without line breaks, other characters that steer a terminal, and invisible ones.
bool is_printable(std::string_view text);

/// The same text with a ? for each byte that cannot be shown.
std::string printable(std::string_view text);

}  // namespace mirador
