#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

/// UTF-8 taken apart, by byte and by character. In the header, for libraries that link nothing else
/// of mirador.
namespace mirador {

/// Every byte of a character but its first has the form 10xxxxxx.
constexpr bool continues_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

/// The character at the front of a text that is not empty, valid or not: its first byte and those
/// that continue it, four at most. A byte that begins none counts as one.
constexpr std::string_view first_character(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && length < 4 && continues_character(text[length])) ++length;
  return text.substr(0, length);
}

/// A character by its number in Unicode, and how many bytes it has.
struct Character {
  char32_t code;
  std::size_t length;
};

/// The valid character at the front of a text that is not empty; nothing where there is none: stray
/// or missing bytes, more bytes than needed, a surrogate, or beyond the last number.
constexpr std::optional<Character> valid_character(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  if (first < 0x80) return Character{first, 1};
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return std::nullopt;
  char32_t code = first & (0xffu >> (length + 1));
  for (const char byte : text.substr(1, length - 1)) {
    if (!continues_character(byte)) return std::nullopt;
    code = (code << 6) | (static_cast<unsigned char>(byte) & 0x3fu);
  }
  constexpr char32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < least[length] || surrogate || code > 0x10ffff) return std::nullopt;
  return Character{code, length};
}

/// As much of the beginning as fits into so many bytes (three or more), without parts of a
/// character.
constexpr std::string_view first_bytes(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t length = most;
  while (length > most - 3 && continues_character(text[length])) --length;
  return text.substr(0, length);
}

}  // namespace mirador
