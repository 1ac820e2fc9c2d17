#include "mirador/core/printable.hpp"

#include <cstddef>

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
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return first < 0x20 || first == 0x7f ? 0 : 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  char32_t letter = first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    letter = (letter << 6) | (byte(i) & 0x3f);
  }
  constexpr char32_t least[] = {0, 0, 0xa0, 0x800, 0x10000};  // below 0xa0 are control characters
  const bool surrogate = letter >= 0xd800 && letter <= 0xdfff;
  const bool bad = letter > 0x10ffff || surrogate || invisible(letter);
  return letter < least[length] || bad ? 0 : length;
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
