#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "mirador/random/stream.hpp"

/// Attacks by the order in which results are told to a live experiment, where that order depends on
/// their values: through the Session, as users of the library and of the command do.
namespace attack {

struct ArrivalAttack {
  std::string name, family, problem;
  bool proved;  ///< else an assumption is broken and the size of the damage is shown
  double delta;
  double allowance;     ///< as in AttackWorld
  std::uint64_t every;  ///< a run costs much: one run for so many of a cell
  std::function<bool(mirador::RandomKey)> errs;  ///< does this run end with a wrong verdict?
};

std::vector<ArrivalAttack> arrival_attacks();

struct ArrivalMisses {
  std::uint64_t runs = 0, wrong = 0, cpu_ns = 0;
};
/// The same counts on every number of threads.
ArrivalMisses try_arrivals(const ArrivalAttack& attack, std::uint64_t runs, unsigned threads);

}  // namespace attack
