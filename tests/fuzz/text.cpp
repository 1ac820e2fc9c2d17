#include "mirador/core/text.hpp"

#include <string>

#include "fuzz.hpp"
#include "mirador/core/printable.hpp"
#include "plot/text.hpp"
#include "race/command_list.hpp"
#include "text/table.hpp"

/// Text from users (names, notes, commands) as it is displayed: for any bytes, lines stay within
/// their width and contain no control characters or markup.
namespace mirador::fuzz {
namespace {

void show_on_terminal(std::string_view text, std::size_t width) {
  const std::string shown = printable(text);
  require(is_printable(shown), "what is printable can be printed");
  require(is_printable(text) == (shown == text), "printable text stays as it is");
  require(width_of(cli::shortened(shown, width)) <= width, "a shortened text fits");
  require(width_of(cli::padded(shown, width)) >= width, "a padded text fills its column");
  const std::string page = cli::wrapped(shown, width);
  for (std::string_view rest = page; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    require(width_of(line) <= width, "a line fits the page");
  }
  const std::string name = cli::showable(text);
  require(is_printable(name), "a name can be shown");
  require(cli::showable(name) == name, "a name that is shown stays as it is");
}

void show_on_page(std::string_view text, double room) {
  constexpr double font = 12.0;
  const std::string fitted = plot::fitted(text, font, room);
  require(room < font || plot::text_width(fitted, font) <= room, "a label fits its room");
  plot::wrapped(text, font, room);
  require(plot::escaped(text).find_first_of("<>\"'") == std::string::npos, "no text is a tag");
}

}  // namespace
}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mirador::fuzz;
  Input input(data, size);
  const std::size_t width = 10 + input.byte() % 90;
  show_on_terminal(input.rest(), width);
  show_on_page(input.rest(), static_cast<double>(width) - 10.0);
  return 0;
}
