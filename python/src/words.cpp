#include "words.hpp"

#include <algorithm>
#include <cstddef>

namespace mirador::python {
namespace {

constexpr std::string_view letters_of_names = "abcdefghijklmnopqrstuvwxyz-";

/// The text that begins at a place and looks like the name of an option.
std::string_view name_at(std::string_view text, std::size_t place) {
  const std::size_t end = std::min(text.find_first_not_of(letters_of_names, place), text.size());
  return text.substr(place, end - place);
}

void add_keyword(std::string& out, std::string_view option) {
  for (const char letter : option) out += letter == '-' ? '_' : letter;
}

}  // namespace

std::string in_python(std::string_view message) {
  std::string out;
  std::size_t place = 0;
  const std::string_view field = name_at(message, 0);
  if (message.substr(field.size()).starts_with(": ")) {
    add_keyword(out, field);
    place = field.size();
  }
  bool quoted = false;
  while (place < message.size()) {
    const bool begins_word = place == 0 || message[place - 1] == ' ';
    const bool is_option = !quoted && begins_word && message.substr(place).starts_with("--");
    const std::string_view option = is_option ? name_at(message, place + 2) : std::string_view();
    if (!option.empty()) {
      add_keyword(out, option);
      place += 2 + option.size();
      continue;
    }
    if (message[place] == '"') quoted = !quoted;
    out += message[place++];
  }
  return out;
}

}  // namespace mirador::python
