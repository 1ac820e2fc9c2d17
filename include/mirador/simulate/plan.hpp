#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <span>
#include <vector>

#include "mirador/random/own_rewards.hpp"
#include "mirador/spec/rule_spec.hpp"
#include "mirador/spec/stopping_spec.hpp"
#include "mirador/stopping/risk.hpp"

namespace mirador {

/// Whether the record of every run is kept (some 50 bytes per run and δ), or only the summary.
enum class Records { none, every_run };

/// The code that simulates; see backend.hpp.
enum class Backend { automatic, reference, lanes, lanes_plain, lanes_avx2, lanes_avx512, cuda };

/// What to simulate, apart from the problem.
struct Plan {
  std::vector<RuleSpec> rules;
  StoppingSpec stopping = MixtureSpec{};
  std::vector<double> deltas = {0.1, 0.01};  ///< in any order; one trajectory is used for all
  std::uint64_t runs = 1000;
  std::uint64_t first = 0;  ///< replications first .. first + runs - 1 are simulated
  std::uint64_t seed = 1;
  /// The budget, which a rule may share out; a run that reaches it is undecided.
  std::optional<std::uint64_t> max_samples = std::nullopt;
  unsigned threads = 0;  ///< 0: one per core
  Records records = Records::none;
  Backend backend = Backend::automatic;
  /// The number of runs of the whole campaign if this plan is one block of it, else 0; `automatic`
  /// uses it.
  std::uint64_t campaign_runs = 0;
  /// Measurements that replace those of the family, in the reference simulator only; may be empty.
  MakeOwnRewards rewards = {};

  /// The number of samples at which a run is undecided: the budget, or ten million without one.
  std::uint64_t longest_run() const { return max_samples.value_or(10'000'000); }
};

namespace detail {

/// The indices of the risks from largest to smallest, the order in which they are met.
inline std::vector<std::size_t> falling(const std::vector<double>& deltas) {
  std::vector<std::size_t> order(deltas.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return deltas[i] > deltas[j]; });
  return order;
}

}  // namespace detail

/// Throws InputError unless there are rules, runs and samples, every δ lies in (0, 1), and there is
/// a budget if a rule needs one.
void validate(const Plan& plan);

/// Observes and stops a simulation. The results never depend on it, except that an interrupted
/// simulation contains only the finished replications.
struct Control {
  /// Called about ten times per second, on the thread that called simulate; may be empty.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress;
  const std::atomic<bool>* interrupted = nullptr;

  bool stop_requested() const {
    return interrupted != nullptr && interrupted->load(std::memory_order_relaxed);
  }
};

}  // namespace mirador
