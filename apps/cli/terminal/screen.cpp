#include "terminal/screen.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace mirador::cli {
namespace {

bool wants_colour(std::FILE* stream, Style style) {
  if (style == Style::full || style == Style::color) return true;
  if (style != Style::automatic) return false;
  const char* const plain = std::getenv("NO_COLOR");
  return is_live_terminal(stream) && (plain == nullptr || *plain == '\0');
}

/// The size that the terminal reports, else that of the variable, else the default.
std::size_t size_from(unsigned short said, const char* variable, std::size_t usual) {
  if (said > 0) return said;
  const char* const typed = std::getenv(variable);
  const int size = typed == nullptr ? 0 : std::atoi(typed);
  return size > 0 ? static_cast<std::size_t>(size) : usual;
}

bool writes_utf8() {
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const locale = std::getenv(name);
    if (locale == nullptr || *locale == '\0') continue;
    const std::string_view value(locale);
    return value.ends_with("UTF-8") || value.ends_with("utf8") || value.ends_with("utf-8");
  }
  return false;
}

}  // namespace

Screen screen_of(std::FILE* stream, Style style) {
  winsize size{};
  if (ioctl(fileno(stream), TIOCGWINSZ, &size) != 0) size = {};
  return {.columns = size_from(size.ws_col, "COLUMNS", 80),
          .lines = size_from(size.ws_row, "LINES", 24),
          .colour = wants_colour(stream, style),
          .utf8 = writes_utf8()};
}

bool is_live_terminal(std::FILE* stream) {
  const char* const term = std::getenv("TERM");
  return isatty(fileno(stream)) == 1 && term != nullptr && std::string_view(term) != "dumb" &&
         std::getenv("OMPI_COMM_WORLD_SIZE") == nullptr;
}

bool is_redrawn(std::FILE* stream, Style style) {
  if (style == Style::full) return true;
  return (style == Style::automatic || style == Style::nocolor) && is_live_terminal(stream);
}

}  // namespace mirador::cli
