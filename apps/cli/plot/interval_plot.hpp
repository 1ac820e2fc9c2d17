#pragma once

#include <string>
#include <vector>

#include "plot/frame.hpp"

namespace mirador::plot {

/// A value and its interval. Missing (NaN) values are not drawn. An end that the axis cannot show,
/// because it is infinite, is open: an arrow to the border of the panel.
struct Estimate {
  double value = missing, low = missing, high = missing;
  std::string text = {};  ///< to the right of the panel, for instance the value
};

struct IntervalPanel {
  enum class Mark {
    dot,
    bar,  ///< from the low end of the axis, for counts
  };
  std::string title = {};
  Axis x = {};
  /// One list per series, with one estimate per category.
  std::vector<std::vector<Estimate>> series = {};
  std::vector<Reference> references = {};  ///< vertical lines
  Mark mark = Mark::dot;
};

/// Categories from top to bottom, values from left to right: dots with intervals, or bars.
struct IntervalPlot {
  Caption caption = {};
  std::vector<std::string> categories = {};
  /// Those that stand out by a bold label; the marks of the others are grey. None: all alike.
  std::vector<std::size_t> leaders = {};
  std::vector<std::string> series = {};  ///< their names; a legend shows them if there are several
  std::vector<IntervalPanel> panels = {};
};

/// Throws std::invalid_argument if the estimates do not match categories and series, or if there
/// are none.
std::string draw(const IntervalPlot& plot, const Canvas& canvas);

}  // namespace mirador::plot
