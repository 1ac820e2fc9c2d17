#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/random/stream.hpp"
#include "mirador/spec/rounds_spec.hpp"

namespace mirador {

/// The value of an arm in a round (from 0) of a replication; a pure function.
using OwnRound = std::function<double(RandomKey key, Arm arm, std::uint64_t round)>;

/// The simulated values of rounds, apart from their family.
struct RoundsWorld {
  std::vector<double> means;
  /// Standard deviations of `symmetric` arms, one for all or one for each.
  std::vector<double> sigmas = {1.0};
  /// What the arms of a round share, ρ in [0, 1).
  double correlation = 0.0;
  /// Values that replace those of the family; may be empty.
  OwnRound own = {};
};

/// Throws InputError unless every mean is possible, there are sigmas for `symmetric` arms, and the
/// correlation lies in [0, 1).
void validate(const RoundsWorld& world, const LawSpec& law);

/// Values of arms that are measured side by side (a Gaussian copula): arm a has in round b
///   score = √ρ Z_b + √(1-ρ) Z_ab,   value = quantile of the family at Φ(score),
/// with independent standard normal Z. `symmetric` arms are normal, and ρ is the correlation of two
/// arms; for `bounded` arms (power laws, as in family/bounded.hpp) and `bernoulli` arms it is
/// smaller than ρ. With ρ = 0 the values are the rewards of independent arms (reward_stream.hpp).
/// A pure function of (seed, replication, arm, round): results depend neither on threads nor on who
/// takes part in a round. About 10 ns per value, 40 for scores with ρ > 0.
class RoundRewards {
 public:
  RoundRewards(const LawSpec& law, RoundsWorld world);

  void start(RandomKey key);
  /// The value of an arm in a round, from 0. Fast if an arm's rounds are asked for in their order.
  double at(Arm arm, std::uint64_t round) {
    Batch& batch = made_[arm];
    if (batch.number != round / batch_size) make(arm, round / batch_size, batch);
    return batch.values[round % batch_size];
  }

 private:
  static constexpr std::size_t batch_size = 16;
  struct Batch {
    std::uint64_t number;  // holds rounds 16 number .. 16 number + 15
    std::array<double, batch_size> values;
  };

  void make(Arm arm, std::uint64_t number, Batch& batch);
  void draw_scores(detail::RandomUse use, Arm lane, Batch& batch) const;
  void add_shared(Batch& batch);
  void to_values(Arm arm, std::span<double> scores) const;

  std::variant<Normal, Bounded, Bernoulli> family_;
  RoundsWorld world_;
  double common_, private_;  // √ρ, √(1-ρ)
  RandomKey key_;
  Batch shared_{};
  std::vector<Batch> made_;
};

}  // namespace mirador
