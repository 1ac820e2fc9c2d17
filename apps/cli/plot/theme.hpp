#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "plot/svg.hpp"

namespace mirador::plot {

/// The look of charts. A style is a number that selects a colour (of 7), a marker (of 6) and a dash
/// (of 5); no two of the first 42 styles have the same colour and marker. Use the same number for
/// the same thing in all charts of a page.

/// Styles that differ by this number have the same colour.
inline constexpr std::size_t colour_count = 7;

enum class Dash { automatic, solid, dashed };

inline constexpr double title_size = 15.0, heading_size = 13.0, text_size = 12.0, note_size = 11.5;

/// The style sheet of every chart. It applies only inside elements of class mirador-plot, so that
/// several charts do not affect each other or the page. A page may set the custom properties
/// itself. Every colour has a contrast of at least 3 to the surface, light and dark, and text at
/// least 6; any two colours are distinct for readers who confuse red and green.
std::string_view style_sheet();

/// The class that sets `color`; marks are drawn in currentColor.
std::string colour_class(std::size_t style);

/// The value of stroke-dasharray; empty for a solid line. Automatic uses the dash of the style.
std::string_view dash_pattern(Dash dash, std::size_t style);

/// Draws the marker of the style around a point.
void draw_marker(Svg& svg, std::size_t style, double x, double y, std::string_view tip);
/// The same in the colour of a class.
void draw_marker(Svg& svg, std::size_t style, std::string_view colour, double x, double y,
                 std::string_view tip);

}  // namespace mirador::plot
