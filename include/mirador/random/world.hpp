#pragma once

#include <vector>

namespace mirador {

/// The parameters of simulated rewards: the mean of every arm, and its standard deviation where the
/// family does not fix it.
struct World {
  std::vector<double> means;
  std::vector<double> sigmas = {};
};

}  // namespace mirador
