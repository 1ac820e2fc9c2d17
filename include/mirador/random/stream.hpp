#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/random/philox.hpp"

namespace mirador {

/// The key of a random number: the user's seed and the replication. Supports 2^48 replications,
/// 2^24 arms and 2^49 pulls of an arm.
struct RandomKey {
  std::uint64_t seed = 1;
  std::uint64_t replication = 0;
};

namespace detail {

/// Rewards, the private draws of sampling rules, what the arms of a round share, and random orders
/// never use the same counter.
enum class RandomUse : std::uint32_t { reward = 0, rule = 1, shared = 2, order = 3 };

/// A uniform in the open interval (0,1) on the grid (k + 1/2) 2^-52; with one more bit the largest
/// would round to 1.
constexpr double open_uniform(std::uint32_t high, std::uint32_t low) {
  const std::uint64_t bits = (std::uint64_t{high} << 32) | low;
  return (static_cast<double>(bits >> 12) + 0.5) * 0x1.0p-52;
}

/// The Philox block at `position` of `lane` (an arm, or a draw number).
constexpr PhiloxCounter block(RandomKey key, RandomUse use, std::uint64_t lane,
                              std::uint64_t position) {
  return philox({static_cast<std::uint32_t>(position),
                 (static_cast<std::uint32_t>(use) << 24) | static_cast<std::uint32_t>(lane),
                 static_cast<std::uint32_t>(key.replication),
                 (static_cast<std::uint32_t>(key.replication >> 32) << 16) |
                     static_cast<std::uint32_t>(position >> 32)},
                {static_cast<std::uint32_t>(key.seed), static_cast<std::uint32_t>(key.seed >> 32)});
}
/// Two uniforms from one block.
constexpr std::array<double, 2> uniform_pair(RandomKey key, RandomUse use, std::uint64_t lane,
                                             std::uint64_t position) {
  const PhiloxCounter words = block(key, use, lane, position);
  return {open_uniform(words[0], words[1]), open_uniform(words[2], words[3])};
}

}  // namespace detail

/// The uniform behind the `pull`-th reward (from 0) of `arm`: a pure function, so that all rules
/// see the same rewards and no result depends on threads or order.
constexpr double reward_uniform(RandomKey key, Arm arm, std::uint64_t pull) {
  return detail::uniform_pair(key, detail::RandomUse::reward, arm, pull / 2)[pull % 2];
}

/// A random 32-bit word for sampling rules that need one per round: a Philox block serves four
/// rounds.
constexpr std::uint32_t round_word(RandomKey key, std::uint64_t round) {
  return detail::block(key, detail::RandomUse::rule, 0, round / 4)[round % 4];
}

/// Private randomness of a sampling rule in one round. Number k is a pure function of (seed,
/// replication, round, k), so that asking twice gives the same arm and a log replays.
class RoundDraws {
 public:
  constexpr RoundDraws(RandomKey key, std::uint64_t round) : key_(key), round_(round) {}

  /// Any order is allowed; neighbouring k are cheapest, because a Philox block holds two.
  constexpr double uniform(std::uint64_t k) {
    if (k / 2 != block_) {
      block_ = k / 2;
      pair_ = detail::uniform_pair(key_, detail::RandomUse::rule, block_, round_);
    }
    return pair_[k % 2];
  }

 private:
  RandomKey key_;
  std::uint64_t round_;
  std::uint64_t block_ = ~std::uint64_t{0};
  std::array<double, 2> pair_{};
};

}  // namespace mirador
