#include "arguments/toml_text.hpp"

#include <algorithm>

#include "mirador/core/error.hpp"
#include "terminal/input.hpp"

namespace mirador::cli {
namespace {

constexpr std::size_t most_bytes = std::size_t{16} << 20;
constexpr int most_dots = 8;  // a number has one, and the known keys have none

/// The end of the string or comment that begins at `start`; `start` itself if none begins there.
std::size_t skipped(std::string_view text, std::size_t start) {
  const char first = text[start];
  if (first == '#') return std::min(text.find('\n', start), text.size()) - 1;
  if (first != '"' && first != '\'') return start;
  const std::string_view triple = first == '"' ? "\"\"\"" : "'''";
  const bool many_lines = text.substr(start).starts_with(triple);
  const std::string_view mark = many_lines ? triple : triple.substr(0, 1);
  for (std::size_t i = start + mark.size(); i < text.size(); ++i) {
    if (first == '"' && text[i] == '\\') {
      ++i;
    } else if (text.substr(i).starts_with(mark)) {
      return i + mark.size() - 1;
    } else if (text[i] == '\n' && !many_lines) {
      return i;
    }
  }
  return text.size();
}

/// The line of a word (outside strings and comments) with too many dots; 0 if there is none.
std::size_t line_of_dots(std::string_view text) {
  int dots = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '.' && ++dots > most_dots) {
      const std::string_view before = text.substr(0, i);
      return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    }
    if (std::string_view("=,[]{}\n").find(text[i]) != std::string_view::npos) dots = 0;
    i = skipped(text, i);
  }
  return 0;
}

}  // namespace

std::string read_toml_text(std::string_view field, const std::filesystem::path& path) {
  std::string text = read_file(field, path, {"a TOML file", most_bytes});
  if (const std::size_t line = line_of_dots(text)) {
    throw InputError(std::string(field) + ": " + path.string() + ":" + std::to_string(line) +
                     ": a key with more than " + std::to_string(most_dots) +
                     " dots; keys are the names of the options, see --help");
  }
  return text;
}

}  // namespace mirador::cli
