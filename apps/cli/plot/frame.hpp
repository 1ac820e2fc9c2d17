#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "plot/scale.hpp"
#include "plot/svg.hpp"
#include "plot/theme.hpp"

namespace mirador::plot {

/// The parts of a chart around its marks: title, legend, panels with axes and grid, reference
/// lines, labels in the margin, note. A chart describes what it needs and draws only its marks.

/// The place and size of a chart.
struct Canvas {
  std::string id =
      {};  ///< prefix of every id in the chart: a letter, then letters, digits, - and _
  double width = 720.0;
  bool show_title = true;
  /// any: a separate file with the style sheet. The others: part of a page, see responsive.
  enum class Window { any, wide, narrow } window = Window::any;
};

/// The texts around a chart. Screen readers read the title and the description.
struct Caption {
  std::string title = {};
  std::string description = {};
  std::string note = {};  ///< small text below the chart: how to read the marks
};

/// A line across the plot at a value of one axis.
struct Reference {
  double at = 0.0;
  std::string label = {};
};

struct LegendEntry {
  enum class Key { line, line_and_marker, marker, reference };
  std::string text = {};
  Key key = Key::line;
  std::size_t style = 0;
  Dash dash = Dash::automatic;
};

/// An axis with its range, or with categories at 0, 1, 2 ...
struct AxisPlan {
  Axis axis = {};
  Interval domain = {};
  std::vector<Tick> categories = {};
  bool grid = true;
};

/// The references that can be drawn on the axis.
std::vector<Reference> drawable(const std::vector<Reference>& references, const Axis& axis);

AxisPlan numeric(const Axis& axis, std::span<const double> values);
AxisPlan categorical(std::vector<Tick> categories, bool grid);

/// Text to the right of a panel, at a height on its y axis or close to it.
struct MarginLabel {
  double at = 0.0;
  std::string text = {};
  bool of_reference = false;  ///< draws a short line from the reference to the text
};

struct PanelPlan {
  std::string title = {};
  AxisPlan x = {}, y = {};
  std::vector<Reference> across = {};   ///< horizontal; labelled by the legends or in the margin
  std::vector<Reference> upright = {};  ///< vertical; labelled at their upper ends
  std::vector<LegendEntry> legend = {};
  std::vector<MarginLabel> margin = {};
};

struct FigurePlan {
  Caption caption = {};
  std::vector<LegendEntry> legend = {};
  std::vector<PanelPlan> panels = {};
  double panel_height = 0.0;  ///< 0: derived from the width
};

/// What a chart needs to draw its marks.
struct Panel {
  std::size_t index;
  double left, top, right, bottom;
  Scale x, y;
};

/// Draws the whole chart. Panels are side by side as far as the width allows. If y has categories,
/// only the first panel of a row names them. Throws std::invalid_argument if the id is invalid, the
/// title is missing or there is no panel.
std::string draw_figure(const FigurePlan& plan, const Canvas& canvas,
                        const std::function<void(Svg&, const Panel&)>& draw_marks);

/// For a page: the chart for wide and for narrow windows, without the style sheet. The page must
/// contain the style sheet once in a <style>; it shows the chart that fits.
template <class Chart>
std::string responsive(const Chart& chart, Canvas canvas) {
  canvas.window = Canvas::Window::wide;
  std::string both = draw(chart, canvas);
  canvas.window = Canvas::Window::narrow;
  canvas.id += "-narrow";
  canvas.width = 380.0;
  return both + draw(chart, canvas);
}

}  // namespace mirador::plot
