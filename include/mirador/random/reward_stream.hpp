#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/random/stream.hpp"

namespace mirador {

/// Rewards of simulated arms: the `pull`-th reward of an arm is
///   family.quantile(mean, reward_uniform(key, arm, pull)),
/// a pure function of (seed, replication, arm, pull). They are made a few at a time, because the
/// steps of a simulation wait for one another and independent rewards do not.
template <class Family>
class RewardStream {
 public:
  RewardStream(Family family, std::span<const double> means)
      : family_(family), means_(means.begin(), means.end()), made_(means.size()) {}

  void start(RandomKey key) {
    key_ = key;
    for (Batch& batch : made_) batch = {};
  }

  /// The next reward of an arm, from pull 0 after `start`.
  double next(Arm arm) {
    Batch& batch = made_[arm];
    if (batch.used == batch.size) make(arm, batch);
    return batch.rewards[batch.used++];
  }

 private:
  static constexpr std::uint32_t batch_limit = 16;

  struct Batch {
    std::uint64_t first = 0;  // the pull of rewards[0]
    std::uint32_t size = 0, used = 0;
    std::array<double, batch_limit> rewards;
  };

  /// Batches of 2, 4, 8, 16, 16, ...: arms pulled a few times only waste little.
  void make(Arm arm, Batch& batch) {
    batch.first += batch.size;
    batch.size = std::clamp(2 * batch.size, 2u, batch_limit);
    batch.used = 0;
    for (std::uint32_t i = 0; i < batch.size; i += 2) {
      const auto pair =
          detail::uniform_pair(key_, detail::RandomUse::reward, arm, (batch.first + i) / 2);
      batch.rewards[i] = family_.quantile(means_[arm], pair[0]);
      batch.rewards[i + 1] = family_.quantile(means_[arm], pair[1]);
    }
  }

  Family family_;
  RandomKey key_;
  std::vector<double> means_;
  std::vector<Batch> made_;
};

}  // namespace mirador
