#pragma once

#include "layout.hpp"
#include "mirador/simd/philox.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// The random numbers of random/stream.hpp for replications side by side: pure functions of (seed,
/// replication, arm, pull), or of (seed, replication, round, number) for the rules. Positions stay
/// below 2^32 here: runs of up to 2^32 pulls.
template <class V, class Keys = PhiloxKeys>
struct Randomness {
  Keys keys;                                  // the seed
  Word<V> replication_low, replication_high;  // in the form of the counter

  MIRADOR_HD void start(int lane, std::uint64_t replication) {
    set(replication_low, lane, replication & 0xFFFFFFFFu);
    set(replication_high, lane, (replication >> 32) << 16);
  }

  MIRADOR_INLINE PhiloxBlock<V> block(const Word<V>& position, const Word<V>& place) const {
    return philox<V>(position, place, replication_low, replication_high, keys);
  }
  /// The uniform behind the next reward of an arm with this many pulls.
  MIRADOR_INLINE V reward_uniform(const V& arm, const V& pulls) const {
    const Word<V> n = low_word<V>(pulls);
    const PhiloxBlock<V> pair = block(n >> 1, low_word<V>(arm));
    const Mask<V> second = is_odd(n);
    return open_uniform<V>(select(second, pair.word[2], pair.word[0]),
                           select(second, pair.word[3], pair.word[1]));
  }
  /// The pair of numbers 2k and 2k+1 of a rule in a round.
  MIRADOR_INLINE PhiloxBlock<V> rule_pair(const V& round, std::uint64_t k) const {
    return block(to_word<V>(round), Word<V>((1u << 24) | k));
  }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
