#pragma once

#include "draws.hpp"
#include "job.hpp"
#include "statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// An arm at random, as sampling/uniform.hpp: a Philox block serves four rounds. Replications side
/// by side must start in the same round modulo 4, so that all need the same word of their blocks.
template <class L>
class Uniform {
 public:
  using Value = typename L::Value;

  MIRADOR_HD Uniform(const L& arms, const RuleJob&)
      : arms_(static_cast<std::uint64_t>(arms.arms())) {}
  MIRADOR_HD void start(const L&, int) { stale_ = true; }

  template <class Problem, class Keys>
  MIRADOR_INLINE Value next(const L&, const Problem&, const Statistics<L>& data,
                            const Randomness<Value, Keys>& randomness) {
    const std::uint32_t place = static_cast<std::uint32_t>(get(data.total, 0)) % 4;
    if (stale_ || place == 0) {
      block_ = randomness.block(to_word<Value>(data.total) >> 2, Word<Value>(1u << 24));
      stale_ = false;
    }
    return to_number<Value>(multiply_low(word(place), Word<Value>(arms_)) >> 32);
  }
  template <class Problem>
  MIRADOR_INLINE void observe(const L&, const Problem&, const Statistics<L>&) {}
  template <class Problem>
  MIRADOR_INLINE void settle(const L&, const Problem&, const Statistics<L>&, const Value&) {}

 private:
  MIRADOR_INLINE Word<Value> word(std::uint32_t place) const {
    if constexpr (Traits<Value>::width > 1) return block_.word[place];
    // A GPU keeps the words in registers, which are not addressable.
    return place < 2 ? (place < 1 ? block_.word[0] : block_.word[1])
                     : (place < 3 ? block_.word[2] : block_.word[3]);
  }

  std::uint64_t arms_;
  PhiloxBlock<Value> block_;
  bool stale_ = true;  // a replication was started after the block was made
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
