#pragma once

#include <utility>

#include "mirador/simd/lane.hpp"

namespace mirador::simd {
inline namespace MIRADOR_ISA {

/// The four 32-bit words of a Philox block per lane, in the low halves of 64-bit words; the upper
/// halves are undefined.
template <class V>
struct PhiloxBlock {
  Word<V> word[4];
};

/// The keys of the ten rounds, computed on demand: best for registers and for a GPU.
struct PhiloxKeys {
  std::uint32_t low, high;

  MIRADOR_INLINE std::uint64_t of_low(std::uint32_t round) const {
    return low + round * 0x9E3779B9u;
  }
  MIRADOR_INLINE std::uint64_t of_high(std::uint32_t round) const {
    return high + round * 0xBB67AE85u;
  }
};
/// The same, precomputed: loading a key from memory broadcasts it to a register.
struct PhiloxKeyTable {
  std::uint64_t low[10], high[10];

  MIRADOR_INLINE explicit PhiloxKeyTable(PhiloxKeys keys) {
    for (std::uint32_t round = 0; round < 10; ++round) {
      low[round] = keys.of_low(round);
      high[round] = keys.of_high(round);
    }
  }
  MIRADOR_INLINE std::uint64_t of_low(std::uint32_t round) const { return low[round]; }
  MIRADOR_INLINE std::uint64_t of_high(std::uint32_t round) const { return high[round]; }
};

namespace detail {

template <class V>
MIRADOR_INLINE void philox_round(PhiloxBlock<V>& c, std::uint64_t low, std::uint64_t high) {
  const Word<V> even = multiply_low(Word<V>(0xD2511F53u), c.word[0]);
  const Word<V> odd = multiply_low(Word<V>(0xCD9E8D57u), c.word[2]);
  c = {{(odd >> 32) ^ c.word[1] ^ Word<V>(low), odd, (even >> 32) ^ c.word[3] ^ Word<V>(high),
        even}};
}

/// Written out round by round: in a loop compilers do not keep the keys in registers.
template <class V, class Keys, std::uint32_t... round>
MIRADOR_INLINE void philox_rounds(PhiloxBlock<V>& c, const Keys& keys,
                                  std::integer_sequence<std::uint32_t, round...>) {
  (philox_round(c, keys.of_low(round), keys.of_high(round)), ...);
}

}  // namespace detail

/// mirador::philox per lane. Counters are in the low halves, and upper halves are ignored, so that
/// the low half of a product need not be extracted: six operations per round.
template <class V, class Keys>
MIRADOR_INLINE PhiloxBlock<V> philox(const Word<V>& c0, const Word<V>& c1, const Word<V>& c2,
                                     const Word<V>& c3, const Keys& keys) {
  PhiloxBlock<V> c{{c0, c1, c2, c3}};
  detail::philox_rounds(c, keys, std::make_integer_sequence<std::uint32_t, 10>{});
  return c;
}

/// The uniform (k + 1/2) 2^-52 of mirador::detail::open_uniform, k the upper 52 bits of the low
/// halves of two words.
template <class V>
MIRADOR_INLINE V open_uniform(Word<V> high, Word<V> low) {
  // k: the low 20 bits of b below bits 20 to 51 of a; the upper halves are masked out.
  const Word<V> a = high << 20, b = low >> 12;
  const Word<V> k = (a ^ ((a ^ b) & Word<V>(0xFFFFFu))) & Word<V>(0x000FFFFFFFFFFFFFu);
  // 1 + k 2^-52 minus 1 - 2^-53: the difference is a double, hence exact.
  return number(k | Word<V>(0x3FF0000000000000u)) - V(1.0 - 0x1.0p-53);
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
