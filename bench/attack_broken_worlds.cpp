// Worlds of rounds in which an assumption does not hold.
#include <algorithm>
#include <cmath>
#include <utility>

#include "attack_round_worlds.hpp"

namespace attack {
namespace {

using mirador::Comparison;

/// Values with memory: each arm keeps a share of its own luck.
Values with_own_luck(double share) {
  return [share, luck = std::vector<double>()](const Comparison&, Draws& draws,
                                               std::span<double> values) mutable {
    luck.resize(values.size());
    for (std::size_t a = 0; a < values.size(); ++a) {
      luck[a] = share * luck[a] + std::sqrt(1.0 - share * share) * draws.normal();
      values[a] = luck[a];
    }
  };
}

/// Arm 0 is measured first in every round.
Values fixed_order(double effect) {
  return [effect](const Comparison&, Draws& draws, std::span<double> values) {
    for (double& value : values) value = draws.normal();
    values[0] -= effect;
  };
}

/// One arm in ten rounds 10 σ lower, moved up to the same mean.
Values one_spiky_arm() {
  return [](const Comparison&, Draws& draws, std::span<double> values) {
    for (double& value : values) value = draws.normal();
    values[1] += draws.chance(0.1) ? -9.0 : 1.0;
  };
}

Values one_skew_arm() {
  return [](const Comparison&, Draws& draws, std::span<double> values) {
    for (double& value : values) value = draws.normal();
    values[1] = -exponential_noise(draws);
  };
}

/// The first 50 differences come again and again.
Values repeated(Values fresh) {
  return [fresh, seen = std::vector<double>()](const Comparison& past, Draws& draws,
                                               std::span<double> values) mutable {
    const std::size_t row = values.size(), all = 50 * row;
    if (seen.size() < all) {
      fresh(past, draws, values);
      seen.insert(seen.end(), values.begin(), values.end());
    } else {
      const std::size_t from = past.rounds() * row % all;
      std::copy_n(seen.begin() + static_cast<std::ptrdiff_t>(from), row, values.begin());
    }
  };
}

/// Rows sorted by topic: the rival is better in the first 100, arm 0 in all others.
Values sorted_by_topic() {
  return [](const Comparison& past, Draws& draws, std::span<double> values) {
    const double rival = past.rounds() < 100 ? 0.6 : 0.4;
    for (double& value : values) value = draws.chance(rival) ? 1.0 : 0.0;
    values[0] = draws.chance(1.0 - rival) ? 1.0 : 0.0;
  };
}

Values as_coins(Values inner) {
  return
      [inner = std::move(inner)](const Comparison& past, Draws& draws, std::span<double> values) {
        inner(past, draws, values);
        for (double& value : values) value = value > 0.0 ? 1.0 : 0.0;
      };
}

Values dice() {
  return [](const Comparison&, Draws& draws, std::span<double> values) {
    constexpr double faces[3][3] = {{2.0, 4.0, 9.0}, {1.0, 6.0, 8.0}, {3.0, 5.0, 7.0}};
    for (std::size_t a = 0; a < values.size(); ++a) {
      values[a] = faces[a % 3][static_cast<std::size_t>(3.0 * draws.uniform())];
    }
  };
}

/// Both arms rise by 0.1 in every round; arm 0 tells its last value in place of this one.
Values slipped() {
  return [last = 0.0](const Comparison& past, Draws& draws, std::span<double> values) mutable {
    if (past.rounds() == 0) last = draws.normal();
    const double level = 0.1 * static_cast<double>(past.rounds() + 1);
    for (double& value : values) value = level + draws.normal();
    std::swap(values[0], last);
  };
}

}  // namespace

std::vector<RoundWorld> broken_worlds() {
  return {
      {"each arm's noise is AR(1), 0.1", [] { return with_own_luck(0.1); }},
      {"each arm's noise is AR(1), 0.3", [] { return with_own_luck(0.3); }},
      {"arm 0 always first, which costs 0.1 σ", [] { return fixed_order(0.1); }},
      {"equal means, 10 % spikes of -10 σ in one arm", one_spiky_arm},
      {"equal means, one arm skew (exponential)", one_skew_arm},
      {"50 items, again and again", [] { return repeated(equal_arms(normal_noise)); }},
  };
}

std::vector<RoundWorld> broken_score_worlds() {
  return {
      {"50 items, again and again", [] { return repeated(coins(0.5)); }},
      {"rows sorted by topic, arm 0 better in all but the first 100", sorted_by_topic},
  };
}

std::vector<RoundWorld> broken_coin_worlds() {
  std::vector<RoundWorld> worlds = broken_worlds();
  worlds.resize(3);
  for (RoundWorld& world : worlds) {
    world.values = [real = world.values] { return as_coins(real()); };
  }
  return worlds;
}

const RoundWorld dice_in_a_circle{"dice in a circle, each ahead of the next in 5 of 9 rounds",
                                  dice};
const RoundWorld slipped_world{"common drift of 0.1 σ per round, arm 0's values a round late",
                               slipped};

}  // namespace attack
