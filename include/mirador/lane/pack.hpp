#pragma once

#include "mirador/lane/lane.hpp"

namespace mirador::lane {

/// N lanes of type B side by side, as one lane type. Several registers that take the same step
/// together hide the waiting of each; with B = double it is also the portable form of a register.
/// Loops over the parts are unrolled by the compiler.
template <class B, int N>
struct PackMask;

template <class B, int N>
struct PackWord {
  Word<B> part[N];

  PackWord() = default;
  explicit PackWord(std::uint64_t all) {
    for (int i = 0; i < N; ++i) part[i] = Word<B>(all);
  }
};

template <class B, int N>
struct Pack {
  B part[N];

  Pack() = default;
  Pack(double all) {  // NOLINT: numbers mix with lanes, as they do with double
    for (int i = 0; i < N; ++i) part[i] = B(all);
  }

  Pack& operator+=(const Pack& other) { return *this = *this + other; }
  Pack& operator-=(const Pack& other) { return *this = *this - other; }
  Pack& operator*=(const Pack& other) { return *this = *this * other; }

#define MIRADOR_PACK_OPERATOR(op)                                 \
  friend Pack operator op(const Pack& a, const Pack& b) {         \
    Pack out;                                                     \
    for (int i = 0; i < N; ++i) out.part[i] = a.part[i] op b.part[i]; \
    return out;                                                   \
  }
  MIRADOR_PACK_OPERATOR(+)
  MIRADOR_PACK_OPERATOR(-)
  MIRADOR_PACK_OPERATOR(*)
  MIRADOR_PACK_OPERATOR(/)
#undef MIRADOR_PACK_OPERATOR

  friend Pack operator-(const Pack& a) {
    Pack out;
    for (int i = 0; i < N; ++i) out.part[i] = -a.part[i];
    return out;
  }

#define MIRADOR_PACK_COMPARISON(op)                               \
  friend PackMask<B, N> operator op(const Pack& a, const Pack& b) { \
    PackMask<B, N> out;                                           \
    for (int i = 0; i < N; ++i) out.part[i] = a.part[i] op b.part[i]; \
    return out;                                                   \
  }
  MIRADOR_PACK_COMPARISON(<)
  MIRADOR_PACK_COMPARISON(<=)
  MIRADOR_PACK_COMPARISON(>)
  MIRADOR_PACK_COMPARISON(>=)
  MIRADOR_PACK_COMPARISON(==)
#undef MIRADOR_PACK_COMPARISON
};

template <class B, int N>
struct PackMask {
  Mask<B> part[N];

  PackMask() = default;
  explicit PackMask(bool all) {
    for (int i = 0; i < N; ++i) part[i] = Mask<B>(all);
  }
};

template <class B, int N>
struct Traits<Pack<B, N>> {
  using Mask = PackMask<B, N>;
  using Word = PackWord<B, N>;
  static constexpr int width = N * Traits<B>::width;
};

/// f(i) for every part, gathered into a Result.
template <class Result, int N, class F>
inline Result each_part(F&& f) {
  Result out;
  for (int i = 0; i < N; ++i) out.part[i] = f(i);
  return out;
}

#define MIRADOR_PACK template <class B, int N> inline
MIRADOR_PACK Pack<B, N> fma(const Pack<B, N>& a, const Pack<B, N>& b, const Pack<B, N>& c) {
  return each_part<Pack<B, N>, N>([&](int i) { return fma(a.part[i], b.part[i], c.part[i]); });
}
MIRADOR_PACK Pack<B, N> sqrt(const Pack<B, N>& a) {
  return each_part<Pack<B, N>, N>([&](int i) { return sqrt(a.part[i]); });
}
MIRADOR_PACK Pack<B, N> abs(const Pack<B, N>& a) {
  return each_part<Pack<B, N>, N>([&](int i) { return abs(a.part[i]); });
}
MIRADOR_PACK Pack<B, N> min(const Pack<B, N>& a, const Pack<B, N>& b) {
  return each_part<Pack<B, N>, N>([&](int i) { return min(a.part[i], b.part[i]); });
}
MIRADOR_PACK Pack<B, N> max(const Pack<B, N>& a, const Pack<B, N>& b) {
  return each_part<Pack<B, N>, N>([&](int i) { return max(a.part[i], b.part[i]); });
}
MIRADOR_PACK Pack<B, N> select(const PackMask<B, N>& m, const Pack<B, N>& a, const Pack<B, N>& b) {
  return each_part<Pack<B, N>, N>([&](int i) { return select(m.part[i], a.part[i], b.part[i]); });
}
MIRADOR_PACK PackWord<B, N> select(const PackMask<B, N>& m, const PackWord<B, N>& a,
                                   const PackWord<B, N>& b) {
  return each_part<PackWord<B, N>, N>(
      [&](int i) { return select(m.part[i], a.part[i], b.part[i]); });
}
MIRADOR_PACK PackMask<B, N> operator&(const PackMask<B, N>& a, const PackMask<B, N>& b) {
  return each_part<PackMask<B, N>, N>([&](int i) { return a.part[i] & b.part[i]; });
}
MIRADOR_PACK PackMask<B, N> operator|(const PackMask<B, N>& a, const PackMask<B, N>& b) {
  return each_part<PackMask<B, N>, N>([&](int i) { return a.part[i] | b.part[i]; });
}
MIRADOR_PACK PackMask<B, N> operator!(const PackMask<B, N>& a) {
  return each_part<PackMask<B, N>, N>([&](int i) { return !a.part[i]; });
}
MIRADOR_PACK bool any(const PackMask<B, N>& a) {
  Mask<B> some = a.part[0];
  for (int i = 1; i < N; ++i) some = some | a.part[i];
  return any(some);
}
MIRADOR_PACK bool all(const PackMask<B, N>& a) {
  Mask<B> every = a.part[0];
  for (int i = 1; i < N; ++i) every = every & a.part[i];
  return all(every);
}

MIRADOR_PACK PackWord<B, N> bits(const Pack<B, N>& a) {
  return each_part<PackWord<B, N>, N>([&](int i) { return bits(a.part[i]); });
}
MIRADOR_PACK Pack<B, N> number(const PackWord<B, N>& a) {
  return each_part<Pack<B, N>, N>([&](int i) { return number(a.part[i]); });
}
#define MIRADOR_PACK_WORDS(op)                                                          \
  MIRADOR_PACK PackWord<B, N> operator op(const PackWord<B, N>& a, const PackWord<B, N>& b) { \
    return each_part<PackWord<B, N>, N>([&](int i) { return a.part[i] op b.part[i]; }); \
  }
MIRADOR_PACK_WORDS(&)
MIRADOR_PACK_WORDS(|)
MIRADOR_PACK_WORDS(^)
MIRADOR_PACK_WORDS(+)
#undef MIRADOR_PACK_WORDS
MIRADOR_PACK PackWord<B, N> operator<<(const PackWord<B, N>& a, int by) {
  return each_part<PackWord<B, N>, N>([&](int i) { return a.part[i] << by; });
}
MIRADOR_PACK PackWord<B, N> operator>>(const PackWord<B, N>& a, int by) {
  return each_part<PackWord<B, N>, N>([&](int i) { return a.part[i] >> by; });
}
MIRADOR_PACK PackWord<B, N> multiply_low(const PackWord<B, N>& a, const PackWord<B, N>& b) {
  return each_part<PackWord<B, N>, N>([&](int i) { return multiply_low(a.part[i], b.part[i]); });
}

MIRADOR_PACK double get(const Pack<B, N>& a, int lane) {
  return get(a.part[lane / Traits<B>::width], lane % Traits<B>::width);
}
MIRADOR_PACK bool get(const PackMask<B, N>& a, int lane) {
  return get(a.part[lane / Traits<B>::width], lane % Traits<B>::width);
}
MIRADOR_PACK std::uint64_t get(const PackWord<B, N>& a, int lane) {
  return get(a.part[lane / Traits<B>::width], lane % Traits<B>::width);
}
MIRADOR_PACK void set(Pack<B, N>& a, int lane, double to) {
  set(a.part[lane / Traits<B>::width], lane % Traits<B>::width, to);
}
MIRADOR_PACK void set(PackWord<B, N>& a, int lane, std::uint64_t to) {
  set(a.part[lane / Traits<B>::width], lane % Traits<B>::width, to);
}
MIRADOR_PACK std::uint64_t lanes_of(const PackMask<B, N>& a) {
  std::uint64_t lanes = 0;
  for (int i = 0; i < N; ++i) lanes |= lanes_of(a.part[i]) << (i * Traits<B>::width);
  return lanes;
}
#undef MIRADOR_PACK

}  // namespace mirador::lane
