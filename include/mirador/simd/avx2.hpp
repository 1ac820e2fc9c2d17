#pragma once

#include <immintrin.h>

#include "mirador/simd/lane.hpp"

/// Four doubles in one register. Include only where AVX2 and FMA are enabled.
namespace mirador::simd {
inline namespace MIRADOR_ISA {

struct Avx2Mask {
  __m256d m;  // all bits of a number set, or none

  Avx2Mask() = default;
  Avx2Mask(__m256d mask) : m(mask) {}  // NOLINT
  explicit Avx2Mask(bool all) : m(_mm256_castsi256_pd(_mm256_set1_epi64x(all ? -1 : 0))) {}
};
struct Avx2Word {
  __m256i w;

  Avx2Word() = default;
  Avx2Word(__m256i word) : w(word) {}  // NOLINT
  explicit Avx2Word(std::uint64_t all) : w(_mm256_set1_epi64x(static_cast<long long>(all))) {}
};
struct Avx2 {
  __m256d v;

  Avx2() = default;
  Avx2(__m256d value) : v(value) {}             // NOLINT
  Avx2(double all) : v(_mm256_set1_pd(all)) {}  // NOLINT
};

template <>
struct Traits<Avx2> {
  using Mask = Avx2Mask;
  using Word = Avx2Word;
  static constexpr int width = 4;
};

MIRADOR_INLINE Avx2 operator+(Avx2 a, Avx2 b) { return _mm256_add_pd(a.v, b.v); }
MIRADOR_INLINE Avx2 operator-(Avx2 a, Avx2 b) { return _mm256_sub_pd(a.v, b.v); }
MIRADOR_INLINE Avx2 operator*(Avx2 a, Avx2 b) { return _mm256_mul_pd(a.v, b.v); }
MIRADOR_INLINE Avx2 operator/(Avx2 a, Avx2 b) { return _mm256_div_pd(a.v, b.v); }
MIRADOR_INLINE Avx2 operator-(Avx2 a) { return _mm256_xor_pd(a.v, _mm256_set1_pd(-0.0)); }
MIRADOR_INLINE Avx2 fma(Avx2 a, Avx2 b, Avx2 c) { return _mm256_fmadd_pd(a.v, b.v, c.v); }
MIRADOR_INLINE Avx2 sqrt(Avx2 a) { return _mm256_sqrt_pd(a.v); }
MIRADOR_INLINE Avx2 abs(Avx2 a) { return _mm256_andnot_pd(_mm256_set1_pd(-0.0), a.v); }
MIRADOR_INLINE Avx2 min(Avx2 a, Avx2 b) { return _mm256_min_pd(a.v, b.v); }
MIRADOR_INLINE Avx2 max(Avx2 a, Avx2 b) { return _mm256_max_pd(a.v, b.v); }
MIRADOR_INLINE Avx2Mask operator<(Avx2 a, Avx2 b) { return _mm256_cmp_pd(a.v, b.v, _CMP_LT_OQ); }
MIRADOR_INLINE Avx2Mask operator<=(Avx2 a, Avx2 b) { return _mm256_cmp_pd(a.v, b.v, _CMP_LE_OQ); }
MIRADOR_INLINE Avx2Mask operator>(Avx2 a, Avx2 b) { return _mm256_cmp_pd(a.v, b.v, _CMP_GT_OQ); }
MIRADOR_INLINE Avx2Mask operator>=(Avx2 a, Avx2 b) { return _mm256_cmp_pd(a.v, b.v, _CMP_GE_OQ); }
MIRADOR_INLINE Avx2Mask operator==(Avx2 a, Avx2 b) { return _mm256_cmp_pd(a.v, b.v, _CMP_EQ_OQ); }
MIRADOR_INLINE Avx2Mask operator&(Avx2Mask a, Avx2Mask b) { return _mm256_and_pd(a.m, b.m); }
MIRADOR_INLINE Avx2Mask operator|(Avx2Mask a, Avx2Mask b) { return _mm256_or_pd(a.m, b.m); }
MIRADOR_INLINE Avx2Mask operator!(Avx2Mask a) { return _mm256_xor_pd(a.m, Avx2Mask(true).m); }
MIRADOR_INLINE bool any(Avx2Mask a) { return _mm256_movemask_pd(a.m) != 0; }
MIRADOR_INLINE bool all(Avx2Mask a) { return _mm256_movemask_pd(a.m) == 0xF; }
MIRADOR_INLINE Avx2 select(Avx2Mask m, Avx2 a, Avx2 b) { return _mm256_blendv_pd(b.v, a.v, m.m); }
MIRADOR_INLINE Avx2Word select(Avx2Mask m, Avx2Word a, Avx2Word b) {
  return _mm256_castpd_si256(
      _mm256_blendv_pd(_mm256_castsi256_pd(b.w), _mm256_castsi256_pd(a.w), m.m));
}

MIRADOR_INLINE Avx2Word bits(Avx2 a) { return _mm256_castpd_si256(a.v); }
MIRADOR_INLINE Avx2 number(Avx2Word a) { return _mm256_castsi256_pd(a.w); }
MIRADOR_INLINE Avx2Word operator&(Avx2Word a, Avx2Word b) { return _mm256_and_si256(a.w, b.w); }
MIRADOR_INLINE Avx2Word operator|(Avx2Word a, Avx2Word b) { return _mm256_or_si256(a.w, b.w); }
MIRADOR_INLINE Avx2Word operator^(Avx2Word a, Avx2Word b) { return _mm256_xor_si256(a.w, b.w); }
MIRADOR_INLINE Avx2Word operator+(Avx2Word a, Avx2Word b) { return _mm256_add_epi64(a.w, b.w); }
MIRADOR_INLINE Avx2Word operator<<(Avx2Word a, int by) { return _mm256_slli_epi64(a.w, by); }
MIRADOR_INLINE Avx2Word operator>>(Avx2Word a, int by) { return _mm256_srli_epi64(a.w, by); }
/// A select reads only the highest bit of a mask; the others are undefined.
MIRADOR_INLINE Avx2Mask is_odd(Avx2Word a) {
  return _mm256_castsi256_pd(_mm256_slli_epi64(a.w, 63));
}
MIRADOR_INLINE Avx2Word multiply_low(Avx2Word a, Avx2Word b) { return _mm256_mul_epu32(a.w, b.w); }

MIRADOR_INLINE Avx2 gather(const double* base, Avx2Word offset) {
  return _mm256_i64gather_pd(base, offset.w, 8);
}
template <int distance>
MIRADOR_INLINE Avx2 exchange(Avx2 a) {
  if constexpr (distance == 1) return _mm256_permute_pd(a.v, 0x5);
  if constexpr (distance == 2) return _mm256_permute2f128_pd(a.v, a.v, 0x01);
}

inline double get(const Avx2& a, int lane) {
  alignas(32) double out[4];
  _mm256_store_pd(out, a.v);
  return out[lane];
}
MIRADOR_INLINE bool get(Avx2Mask a, int lane) { return (_mm256_movemask_pd(a.m) >> lane) & 1; }
inline std::uint64_t get(const Avx2Word& a, int lane) {
  alignas(32) std::uint64_t out[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(out), a.w);
  return out[lane];
}
inline void set(Avx2& a, int lane, double to) {
  alignas(32) double out[4];
  _mm256_store_pd(out, a.v);
  out[lane] = to;
  a.v = _mm256_load_pd(out);
}
inline void set(Avx2Word& a, int lane, std::uint64_t to) {
  alignas(32) std::uint64_t out[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(out), a.w);
  out[lane] = to;
  a.w = _mm256_load_si256(reinterpret_cast<const __m256i*>(out));
}
inline std::uint64_t lanes_of(Avx2Mask a) {
  return static_cast<std::uint64_t>(_mm256_movemask_pd(a.m));
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
