#pragma once

#include <string>
#include <vector>

#include "plot/frame.hpp"

namespace mirador::plot {

/// A value and how uncertain it is. What is missing (NaN) is not drawn.
struct Estimate {
  double value = missing, low = missing, high = missing;
  std::string text = {};  ///< to the right of the panel, for instance the value
};

struct IntervalPanel {
  std::string title = {};
  Axis x = {};
  /// One list a series, with one estimate a category.
  std::vector<std::vector<Estimate>> series = {};
  std::vector<Reference> references = {};  ///< vertical lines
};

/// Categories from top to bottom, values from left to right: dots with intervals.
struct IntervalPlot {
  Caption caption = {};
  std::vector<std::string> categories = {};
  std::vector<std::string> series = {};  ///< their names, in a legend when there are several
  std::vector<IntervalPanel> panels = {};
};

/// Throws std::invalid_argument when the estimates do not match categories and series, or there are
/// none.
std::string draw(const IntervalPlot& plot, const Canvas& canvas);

}  // namespace mirador::plot
