#pragma once

#include <string>
#include <vector>

#include "plot/frame.hpp"

namespace mirador::plot {

/// The positions of all parts of a figure, computed before anything is drawn.

/// The border of the canvas, and the heights of lines of text.
inline constexpr double border = 12.0, title_line = 23.0, text_line = 18.0, note_line = 16.0;

/// The distance between the lines of an axis label.
inline constexpr double label_line = 15.0;

/// The gap between the lines above a panel and the panel.
inline constexpr double header_gap = 13.0;

/// Bold letters are wider by this factor.
inline constexpr double bold = 1.1;

/// The width of a legend sample with the gap to its text, and the gap between entries.
inline constexpr double key_width = 32.0, entry_gap = 16.0;

/// The length of the line from a mark to its label in the margin.
inline constexpr double margin_line = 18.0;

using LegendRows = std::vector<std::vector<LegendEntry>>;

struct Cell {
  const PanelPlan* plan = nullptr;
  Panel panel;
  /// Includes the labels of the y axis and the margin.
  double left = 0.0, right = 0.0;
  double top = 0.0;  ///< top of the lines above the panel
  bool has_y_labels = true;
  std::vector<Tick> x_ticks = {}, y_ticks = {};
  LegendRows legend = {};
};

struct Layout {
  double height = 0.0;
  std::vector<std::string> title = {}, note = {};
  LegendRows legend = {};
  std::vector<Cell> cells = {};
};

/// The width of the wider line of the label.
double label_width(const Tick& tick);
bool has_second_line(const std::vector<Tick>& ticks);

/// The layout refers to the plan, which must outlive it.
Layout lay_out(const FigurePlan& plan, const Canvas& canvas);

/// Positions for items of these sizes, as close as possible (in least squares) to the given places,
/// without overlap and, if all fit, within the room.
std::vector<double> spread_out(const std::vector<double>& places, const std::vector<double>& sizes,
                               Interval room);

}  // namespace mirador::plot
