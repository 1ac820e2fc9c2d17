#pragma once

#include <vector>

#include "mirador/random/own_rewards.hpp"

namespace mirador {

/// The parameters of simulated rewards: the mean of every arm, and its standard deviation where the
/// family does not fix it.
struct World {
  std::vector<double> means;
  std::vector<double> sigmas = {};
  MakeOwnRewards rewards = {};  ///< in place of the family's law, if given; only simulations use it
};

}  // namespace mirador
