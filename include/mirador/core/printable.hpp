#pragma once

#include <string>
#include <string_view>

namespace mirador {

/// Is it UTF-8 without line breaks, other control characters, and invisible characters?
bool is_printable(std::string_view text);

/// The same text with a ? for each byte that cannot be printed.
std::string printable(std::string_view text);

}  // namespace mirador
