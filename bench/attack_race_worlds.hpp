#pragma once

#include <vector>

#include "attack_round_worlds.hpp"

/// Races: runs one after the other on a machine with a clock, in a random order within each round.
/// Values are -log(seconds).
namespace attack {

/// Equal commands on a machine that is disturbed.
std::vector<RoundWorld> race_worlds();
/// Equal commands, and the run after one of them is slower.
std::vector<RoundWorld> after_effect_worlds();

}  // namespace attack
