#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <vector>

#include "mirador/problem/standing.hpp"
#include "mirador/random/reward_stream.hpp"
#include "points.hpp"

/// Standings for tests, and simple searches to compare with.
namespace mirador::testing_support {

/// The given number of pulls of every arm, all with value 0.
inline ArmStats pulls(std::initializer_list<int> counts) {
  ArmStats stats(counts.size());
  Arm a = 0;
  for (const int n : counts) {
    for (int i = 0; i < n; ++i) stats.add(a, 0.0);
    ++a;
  }
  return stats;
}

/// Adds this many simulated measurements of every arm.
template <Problem P>
void simulate_into(Standing<P>& standing, const World& world, const std::vector<int>& pulls,
                   std::uint64_t seed) {
  RewardStream<typename P::FamilyType> rewards(standing.problem().family(), world);
  rewards.start({seed, 0});
  for (Arm a = 0; a < pulls.size(); ++a) {
    for (int i = 0; i < pulls[a]; ++i) standing.add(a, rewards.next(a));
  }
}

/// From 2 to 300 pulls, uniform over orders of magnitude.
inline std::vector<int> random_pulls(Random& random, std::size_t arms) {
  std::uniform_real_distribution<double> log_pulls(std::log(2.0), std::log(300.0));
  std::vector<int> pulls(arms);
  for (int& n : pulls) n = static_cast<int>(std::exp(log_pulls(random)));
  return pulls;
}

/// The minimum of a function on (low, high), by a grid that is repeatedly refined around its best
/// point: slow, but not misled by a second valley.
template <class Function>
double smallest_on_grid(Function&& f, double low, double high) {
  constexpr int points = 200;
  const double bottom = low, top = high;
  double smallest = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 6; ++round) {
    const double step = (high - low) / points;
    double best = low;
    for (int i = 0; i < points; ++i) {
      const double at = low + (i + 0.5) * step, value = f(at);
      if (value < smallest) smallest = value, best = at;
    }
    low = std::max(best - 2.0 * step, bottom);
    high = std::min(best + 2.0 * step, top);
  }
  return smallest;
}

}  // namespace mirador::testing_support
