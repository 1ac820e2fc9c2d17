#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mirador::plot {

/// Texts and numbers for charts: UTF-8, independent of the locale.

/// Escapes a text for XML: &, <, >, " and ' become entities; control characters are removed,
/// because XML cannot represent them.
std::string escaped(std::string_view text);

/// With thousands separators and a real minus sign: 1,066.7 and −3.
std::string grouped(double value, int decimals);

/// About four digits: 1,867, 12.35, 0.0123, 1.23×10⁻⁷; "–" when not finite.
std::string readable(double value);

/// 10⁻³, or 2×10⁻³ when the mantissa is not 1.
std::string power_of_ten(std::string_view mantissa, int exponent);

/// The greatest likely width of the text, in pixels. An SVG cannot measure its text, and the reader
/// chooses the font: the estimate is for a wide font.
double text_width(std::string_view text, double font_size);

/// The text, or as much of its beginning as fits, followed by ….
std::string fitted(std::string_view text, double font_size, double room);

/// The text in lines that fit the room, broken at spaces.
std::vector<std::string> wrapped(std::string_view text, double font_size, double room);

}  // namespace mirador::plot
