#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/random/own_rewards.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/random/world.hpp"

namespace mirador {

/// Rewards of simulated arms: the `pull`-th reward of an arm is
///   family.quantile(mean, u),  u = reward_uniform(key, arm, pull),
/// or family.quantile(mean, sigma, u) if the variance is unknown to the family; a pure function of
/// (seed, replication, arm, pull). Rewards of the family are
/// made in small batches: the steps of a simulation depend on one another, independent rewards do
/// not.
template <class Family>
class RewardStream {
 public:
  /// `own`, if given, makes the rewards in place of the family.
  RewardStream(Family family, World world, const MakeOwnRewards& own = {})
      : family_(family),
        world_(std::move(world)),
        own_(own ? own() : nullptr),
        made_(world_.means.size()) {}

  void start(RandomKey key) {
    key_ = key;
    for (Batch& batch : made_) batch = {};
    if (own_) own_->start(key);
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

  /// Batches of 2, 4, 8, 16, 16, ...: little is wasted on arms with few pulls.
  void make(Arm arm, Batch& batch) {
    if (own_) {
      batch.rewards[0] = own_->next(arm);
      batch.size = 1, batch.used = 0;
      return;
    }
    batch.first += batch.size;
    batch.size = std::clamp(2 * batch.size, 2u, batch_limit);
    batch.used = 0;
    for (std::uint32_t i = 0; i < batch.size; i += 2) {
      const auto pair =
          detail::uniform_pair(key_, detail::RandomUse::reward, arm, (batch.first + i) / 2);
      batch.rewards[i] = pair[0];
      batch.rewards[i + 1] = pair[1];
    }
    const std::span<double> made(batch.rewards.data(), batch.size);
    if constexpr (requires { family_.quantiles(0.0, made); }) {
      family_.quantiles(world_.means[arm], made);
    } else {
      for (double& u : made) u = reward(arm, u);
    }
  }

  double reward(Arm arm, double u) const {
    if constexpr (requires { family_.quantile(0.0, u); }) {
      return family_.quantile(world_.means[arm], u);
    } else {
      return family_.quantile(world_.means[arm], world_.sigmas[arm], u);
    }
  }

  Family family_;
  RandomKey key_;
  World world_;
  std::unique_ptr<OwnRewards> own_;
  std::vector<Batch> made_;
};

}  // namespace mirador
