#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/frame.hpp"

namespace mirador::plot {

/// A point that is not finite, or not positive on a log axis, is a gap in the line.
struct Point {
  double x = 0.0, y = 0.0;
  double low = missing, high = missing;  ///< how uncertain y is: a bar
};

struct Series {
  std::string name = {};
  std::vector<Point> points = {};
  bool markers = true;                    ///< where they would touch, some are left out
  Dash dash = Dash::automatic;            ///< solid with markers, the style's without
  std::optional<std::size_t> style = {};  ///< the place in the plot when not given
};

struct LinePlot {
  Caption caption = {};
  Axis x = {}, y = {};
  std::vector<Series> series = {};
  std::vector<Reference> across = {};  ///< horizontal lines, labelled in the margin
};

/// Throws std::invalid_argument when no point can be drawn.
std::string draw(const LinePlot& plot, const Canvas& canvas);

}  // namespace mirador::plot
