#include "mirador/rounds/shifted_capital.hpp"

#include "mirador/core/infinity.hpp"
#include "mirador/rounds/wealth.hpp"

namespace mirador {

ShiftedCapital::ShiftedCapital(const Bets& bets, double shift)
    : bets_(bets),
      shift_(shift),
      wealths_(bets.weights().begin(), bets.weights().end()),
      gains_(bets.size()) {}

double ShiftedCapital::after(double difference) {
  bets_.shifted_gains(past_, difference, shift_, gains_);
  past_.add(difference);
  const double capital = grow_wealths(wealths_, gains_, 1.0);
  return bets_.excluded(past_, shift_) ? infinity : capital;
}

}  // namespace mirador
