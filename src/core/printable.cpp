#include "mirador/core/printable.hpp"

#include <cstddef>

#include "mirador/core/utf8.hpp"

namespace mirador {
namespace {

/// Characters without width or that change the direction of text: two names could look alike.
/// Joiners are allowed, because some scripts and emoji need them.
bool invisible(char32_t letter) {
  return letter == 0xad || letter == 0xfeff || letter == 0x200b || letter == 0x200e ||
         letter == 0x200f || (letter >= 0x2028 && letter <= 0x202e) ||
         (letter >= 0x2060 && letter <= 0x206f);
}

/// The length in bytes of the UTF-8 character at the front of the text; 0 if it is invalid or a
/// control character.
std::size_t printable_length(std::string_view text) {
  const std::optional<Character> character = valid_character(text);
  if (!character || invisible(character->code)) return 0;
  const bool control =
      character->code < 0x20 || (character->code >= 0x7f && character->code < 0xa0);
  return control ? 0 : character->length;
}

}  // namespace

bool is_printable(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable(std::string_view text) {
  std::string shown;
  while (!text.empty()) {
    const std::size_t length = printable_length(text);
    if (length == 0) {
      shown += '?';
    } else {
      shown += text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return shown;
}

}  // namespace mirador
