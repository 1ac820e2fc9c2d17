#pragma once

#include <string>
#include <vector>

#include "plot/frame.hpp"

namespace mirador::plot {

/// One distribution. Missing (NaN) parts are not drawn.
struct Box {
  double low = missing;  ///< end of the lower whisker
  double q1 = missing, median = missing, q3 = missing;
  double high = missing;                   ///< end of the upper whisker
  double mean = missing, error = missing;  ///< a dot, and its standard error
  std::string note = {};                   ///< below the category's name, for instance the mean
};

struct BoxPanel {
  std::string title = {};
  std::vector<Box> boxes = {};  ///< one for each category
  std::vector<Reference> references = {};
};

struct BoxPlot {
  Caption caption = {};
  std::vector<std::string> categories = {};
  Axis y = {};
  std::vector<BoxPanel> panels = {};
  std::vector<std::size_t> styles = {};  ///< of the categories; if empty, 0, 1, 2 ...
};

/// Throws std::invalid_argument unless every panel has one box per category, and one of them has a
/// number.
std::string draw(const BoxPlot& plot, const Canvas& canvas);

}  // namespace mirador::plot
