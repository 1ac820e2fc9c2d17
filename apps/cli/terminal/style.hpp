#pragma once

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace mirador::cli {

/// A terminal that understands escape sequences. What mpirun gives its processes looks like one,
/// but is not where the user reads.
inline bool is_live_terminal(std::FILE* stream) {
  const char* const term = std::getenv("TERM");
  return isatty(fileno(stream)) == 1 && term != nullptr && std::string_view(term) != "dumb" &&
         std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr;
}

/// ... and whose user has not asked for plain text (NO_COLOR, https://no-color.org).
inline bool wants_colour(std::FILE* stream) {
  const char* const plain = std::getenv("NO_COLOR");
  return is_live_terminal(stream) && (plain == nullptr || *plain == '\0');
}

/// The width of a terminal; where it does not say, the variable COLUMNS, else 80.
inline std::size_t columns_of(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char* const said = std::getenv("COLUMNS");
  const int columns = said == nullptr ? 0 : std::atoi(said);
  return columns > 0 ? static_cast<std::size_t>(columns) : 80;
}

/// The height of a terminal; where it does not say, the variable LINES, else 24.
inline std::size_t lines_of(std::FILE* stream) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 0) return size.ws_row;
  const char* const said = std::getenv("LINES");
  const int lines = said == nullptr ? 0 : std::atoi(said);
  return lines > 0 ? static_cast<std::size_t>(lines) : 24;
}

/// Does the user's locale write UTF-8?
inline bool writes_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const locale = std::getenv(name);
    if (locale == nullptr || *locale == '\0') continue;
    const std::string_view value(locale);
    return value.ends_with("UTF-8") || value.ends_with("utf8") || value.ends_with("utf-8");
  }
  return false;
}

}  // namespace mirador::cli
