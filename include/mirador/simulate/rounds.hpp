#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "mirador/bound/characteristic_time.hpp"
#include "mirador/problem/terms.hpp"
#include "mirador/simulate/plan.hpp"
#include "mirador/simulate/round_rewards.hpp"
#include "mirador/simulate/summary.hpp"
#include "mirador/simulate/tally.hpp"
#include "mirador/spec/rounds_spec.hpp"

namespace mirador {

/// A comparison in rounds to simulate.
struct RoundsPlan {
  RoundsSpec design = {};
  BestArmSpec question = {};
  RoundsWorld world;
  std::vector<double> deltas = {0.1, 0.01};  ///< in any order; all see the same values
  std::uint64_t runs = 1000;
  std::uint64_t first = 0;  ///< replications first .. first + runs - 1 are simulated
  std::uint64_t seed = 1;
  /// Measurements; a run ends undecided, and counts with all of them, before a round that does not
  /// fit.
  std::uint64_t max_samples = 10'000'000;
  unsigned threads = 0;  ///< 0: one per core
  Records records = Records::none;
};

/// Throws InputError unless the parts of the plan are possible and fit each other.
void validate(const RoundsPlan& plan);

/// Results beside those of sampling rules.
struct RoundsResult {
  RuleResult rule;            ///< of "rounds"; samples are single measurements
  std::vector<Tally> rounds;  ///< the number of rounds of every run, by risk as in the plan
  /// The same by risk and replication, if the plan keeps records.
  std::vector<std::vector<std::uint64_t>> rounds_of_runs = {};
};

/// Simulates a comparison (rounds/comparison.hpp) for every risk on the same values. The numbers
/// (except ns_per_step) are the same for every number of threads.
///   - Round b of the simulation has the values of round b of round_rewards.hpp. With N items, the
///     items are these rounds 1..N: a sample of the law.
///   - A verdict is wrong if its answer is not best, or with a margin not within it of the best;
///     or if the only best arm has left. With items, what counts are their totals, not the means
///     of the law. Where two means tie for the best, and neither margin nor items make that an
///     answer, every verdict is wrong.
///   - The recommendation of an undecided run is the arm with the least evidence against it; with
///     items it is right if its total on them is, and there is no shortfall.
///   - `steps` counts the measurements of the smallest risk.
/// After an interruption the result contains the finished replications. A round costs as much as
/// Comparison::add for every risk. Throws InputError if the plan is invalid.
RoundsResult simulate_rounds(const RoundsPlan& plan, const Control& control = {});

/// (1-ρ) T* of a known standard deviation, a lower bound for normal values with a common effect of
/// the round. It is no bound for other values, for a good enough arm, and where a margin makes
/// several answers right: then empty.
std::optional<CharacteristicTime> bound_in_rounds(const RoundsPlan& plan);

}  // namespace mirador
