#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "plot/svg.hpp"

namespace mirador::plot {

/// How charts look. A style is a number: it stands for a colour (7 of them), a marker (6) and a
/// dash (5), so that no two of the first 42 agree in colour and marker. Use the same number for the
/// same thing in all charts of a page.

/// Styles that differ by this have the same colour.
inline constexpr std::size_t colour_count = 7;

enum class Dash { automatic, solid, dashed };

inline constexpr double title_size = 15.0, heading_size = 13.0, text_size = 12.0, note_size = 11.5;

/// The same for every chart, and only about what stands in an element of class mirador-plot:
/// several charts in one page do not disturb each other or the page. A page may set the custom
/// properties itself. Every colour has a contrast of 3 or more to the surface, light and dark, and
/// text one of 6; any two stay apart for readers who confuse red and green.
std::string_view style_sheet();

/// The class that sets `color`; marks draw in currentColor.
std::string colour_class(std::size_t style);

/// For stroke-dasharray; empty for a solid line. Automatic takes the style's own.
std::string_view dash_pattern(Dash dash, std::size_t style);

/// The style's marker around a point.
void draw_marker(Svg& svg, std::size_t style, double x, double y, std::string_view tip);

}  // namespace mirador::plot
