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

/// What counts as an error.
enum class RoundEvent {
  best_leaves,      ///< arm 0 is refuted
  false_margin,     ///< or an arm that is worse by more than the margin is proved within it
  early_certainty,  ///< the smallest risk is ever at most δ while another arm than 0 leads
  interval_misses,  ///< the interval of the difference ever misses it
};

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
