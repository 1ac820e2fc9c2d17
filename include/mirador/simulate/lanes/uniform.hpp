#pragma once

#include "mirador/simulate/lanes/draws.hpp"
#include "mirador/simulate/lanes/job.hpp"
#include "mirador/simulate/lanes/statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// An arm at random, sampling/uniform.hpp: a Philox block serves four rounds. Replications that
/// start in the same round modulo 4 share the moments at which blocks are made.
template <class L>
class Uniform {
 public:
  using Value = typename L::Value;

  MIRADOR_HD Uniform(const L& arms, const RuleJob&)
      : arms_(static_cast<std::uint64_t>(arms.arms())), position_(-1.0) {}
  MIRADOR_HD void start(const L&, int lane) { set(position_, lane, -1.0); }

  template <class Problem, class Keys>
  MIRADOR_INLINE Value next(const L&, const Problem&, const Statistics<L>& data,
                            const Randomness<Value, Keys>& randomness) {
    const Word<Value> round = to_word<Value>(data.total);
    const Value position = to_number<Value>(round >> 2);
    if (!all(position == position_)) {
      block_ = randomness.block(round >> 2, Word<Value>(1u << 24));
      position_ = position;
    }
    const Value place = to_number<Value>(round & Word<Value>(3));
    const Word<Value> word =
        select(place < Value(2.0), select(place < Value(1.0), block_.word[0], block_.word[1]),
               select(place < Value(3.0), block_.word[2], block_.word[3]));
    return to_number<Value>(multiply_low(word, Word<Value>(arms_)) >> 32);
  }
  template <class Problem>
  MIRADOR_INLINE void observe(const L&, const Problem&, const Statistics<L>&) {}
  template <class Problem>
  MIRADOR_INLINE void settle(const L&, const Problem&, const Statistics<L>&, const Value&) {}

 private:
  std::uint64_t arms_;
  Value position_;  // of the block
  PhiloxBlock<Value> block_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
