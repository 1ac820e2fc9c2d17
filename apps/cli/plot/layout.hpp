#pragma once

#include <string>
#include <vector>

#include "plot/frame.hpp"

namespace mirador::plot {

/// Where everything of a figure goes, decided before anything is drawn.

/// Space between the canvas and what is on it, and the heights of its lines of text.
inline constexpr double border = 12.0, title_line = 23.0, text_line = 18.0, note_line = 16.0;

/// From a line of an axis label to the next.
inline constexpr double label_line = 15.0;

/// Between the lines above a panel and the panel.
inline constexpr double header_gap = 13.0;

/// Bold letters are wider by this factor.
inline constexpr double bold = 1.1;

/// Of the sample in a legend, with the space to its text, and between entries.
inline constexpr double key_width = 32.0, entry_gap = 16.0;

/// Of the line from a mark to its label in the margin.
inline constexpr double margin_line = 18.0;

using LegendRows = std::vector<std::vector<LegendEntry>>;

struct Cell {
  const PanelPlan* plan = nullptr;
  Panel panel;
  /// With the labels of the y axis and the margin.
  double left = 0.0, right = 0.0;
  double top = 0.0;  ///< of the lines above the panel
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

/// Of the wider line.
double label_width(const Tick& tick);
bool has_second_line(const std::vector<Tick>& ticks);

/// Refers to the plan, which must outlive it.
Layout lay_out(const FigurePlan& plan, const Canvas& canvas);

/// Where to put things of these sizes that would like to stand around these places on a line, so
/// that they do not overlap and, if all fit, stay in the room; the least squares solution.
std::vector<double> spread_out(const std::vector<double>& places, const std::vector<double>& sizes,
                               Interval room);

}  // namespace mirador::plot
