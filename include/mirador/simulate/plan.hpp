#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <vector>

#include "mirador/random/own_rewards.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/risk.hpp"

namespace mirador {

/// Whether every single run is written down, at some 50 bytes a run and δ, or only summed up.
enum class Records { none, every_run };

/// Which code simulates: see backend.hpp.
enum class Backend { automatic, reference, lanes, lanes_plain, lanes_avx2, lanes_avx512, cuda };

/// What to simulate, beside the problem itself.
struct Plan {
  std::vector<RuleSpec> rules;
  StoppingSpec stopping = MixtureSpec{};
  std::vector<double> deltas = {0.1, 0.01};  ///< one trajectory serves all, in any order
  std::uint64_t runs = 1000;
  std::uint64_t first = 0;  ///< replications first .. first + runs - 1 are simulated
  std::uint64_t seed = 1;
  std::uint64_t max_samples = 10'000'000;  ///< a run that reaches it is undecided
  unsigned threads = 0;                    ///< 0: all the machine has
  Records records = Records::none;
  Backend backend = Backend::automatic;
  /// Runs of the campaign that this plan is a block of, 0 for none: `automatic` looks at the whole.
  std::uint64_t campaign_runs = 0;
  /// Measurements in place of those of the family, by the reference simulator; none if empty.
  MakeOwnRewards rewards = {};
};

namespace detail {

/// The places of the risks from the largest to the smallest, the order in which they are met.
inline std::vector<std::size_t> falling(const std::vector<double>& deltas) {
  std::vector<std::size_t> order(deltas.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return deltas[i] > deltas[j]; });
  return order;
}

}  // namespace detail

/// Throws InputError unless there are rules, runs and samples, and every δ lies in (0, 1).
void validate(const Plan& plan);

/// How a simulation is watched and stopped from outside. Results never depend on it, except that
/// an interrupted simulation holds only the replications that were finished.
struct Control {
  /// Called some ten times a second, on the thread that called simulate; may be empty.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  const std::atomic<bool>* interrupted = nullptr;

  bool stop_requested() const {
    return interrupted != nullptr && interrupted->load(std::memory_order_relaxed);
  }
};

}  // namespace mirador
