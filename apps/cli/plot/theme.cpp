#include "plot/theme.hpp"

#include <fmt/format.h>

#include <array>

namespace mirador::plot {
namespace {

/// Okabe and Ito's hues, moved in lightness until all pairs differ by 25 or more in CIELAB for
/// normal, protan and deutan sight (Machado's matrices).
constexpr std::string_view sheet = R"(
.mirador-plot{--mp-surface:#fff;--mp-text:#1f2328;--mp-quiet:#57606a;
--mp-grid:#e4e7eb;--mp-axis:#8a929c;
--mp-0:#0059b0;--mp-1:#d56a00;--mp-2:#009e66;--mp-3:#8e4673;
--mp-4:#3d99d6;--mp-5:#6b4000;--mp-6:#23262b;
display:block;max-width:100%;height:auto;
font:12px system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif}
@media (prefers-color-scheme:dark){
.mirador-plot{--mp-surface:#14171c;--mp-text:#e6e9ee;--mp-quiet:#a3acb8;
--mp-grid:#2a2f37;--mp-axis:#6f7885;
--mp-0:#4488ea;--mp-1:#dd4d12;--mp-2:#20c07a;--mp-3:#ab6e94;
--mp-4:#95d2ff;--mp-5:#e9e257;--mp-6:#f6f6ee}}
@media (max-width:599px){.mirador-plot.mp-wide{display:none}}
@media (min-width:600px){.mirador-plot.mp-narrow{display:none}}
.mirador-plot.mp-narrow{width:100%}
.mirador-plot text{fill:var(--mp-text);font-variant-numeric:tabular-nums}
.mirador-plot text.mp-quiet{fill:var(--mp-quiet)}
.mirador-plot text.mp-strong{font-weight:600}
.mirador-plot text.mp-title{font-size:15px;font-weight:600}
.mirador-plot text.mp-heading{font-size:13px;font-weight:600}
.mirador-plot text.mp-note{font-size:11.5px;fill:var(--mp-quiet)}
.mirador-plot .mp-surface{fill:var(--mp-surface)}
.mirador-plot .mp-grid{stroke:var(--mp-grid);stroke-width:1}
.mirador-plot .mp-axis{stroke:var(--mp-axis);stroke-width:1}
.mirador-plot .mp-reference{color:var(--mp-quiet);fill:none;stroke:currentColor;stroke-width:1.5}
.mirador-plot .mp-line{fill:none;stroke:currentColor;stroke-width:2;
stroke-linejoin:round;stroke-linecap:round}
.mirador-plot .mp-thin{fill:none;stroke:currentColor;stroke-width:1.4}
.mirador-plot .mp-median{fill:none;stroke:currentColor;stroke-width:2.6}
.mirador-plot .mp-interval{stroke:currentColor;stroke-width:2.4}
.mirador-plot .mp-arrow{fill:none;stroke:currentColor;stroke-width:2}
.mirador-plot .mp-box{fill:currentColor;fill-opacity:.2;stroke:currentColor;stroke-width:1.4}
.mirador-plot .mp-marker{fill:currentColor;stroke:var(--mp-surface);stroke-width:1}
.mirador-plot .mp-bar{fill:currentColor;fill-opacity:.75}
.mirador-plot .mp-behind{color:var(--mp-quiet)}
.mirador-plot .mp-mean{fill:var(--mp-text);stroke:var(--mp-text);stroke-width:1.6}
.mirador-plot .mp-c0{color:var(--mp-0)}.mirador-plot .mp-c1{color:var(--mp-1)}
.mirador-plot .mp-c2{color:var(--mp-2)}.mirador-plot .mp-c3{color:var(--mp-3)}
.mirador-plot .mp-c4{color:var(--mp-4)}.mirador-plot .mp-c5{color:var(--mp-5)}
.mirador-plot .mp-c6{color:var(--mp-6)}
)";

/// Circle, square, triangle, diamond, inverted triangle, plus; relative to their centres.
constexpr std::array<std::string_view, 6> markers = {
    "m-4,0a4,4 0 1 0 8,0a4,4 0 1 0 -8,0z",
    "m-3.6,-3.6h7.2v7.2h-7.2z",
    "m0,-5l4.6,8h-9.2z",
    "m0,-5.2l4.6,5.2l-4.6,5.2l-4.6,-5.2z",
    "m0,5l4.6,-8h-9.2z",
    "m-1.7,-4.7h3.4v3h3v3.4h-3v3h-3.4v-3h-3v-3.4h3z"};

constexpr std::array<std::string_view, 5> dashes = {"", "7 5", "1.5 5", "9 5 1.5 5", "14 5"};

}  // namespace

std::string_view style_sheet() { return sheet; }

std::string colour_class(std::size_t style) { return fmt::format("mp-c{}", style % colour_count); }

std::string_view dash_pattern(Dash dash, std::size_t style) {
  if (dash == Dash::automatic) return dashes[style % dashes.size()];
  return dashes[dash == Dash::dashed ? 1 : 0];
}

void draw_marker(Svg& svg, std::size_t style, double x, double y, std::string_view tip) {
  draw_marker(svg, style, colour_class(style), x, y, tip);
}

void draw_marker(Svg& svg, std::size_t style, std::string_view colour, double x, double y,
                 std::string_view tip) {
  const std::string path =
      fmt::format("M{},{}{}", pixels(x), pixels(y), markers[style % markers.size()]);
  svg.path(fmt::format("mp-marker {}", colour), path, {}, tip);
}

}  // namespace mirador::plot
