#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mirador/random/stream.hpp"

/// Attacks on comparisons in rounds (mirador/rounds/): laws, members of rounds, missing values and
/// margins that aim at a wrong claim, through the shipped Comparison. The best arm is arm 0; in a
/// tie it is one of several.
namespace attack {

struct RoundAttack {
  std::string law, world, attack;
  std::size_t arms;
  double delta;
  std::uint64_t rounds;                          ///< of a run, at most
  bool proved;                                   ///< false: an assumption is broken
  std::function<bool(mirador::RandomKey)> errs;  ///< does this run have the event?
};

/// Those of proved claims, then those that break an assumption.
std::vector<RoundAttack> round_attacks();

/// The number of runs with the event. It does not depend on the number of threads.
std::uint64_t count_errors(const RoundAttack& attack, std::uint64_t runs, unsigned threads);

}  // namespace attack
