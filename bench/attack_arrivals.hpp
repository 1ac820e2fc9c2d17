#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mirador/random/stream.hpp"

/// Attacks by the order in which results are told to a live experiment, if that order depends on
/// their values: through the Session, like users of the library and of the command.
namespace attack {

struct ArrivalAttack {
  std::string name, family, problem;
  bool proved;  ///< false: an assumption is violated and the damage is measured
  double delta;
  double allowance;                              ///< as in AttackWorld
  std::uint64_t every;                           ///< a run is slow: one run per this many of a cell
  std::function<bool(mirador::RandomKey)> errs;  ///< does this run end with a wrong verdict?
};

std::vector<ArrivalAttack> arrival_attacks();

struct ArrivalMisses {
  std::uint64_t runs = 0, wrong = 0, cpu_ns = 0;
};
/// The counts do not depend on the number of threads.
ArrivalMisses try_arrivals(const ArrivalAttack& attack, std::uint64_t runs, unsigned threads);

}  // namespace attack
