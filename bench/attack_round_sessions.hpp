#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "mirador/random/stream.hpp"

/// Live comparisons in rounds (mirador/experiment/rounds_experiment.hpp), in memory: many rounds
/// are open, and an adversary decides which result is told next.
namespace attack {

struct LiveAttack {
  std::string_view law, world, attack;
  std::size_t arms;
  double delta;
  std::uint64_t rounds;
  std::function<bool(mirador::RandomKey)> errs;  ///< does arm 0, which is best, leave?
};

std::vector<LiveAttack> live_attacks();

}  // namespace attack
