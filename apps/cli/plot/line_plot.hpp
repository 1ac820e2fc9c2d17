#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/frame.hpp"

namespace mirador::plot {

/// A point that is not finite, or not positive on a log axis, is a gap in the line.
struct Point {
  double x = 0.0, y = 0.0;
  double low = missing, high = missing;  ///< the interval of y, drawn as a bar
};

struct Series {
  std::string name = {};
  std::vector<Point> points = {};
  bool markers = true;                    ///< some are left out where they would touch
  Dash dash = Dash::automatic;            ///< solid with markers, else that of the style
  std::optional<std::size_t> style = {};  ///< if not given, the index in the plot
};

struct LinePlot {
  Caption caption = {};
  Axis x = {}, y = {};
  std::vector<Series> series = {};
  std::vector<Reference> across = {};  ///< horizontal lines, labelled in the margin
};

/// Throws std::invalid_argument if no point can be drawn.
std::string draw(const LinePlot& plot, const Canvas& canvas);

}  // namespace mirador::plot
