#pragma once

#include <span>
#include <vector>

#include "mirador/rounds/bets.hpp"

namespace mirador {

/// The capital Σ_q π_q W_q of all bets on D + shift, after each round: a supermartingale from 1 if
/// Δ <= -shift. It rises with the shift. Both hold for every law of law.hpp, proved.
class ShiftedCapital {
 public:
  ShiftedCapital(const Bets& bets, double shift);

  /// Counts a round, NaN if a value is missing, and returns the capital; infinite if the items of a
  /// finite set exclude Δ <= -shift. O(q), allocates nothing.
  double after(double difference);

 private:
  const Bets& bets_;
  double shift_;
  PairPast past_;
  std::vector<double> wealths_, gains_;
};

}  // namespace mirador
