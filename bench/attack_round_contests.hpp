#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "attack_round_worlds.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/rounds/comparison.hpp"

/// One attacked comparison in rounds, and what counts as an error in it.
namespace attack {

enum class RoundEvent {
  best_leaves,      ///< arm 0 is refuted
  false_margin,     ///< or an arm that is worse by more than the margin is proved within it
  early_certainty,  ///< the smallest risk is ever at most δ while another arm than 0 leads
  false_certainty,  ///< or while it says that an arm worse by more than the margin is within it
  false_winner,     ///< another arm than 0 is left with a smallest risk of at most δ
  interval_misses,  ///< the interval of the difference of arms 0 and 1 ever misses it
  some_interval_misses,  ///< that of any pair does, in a comparison that arms leave
  distance_too_small,    ///< arm 0 is refuted, or the ε̂ of another arm is ever too small
  somebody_wins,         ///< one arm is left
};

/// Who compares, how, and what happens to the rounds.
struct Contest {
  mirador::ComparisonTerms terms;
  std::size_t arms = 2;
  std::uint64_t rounds = 150;
  RoundWorld world;
  Adversary adversary = everyone;
  RoundEvent event = RoundEvent::best_leaves;
  double promised = 0.0;  ///< where it is not δ
  double truth = 0.0;  ///< how much better arm 0 is, for intervals and ε̂; the others are equal
  std::string_view label = {};  ///< of the attack, where it is not the adversary's name
};

/// "typical, equal within ε"
std::string name_of(const mirador::ComparisonTerms& terms);
std::string attack_name(const Contest& contest);
/// Plays a run; does it have the event?
bool errs(const Contest& contest, mirador::RandomKey key);

}  // namespace attack
