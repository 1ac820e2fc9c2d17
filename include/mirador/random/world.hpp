#pragma once

#include <vector>

namespace mirador {

/// Where simulated rewards come from: the mean of every arm, and its standard deviation where the
/// family does not know it.
struct World {
  std::vector<double> means;
  std::vector<double> sigmas = {};
};

}  // namespace mirador
