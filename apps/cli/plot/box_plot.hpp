#pragma once

#include <string>
#include <vector>

#include "plot/frame.hpp"

namespace mirador::plot {

/// One distribution. What is missing (NaN) is not drawn.
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
  std::vector<std::size_t> styles = {};  ///< of the categories; 0, 1, 2 ... when empty
};

/// Throws std::invalid_argument when a panel has not one box for each category, or none has a
/// number.
std::string draw(const BoxPlot& plot, const Canvas& canvas);

}  // namespace mirador::plot
