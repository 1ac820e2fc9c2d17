#include "plot/line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "plot/text.hpp"

namespace mirador::plot {
namespace {

/// The least distance between markers, in pixels.
constexpr double marker_gap = 15.0;

std::size_t style_of(const LinePlot& plot, std::size_t index) {
  return plot.series[index].style.value_or(index);
}

Dash dash_of(const Series& series) {
  return series.dash == Dash::automatic && series.markers ? Dash::solid : series.dash;
}

bool is_gap(const LinePlot& plot, const Point& point) {
  return !drawable(point.x, plot.x.kind) || !drawable(point.y, plot.y.kind);
}

/// The line through the points, interrupted at gaps. A single point becomes a dot: line caps are
/// round.
std::string line_path(const Panel& panel, const std::vector<Point>& points) {
  std::string path;
  bool drawing = false;
  for (const Point& point : points) {
    const bool shown = panel.x.shows(point.x) && panel.y.shows(point.y);
    if (shown) {
      const std::string x = pixels(panel.x(point.x)), y = pixels(panel.y(point.y));
      if (!drawing) path += fmt::format("M{},{}", x, y);
      path += fmt::format("L{},{}", x, y);
    }
    drawing = shown;
  }
  return path;
}

std::string bars_path(const Panel& panel, const std::vector<Point>& points) {
  std::string path;
  for (const Point& point : points) {
    if (!panel.x.shows(point.x) || !panel.y.shows(point.low) || !panel.y.shows(point.high))
      continue;
    const double x = panel.x(point.x), low = panel.y(point.low), high = panel.y(point.high);
    path += fmt::format("M{0},{1}h6M{2},{1}V{3}M{0},{3}h6", pixels(x - 3.0), pixels(low), pixels(x),
                        pixels(high));
  }
  return path;
}

void draw_markers(Svg& svg, const Panel& panel, const Series& series, std::size_t style) {
  double last = -marker_gap;
  for (const Point& point : series.points) {
    if (!panel.x.shows(point.x) || !panel.y.shows(point.y)) continue;
    const double x = panel.x(point.x);
    if (std::fabs(x - last) < marker_gap) continue;
    last = x;
    std::string tip =
        fmt::format("{} at {}: {}", series.name, readable(point.x), readable(point.y));
    if (std::isfinite(point.low) && std::isfinite(point.high)) {
      tip += fmt::format(" ({} to {})", readable(point.low), readable(point.high));
    }
    draw_marker(svg, style, x, panel.y(point.y), tip);
  }
}

void draw_series(Svg& svg, const Panel& panel, const Series& series, std::size_t style) {
  svg.open("g", {{"class", colour_class(style)}});
  svg.path("mp-thin", bars_path(panel, series.points));
  svg.path("mp-line", line_path(panel, series.points), dash_pattern(dash_of(series), style),
           series.name);
  if (series.markers) draw_markers(svg, panel, series, style);
  svg.close();
}

std::vector<LegendEntry> series_legend(const LinePlot& plot) {
  using Key = LegendEntry::Key;
  std::vector<LegendEntry> entries;
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const Series& series = plot.series[i];
    entries.push_back({series.name, series.markers ? Key::line_and_marker : Key::line,
                       style_of(plot, i), dash_of(series)});
  }
  return entries;
}

PanelPlan plan_of(const LinePlot& plot) {
  std::vector<double> xs, ys;
  for (const Series& series : plot.series) {
    for (const Point& point : series.points) {
      if (is_gap(plot, point)) continue;
      xs.push_back(point.x);
      ys.insert(ys.end(), {point.y, point.low, point.high});
    }
  }
  if (xs.empty()) throw std::invalid_argument("nothing to draw: no series has a point to show");
  PanelPlan plan = {.across = drawable(plot.across, plot.y)};
  for (const Reference& line : plan.across) {
    ys.push_back(line.at);
    plan.margin.push_back({line.at, line.label, true});
  }
  plan.x = numeric(plot.x, xs);
  plan.y = numeric(plot.y, ys);
  return plan;
}

}  // namespace

std::string draw(const LinePlot& plot, const Canvas& canvas) {
  FigurePlan figure = {.caption = plot.caption, .panels = {plan_of(plot)}};
  if (plot.series.size() > 1) figure.legend = series_legend(plot);
  return draw_figure(figure, canvas, [&](Svg& svg, const Panel& panel) {
    for (std::size_t i = 0; i < plot.series.size(); ++i) {
      draw_series(svg, panel, plot.series[i], style_of(plot, i));
    }
  });
}

}  // namespace mirador::plot
