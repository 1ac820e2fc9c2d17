#include "plot/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "mirador/core/utf8.hpp"

namespace mirador::plot {
namespace {

/// The width of a character, in font sizes, by its first two bytes.
double character_width(char first, char second) {
  constexpr std::string_view narrow = "iljtfrI.,:;'|!()[]/ ", wide = "mwMW%@";
  if (static_cast<unsigned char>(first) >= 0x80) {
    const bool superscript = first == '\xc2' ? second >= '\xb2' && second <= '\xb9'
                                             : first == '\xe2' && second == '\x81';
    return superscript ? 0.45 : 0.7;
  }
  if (narrow.find(first) != narrow.npos) return 0.41;
  if (wide.find(first) != wide.npos) return 0.98;
  return first >= 'A' && first <= 'Z' ? 0.72 : 0.635;
}

std::string superscript(int number) {
  constexpr std::array<std::string_view, 10> digits = {"⁰", "¹", "²", "³", "⁴",
                                                       "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : fmt::format("{}", number)) {
    text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
  }
  return text;
}

}  // namespace

std::string escaped(std::string_view text) {
  constexpr std::string_view special = "&<>\"'";
  constexpr std::array<std::string_view, 5> entities = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string out;
  for (const char c : text) {
    const std::size_t place = special.find(c);
    if (place != special.npos) {
      out += entities[place];
    } else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') {
      out += c;
    }
  }
  return out;
}

std::string grouped(double value, int decimals) {
  std::string text = fmt::format("{:.{}f}", std::fabs(value), decimals);
  const std::size_t whole = std::min(text.find('.'), text.size());
  for (std::size_t place = whole; place > 3; place -= 3) text.insert(place - 3, 1, ',');
  const bool zero = text.find_first_not_of("0.,") == text.npos;
  return value < 0.0 && !zero ? fmt::format("−{}", text) : text;
}

std::string power_of_ten(std::string_view mantissa, int exponent) {
  return fmt::format("{}10{}", mantissa == "1" ? "" : fmt::format("{}×", mantissa),
                     superscript(exponent));
}

std::string readable(double value) {
  if (!std::isfinite(value)) return "–";
  if (value == 0.0) return "0";
  // The exponent after rounding to the digits shown: 999.96 becomes 1,000, not 1,000.0.
  const std::string text = fmt::format("{:.3e}", value);
  const int exponent = std::stoi(text.substr(text.find('e') + 1));
  if (exponent >= -3 && exponent < 7) {
    std::string plain = grouped(value, std::max(0, 3 - exponent));
    if (exponent < 3) plain.erase(plain.find_last_not_of("0") + 1);
    if (plain.back() == '.') plain.pop_back();
    return plain;
  }
  return power_of_ten(grouped(value / std::pow(10.0, exponent), 2), exponent);
}

double text_width(std::string_view text, double font_size) {
  double width = 0.0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (continues_character(text[i])) continue;
    width += character_width(text[i], i + 1 < text.size() ? text[i + 1] : '\0');
  }
  return width * font_size;
}

std::string fitted(std::string_view text, double font_size, double room) {
  if (text_width(text, font_size) <= room) return std::string(text);
  std::size_t end = 0;
  for (double width = font_size; end < text.size();) {
    const std::string_view character = first_character(text.substr(end));
    width += text_width(character, font_size);
    if (width > room) break;
    end += character.size();
  }
  return fmt::format("{}…", text.substr(0, end));
}

std::vector<std::string> wrapped(std::string_view text, double font_size, double room) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const std::string word = fitted(text.substr(0, length), font_size, room);
    text.remove_prefix(std::min(length + 1, text.size()));
    const std::string longer = lines.empty() ? word : fmt::format("{} {}", lines.back(), word);
    if (!lines.empty() && text_width(longer, font_size) <= room) {
      lines.back() = longer;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

}  // namespace mirador::plot
