#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "mirador/core/portable.hpp"

/// Marks functions that must be inlined because the speed of a step depends on it.
#ifdef __CUDACC__
#define MIRADOR_INLINE __host__ __device__ __forceinline__
#define MIRADOR_LAMBDA
#else
#define MIRADOR_INLINE inline __attribute__((always_inline))
#define MIRADOR_LAMBDA __attribute__((always_inline))
#endif

/// Marks members called rarely, of objects that should live in registers. A GPU has registers for a
/// whole replication only as long as no call takes its address; other compilers may decide.
#ifdef __CUDACC__
#define MIRADOR_IN_PLACE MIRADOR_INLINE
#else
#define MIRADOR_IN_PLACE inline
#endif

/// Sources compiled for several instruction sets must not share symbols, so everything below is in
/// a namespace named after the set.
#ifndef MIRADOR_ISA
#define MIRADOR_ISA plain
#endif

/// The number types of simulated steps. A lane type V is either double, or several doubles side by
/// side (pack.hpp, avx2.hpp, avx512.hpp); every operation acts on each number separately:
///   + - * /   fma(a, b, c)  sqrt  abs  min  max     rounded once, as in IEEE 754
///   < <= > >= ==            a Mask<V>;  & | !  any  all
///   select(mask, a, b)      a where the mask is set, b elsewhere
///   bits(v), number(w)      reinterpretation as 64-bit words Word<V> and back
///   & | ^ << >> +  is_odd    of words;  multiply_low(a, b), the 64-bit product of the low halves
///   exchange<d>(v)          lane i gets what lane i ^ d had, where lanes lie side by side
///   gather(base, word)      base[word]
/// Code written only in these operations, for any V, gives the same bits on every machine and for
/// every V. Nothing else is allowed in it: no std::exp, and no product and sum that a compiler
/// might fuse (the sources are compiled with contraction off; a fused operation is written as fma).
namespace mirador::simd {
inline namespace MIRADOR_ISA {

template <class V>
struct Traits;

template <class V>
using Mask = typename Traits<V>::Mask;
template <class V>
using Word = typename Traits<V>::Word;

template <>
struct Traits<double> {
  using Mask = bool;
  using Word = std::uint64_t;
  static constexpr int width = 1;
};

MIRADOR_INLINE double fma(double a, double b, double c) { return std::fma(a, b, c); }
MIRADOR_INLINE double sqrt(double a) { return std::sqrt(a); }
MIRADOR_INLINE double abs(double a) { return std::fabs(a); }
/// b unless a is smaller; returns b if a is NaN.
MIRADOR_INLINE double min(double a, double b) { return a < b ? a : b; }
MIRADOR_INLINE double max(double a, double b) { return a > b ? a : b; }
template <class T>
MIRADOR_INLINE T select(bool mask, T a, T b) {
  return mask ? a : b;
}
MIRADOR_INLINE bool any(bool mask) { return mask; }
MIRADOR_INLINE bool all(bool mask) { return mask; }

MIRADOR_INLINE std::uint64_t bits(double value) {
  std::uint64_t word;
  std::memcpy(&word, &value, sizeof word);
  return word;
}
MIRADOR_INLINE double number(std::uint64_t word) {
  double value;
  std::memcpy(&value, &word, sizeof value);
  return value;
}
MIRADOR_INLINE double gather(const double* base, std::uint64_t offset) { return base[offset]; }
MIRADOR_INLINE bool is_odd(std::uint64_t word) { return (word & 1) != 0; }
MIRADOR_INLINE std::uint64_t multiply_low(std::uint64_t a, std::uint64_t b) {
#ifdef __CUDA_ARCH__
  std::uint64_t product;
  asm("mul.wide.u32 %0, %1, %2;"
      : "=l"(product)
      : "r"(static_cast<std::uint32_t>(a)), "r"(static_cast<std::uint32_t>(b)));
  return product;
#else
  return (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
#endif
}

/// One of the numbers side by side, index 0..width-1.
MIRADOR_INLINE double get(double value, int) { return value; }
MIRADOR_INLINE bool get(bool mask, int) { return mask; }
MIRADOR_INLINE std::uint64_t get(std::uint64_t word, int) { return word; }
MIRADOR_INLINE void set(double& value, int, double to) { value = to; }
MIRADOR_INLINE void set(std::uint64_t& word, int, std::uint64_t to) { word = to; }
/// The lanes of a mask as bits of an integer, lane 0 lowest.
MIRADOR_INLINE std::uint64_t lanes_of(bool mask) { return mask ? 1u : 0u; }

/// Integers from 0 to 2^52 in the low bits of words; the bits above are those of 2^52, which is
/// added to place them.
template <class V>
MIRADOR_INLINE Word<V> low_word(V whole) {
  return bits(whole + V(0x1.0p52));
}
/// The same without the other bits, and back.
template <class V>
MIRADOR_INLINE Word<V> to_word(V whole) {
  return low_word<V>(whole) & Word<V>(0x000FFFFFFFFFFFFFu);
}
template <class V>
MIRADOR_INLINE V to_number(Word<V> whole) {
  return number(whole | Word<V>(0x4330000000000000u)) - V(0x1.0p52);
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
