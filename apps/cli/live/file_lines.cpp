#include "live/file_lines.hpp"

#include "mirador/core/error.hpp"
#include "terminal/input.hpp"

namespace mirador::cli {

std::string LineFile::place_of_line(std::size_t number) const {
  return std::string(field) + ": " + (name == "-" ? "standard input" : name) + ":" +
         std::to_string(number) + ": ";
}

void for_each_line(const LineFile& file,
                   const std::function<void(std::string_view, std::size_t)>& take) {
  const std::string all = read_file_or_stdin(file.field, file.name, {file.what, 1u << 30});
  std::string_view text = all;
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    try {
      take(line, number);
    } catch (const InputError& error) {
      throw InputError(file.place_of_line(number) + error.what());
    }
  }
}

}  // namespace mirador::cli
