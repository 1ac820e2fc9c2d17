#pragma once

#include <utility>

#include "mirador/simd/lane.hpp"

namespace mirador::simd {
inline namespace MIRADOR_ISA {

/// N lanes of type B side by side, as one lane type. Several registers taking the same step
/// together hide each other's latency; with B = double it is also the portable form of a register.
/// Operations are written out, not looped over, so that every part can live in its own register.
template <class B, int N>
struct Pack;
template <class B, int N>
struct PackMask;
template <class B, int N>
struct PackWord;

template <class B, int N>
struct Traits<Pack<B, N>> {
  using Mask = PackMask<B, N>;
  using Word = PackWord<B, N>;
  static constexpr int width = N * Traits<B>::width;
};

/// Result{f(0), ..., f(N-1)}.
template <class Result, int N, class F>
MIRADOR_INLINE Result each_part(F&& f) {
  return [&]<int... I>(std::integer_sequence<int, I...>) MIRADOR_LAMBDA {
    return Result{{f(I)...}};
  }
  (std::make_integer_sequence<int, N>{});
}

template <class T, int N>
struct Parts {
  T part[N];
};

template <class B, int N>
struct PackWord : Parts<Word<B>, N> {
  PackWord() = default;
  MIRADOR_INLINE PackWord(const Parts<Word<B>, N>& parts) : Parts<Word<B>, N>(parts) {}  // NOLINT
  MIRADOR_INLINE explicit PackWord(std::uint64_t all)
      : Parts<Word<B>, N>(
            each_part<Parts<Word<B>, N>, N>([&](int) MIRADOR_LAMBDA { return Word<B>(all); })) {}
};
template <class B, int N>
struct PackMask : Parts<Mask<B>, N> {
  PackMask() = default;
  MIRADOR_INLINE PackMask(const Parts<Mask<B>, N>& parts) : Parts<Mask<B>, N>(parts) {}  // NOLINT
  MIRADOR_INLINE explicit PackMask(bool all)
      : Parts<Mask<B>, N>(
            each_part<Parts<Mask<B>, N>, N>([&](int) MIRADOR_LAMBDA { return Mask<B>(all); })) {}
};
template <class B, int N>
struct Pack : Parts<B, N> {
  Pack() = default;
  MIRADOR_INLINE Pack(const Parts<B, N>& parts) : Parts<B, N>(parts) {}  // NOLINT
  MIRADOR_INLINE Pack(double all)                                        // NOLINT
      : Parts<B, N>(each_part<Parts<B, N>, N>([&](int) MIRADOR_LAMBDA { return B(all); })) {}
};

#define MIRADOR_EACH(Result, Element, expression) \
  return Result<B, N>(                            \
      each_part<Parts<Element, N>, N>([&](int i) MIRADOR_LAMBDA { return expression; }))
#define MIRADOR_NUMBERS(signature, expression) \
  template <class B, int N>                    \
  MIRADOR_INLINE Pack<B, N> signature {        \
    MIRADOR_EACH(Pack, B, expression);         \
  }
#define MIRADOR_MASKS(signature, expression)     \
  template <class B, int N>                      \
  MIRADOR_INLINE PackMask<B, N> signature {      \
    MIRADOR_EACH(PackMask, Mask<B>, expression); \
  }
#define MIRADOR_WORDS(signature, expression)     \
  template <class B, int N>                      \
  MIRADOR_INLINE PackWord<B, N> signature {      \
    MIRADOR_EACH(PackWord, Word<B>, expression); \
  }
#define P const Pack<B, N>&
#define M const PackMask<B, N>&
#define W const PackWord<B, N>&
// A number combined with a pack is broadcast; templates do not convert implicitly.
#define MIRADOR_MIXED(op, Result)                          \
  template <class B, int N>                                \
  MIRADOR_INLINE Result<B, N> operator op(P a, double b) { \
    return a op Pack<B, N>(b);                             \
  }                                                        \
  template <class B, int N>                                \
  MIRADOR_INLINE Result<B, N> operator op(double a, P b) { \
    return Pack<B, N>(a) op b;                             \
  }

MIRADOR_NUMBERS(operator+(P a, P b), a.part[i] + b.part[i])
MIRADOR_NUMBERS(operator-(P a, P b), a.part[i] - b.part[i])
MIRADOR_NUMBERS(operator*(P a, P b), a.part[i] * b.part[i])
MIRADOR_NUMBERS(operator/(P a, P b), a.part[i] / b.part[i])
MIRADOR_NUMBERS(operator-(P a), -a.part[i])
MIRADOR_MIXED(+, Pack)
MIRADOR_MIXED(-, Pack)
MIRADOR_MIXED(*, Pack)
MIRADOR_MIXED(/, Pack)
MIRADOR_NUMBERS(fma(P a, P b, P c), fma(a.part[i], b.part[i], c.part[i]))
MIRADOR_NUMBERS(sqrt(P a), sqrt(a.part[i]))
MIRADOR_NUMBERS(abs(P a), abs(a.part[i]))
MIRADOR_NUMBERS(min(P a, P b), min(a.part[i], b.part[i]))
MIRADOR_NUMBERS(max(P a, P b), max(a.part[i], b.part[i]))
MIRADOR_NUMBERS(select(M m, P a, P b), select(m.part[i], a.part[i], b.part[i]))
MIRADOR_MASKS(operator<(P a, P b), a.part[i] < b.part[i])
MIRADOR_MASKS(operator<=(P a, P b), a.part[i] <= b.part[i])
MIRADOR_MASKS(operator>(P a, P b), a.part[i] > b.part[i])
MIRADOR_MASKS(operator>=(P a, P b), a.part[i] >= b.part[i])
MIRADOR_MASKS(operator==(P a, P b), a.part[i] == b.part[i])
MIRADOR_MIXED(<, PackMask)
MIRADOR_MIXED(<=, PackMask)
MIRADOR_MIXED(>, PackMask)
MIRADOR_MIXED(>=, PackMask)
MIRADOR_MIXED(==, PackMask)
MIRADOR_MASKS(operator&(M a, M b), Mask<B>(a.part[i] & b.part[i]))
MIRADOR_MASKS(operator|(M a, M b), Mask<B>(a.part[i] | b.part[i]))
MIRADOR_MASKS(operator!(M a), !a.part[i])
MIRADOR_MASKS(is_odd(W a), is_odd(a.part[i]))
MIRADOR_WORDS(select(M m, W a, W b), select(m.part[i], a.part[i], b.part[i]))
MIRADOR_WORDS(bits(P a), bits(a.part[i]))
MIRADOR_NUMBERS(number(W a), number(a.part[i]))
MIRADOR_NUMBERS(gather(const double* base, W offset), gather(base, offset.part[i]))
MIRADOR_WORDS(operator&(W a, W b), a.part[i] & b.part[i])
MIRADOR_WORDS(operator|(W a, W b), a.part[i] | b.part[i])
MIRADOR_WORDS(operator^(W a, W b), a.part[i] ^ b.part[i])
MIRADOR_WORDS(operator+(W a, W b), a.part[i] + b.part[i])
MIRADOR_WORDS(operator<<(W a, int by), a.part[i] << by)
MIRADOR_WORDS(operator>>(W a, int by), a.part[i] >> by)
MIRADOR_WORDS(multiply_low(W a, W b), multiply_low(a.part[i], b.part[i]))

template <class B, int N>
MIRADOR_INLINE bool any(M a) {
  Mask<B> some = a.part[0];
  for (int i = 1; i < N; ++i) some = some | a.part[i];
  return any(some);
}
template <class B, int N>
MIRADOR_INLINE bool all(M a) {
  Mask<B> every = a.part[0];
  for (int i = 1; i < N; ++i) every = every & a.part[i];
  return all(every);
}
template <int distance, class B, int N>
MIRADOR_INLINE Pack<B, N> exchange(P a) {
  constexpr int width = Traits<B>::width;
  return Pack<B, N>(each_part<Parts<B, N>, N>([&](int i) MIRADOR_LAMBDA {
    if constexpr (distance < width) {
      return exchange<distance>(a.part[i]);
    } else {
      return a.part[i ^ (distance / width)];
    }
  }));
}
template <class B, int N>
MIRADOR_INLINE double get(P a, int lane) {
  return get(a.part[lane / Traits<B>::width], lane % Traits<B>::width);
}
template <class B, int N>
MIRADOR_INLINE bool get(M a, int lane) {
  return get(a.part[lane / Traits<B>::width], lane % Traits<B>::width);
}
template <class B, int N>
MIRADOR_INLINE std::uint64_t get(W a, int lane) {
  return get(a.part[lane / Traits<B>::width], lane % Traits<B>::width);
}
template <class B, int N>
MIRADOR_INLINE void set(Pack<B, N>& a, int lane, double to) {
  set(a.part[lane / Traits<B>::width], lane % Traits<B>::width, to);
}
template <class B, int N>
MIRADOR_INLINE void set(PackWord<B, N>& a, int lane, std::uint64_t to) {
  set(a.part[lane / Traits<B>::width], lane % Traits<B>::width, to);
}
template <class B, int N>
MIRADOR_INLINE std::uint64_t lanes_of(M a) {
  std::uint64_t lanes = 0;
  for (int i = 0; i < N; ++i) lanes |= lanes_of(a.part[i]) << (i * Traits<B>::width);
  return lanes;
}

#undef P
#undef M
#undef W
#undef MIRADOR_EACH
#undef MIRADOR_NUMBERS
#undef MIRADOR_MASKS
#undef MIRADOR_WORDS
#undef MIRADOR_MIXED

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
