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

/// The width of a terminal; 80 when it does not say.
inline std::size_t columns_of(std::FILE* stream) {
  winsize size{};
  return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace mirador::cli
