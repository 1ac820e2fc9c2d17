#pragma once

#include "mirador/family/family.hpp"

namespace mirador {

/// One arm of a comparison: its weight and its mean.
struct WeightedMean {
  double weight;
  double mean;
};

/// The cheapest common mean of two arms.
struct PairCost {
  double value;  ///< w_1 d(m_1, θ) + w_2 d(m_2, θ)
  double theta;  ///< (w_1 m_1 + w_2 m_2) / (w_1 + w_2); the midpoint when both weights are 0
};

template <Family F>
PairCost pair_cost(const F& family, WeightedMean one, WeightedMean two) {
  const double total = one.weight + two.weight;
  const double theta = total > 0.0 ? one.mean + (two.mean - one.mean) * (two.weight / total)
                                   : 0.5 * (one.mean + two.mean);
  return {one.weight * family.divergence(one.mean, theta) +
              two.weight * family.divergence(two.mean, theta),
          theta};
}

}  // namespace mirador
