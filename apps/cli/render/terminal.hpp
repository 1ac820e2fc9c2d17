#pragma once

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace mirador::cli {

/// A terminal that understands escape sequences.
inline bool is_live_terminal(std::FILE* stream) {
  const char* const term = std::getenv("TERM");
  return isatty(fileno(stream)) == 1 && term != nullptr && std::string_view(term) != "dumb";
}

/// ... and whose user has not asked for plain text (NO_COLOR, https://no-color.org).
inline bool wants_colour(std::FILE* stream) {
  const char* const plain = std::getenv("NO_COLOR");
  return is_live_terminal(stream) && (plain == nullptr || *plain == '\0');
}

}  // namespace mirador::cli
