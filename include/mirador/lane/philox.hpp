#pragma once

#include "mirador/lane/lane.hpp"

namespace mirador::lane {
inline namespace MIRADOR_ISA {

template <class V>
struct PhiloxBlock {
  Word<V> word[4];  // in the low halves; the high halves hold anything
};

template <class V>
MIRADOR_INLINE PhiloxBlock<V> philox(Word<V> c0, Word<V> c1, Word<V> c2, Word<V> c3,
                                        std::uint32_t key0, std::uint32_t key1) {
  for (int round = 0; round < 10; ++round) {
    const Word<V> even = multiply_low(c0, Word<V>(0xD2511F53u));
    const Word<V> odd = multiply_low(c2, Word<V>(0xCD9E8D57u));
    c0 = (odd >> 32) ^ c1 ^ Word<V>(key0);
    c1 = odd;
    c2 = (even >> 32) ^ c3 ^ Word<V>(key1);
    c3 = even;
    key0 += 0x9E3779B9u;
    key1 += 0xBB67AE85u;
  }
  return {{c0, c1, c2, c3}};
}

template <class V>
MIRADOR_INLINE V open_uniform(Word<V> high, Word<V> low) {
  const Word<V> k = ((high << 32) >> 12) | ((low << 32) >> 44);
  return number(k | Word<V>(0x3FF0000000000000u)) - V(1.0 - 0x1.0p-53);
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lane
