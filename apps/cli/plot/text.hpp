#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mirador::plot {

/// Texts and numbers as charts show them. All in UTF-8, none depends on the locale.

/// For XML texts and attributes: &, <, >, " and ' as entities; control characters are left out,
/// because XML has no way to write them.
std::string escaped(std::string_view text);

/// With thousands separators and a true minus: 1,066.7 and −3.
std::string grouped(double value, int decimals);

/// About four digits: 1,867, 12.35, 0.0123, 1.23×10⁻⁷; "–" when not finite.
std::string readable(double value);

/// 10⁻³, or 2×10⁻³ when the mantissa is not 1.
std::string power_of_ten(std::string_view mantissa, int exponent);

/// How wide the text is in pixels, at most. An SVG cannot ask, and the font is the reader's:
/// this estimate is that of a wide one, so that what fits here fits everywhere.
double text_width(std::string_view text, double font_size);

/// The text, or as much of its beginning as there is room for and then …
std::string fitted(std::string_view text, double font_size, double room);

/// The text in lines no wider than there is room for, broken at spaces.
std::vector<std::string> wrapped(std::string_view text, double font_size, double room);

}  // namespace mirador::plot
