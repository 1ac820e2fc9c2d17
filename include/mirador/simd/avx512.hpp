#pragma once

#include <immintrin.h>

#include "mirador/simd/lane.hpp"

/// Eight doubles in one register. Include only where AVX-512 F and DQ are enabled (x86-64-v4 is).
namespace mirador::simd {
inline namespace MIRADOR_ISA {

struct Avx512Mask {
  __mmask8 m;

  Avx512Mask() = default;
  Avx512Mask(__mmask8 mask) : m(mask) {}  // NOLINT
  explicit Avx512Mask(bool all) : m(all ? 0xFF : 0) {}
};
struct Avx512Word {
  __m512i w;

  Avx512Word() = default;
  Avx512Word(__m512i word) : w(word) {}  // NOLINT
  explicit Avx512Word(std::uint64_t all) : w(_mm512_set1_epi64(static_cast<long long>(all))) {}
};
struct Avx512 {
  __m512d v;

  Avx512() = default;
  Avx512(__m512d value) : v(value) {}             // NOLINT
  Avx512(double all) : v(_mm512_set1_pd(all)) {}  // NOLINT
};

template <>
struct Traits<Avx512> {
  using Mask = Avx512Mask;
  using Word = Avx512Word;
  static constexpr int width = 8;
};

MIRADOR_INLINE Avx512 operator+(Avx512 a, Avx512 b) { return _mm512_add_pd(a.v, b.v); }
MIRADOR_INLINE Avx512 operator-(Avx512 a, Avx512 b) { return _mm512_sub_pd(a.v, b.v); }
MIRADOR_INLINE Avx512 operator*(Avx512 a, Avx512 b) { return _mm512_mul_pd(a.v, b.v); }
MIRADOR_INLINE Avx512 operator/(Avx512 a, Avx512 b) { return _mm512_div_pd(a.v, b.v); }
MIRADOR_INLINE Avx512 operator-(Avx512 a) { return _mm512_xor_pd(a.v, _mm512_set1_pd(-0.0)); }
MIRADOR_INLINE Avx512 fma(Avx512 a, Avx512 b, Avx512 c) { return _mm512_fmadd_pd(a.v, b.v, c.v); }
MIRADOR_INLINE Avx512 sqrt(Avx512 a) { return _mm512_sqrt_pd(a.v); }
MIRADOR_INLINE Avx512 abs(Avx512 a) { return _mm512_andnot_pd(_mm512_set1_pd(-0.0), a.v); }
MIRADOR_INLINE Avx512 min(Avx512 a, Avx512 b) { return _mm512_min_pd(a.v, b.v); }
MIRADOR_INLINE Avx512 max(Avx512 a, Avx512 b) { return _mm512_max_pd(a.v, b.v); }
MIRADOR_INLINE Avx512Mask operator<(Avx512 a, Avx512 b) {
  return _mm512_cmp_pd_mask(a.v, b.v, _CMP_LT_OQ);
}
MIRADOR_INLINE Avx512Mask operator<=(Avx512 a, Avx512 b) {
  return _mm512_cmp_pd_mask(a.v, b.v, _CMP_LE_OQ);
}
MIRADOR_INLINE Avx512Mask operator>(Avx512 a, Avx512 b) {
  return _mm512_cmp_pd_mask(a.v, b.v, _CMP_GT_OQ);
}
MIRADOR_INLINE Avx512Mask operator>=(Avx512 a, Avx512 b) {
  return _mm512_cmp_pd_mask(a.v, b.v, _CMP_GE_OQ);
}
MIRADOR_INLINE Avx512Mask operator==(Avx512 a, Avx512 b) {
  return _mm512_cmp_pd_mask(a.v, b.v, _CMP_EQ_OQ);
}
MIRADOR_INLINE Avx512Mask operator&(Avx512Mask a, Avx512Mask b) { return _kand_mask8(a.m, b.m); }
MIRADOR_INLINE Avx512Mask operator|(Avx512Mask a, Avx512Mask b) { return _kor_mask8(a.m, b.m); }
MIRADOR_INLINE Avx512Mask operator!(Avx512Mask a) { return _knot_mask8(a.m); }
MIRADOR_INLINE bool any(Avx512Mask a) { return a.m != 0; }
MIRADOR_INLINE bool all(Avx512Mask a) { return a.m == 0xFF; }
MIRADOR_INLINE Avx512 select(Avx512Mask m, Avx512 a, Avx512 b) {
  return _mm512_mask_blend_pd(m.m, b.v, a.v);
}
MIRADOR_INLINE Avx512Word select(Avx512Mask m, Avx512Word a, Avx512Word b) {
  return _mm512_mask_blend_epi64(m.m, b.w, a.w);
}

MIRADOR_INLINE Avx512Word bits(Avx512 a) { return _mm512_castpd_si512(a.v); }
MIRADOR_INLINE Avx512 number(Avx512Word a) { return _mm512_castsi512_pd(a.w); }
MIRADOR_INLINE Avx512Word operator&(Avx512Word a, Avx512Word b) {
  return _mm512_and_si512(a.w, b.w);
}
MIRADOR_INLINE Avx512Word operator|(Avx512Word a, Avx512Word b) {
  return _mm512_or_si512(a.w, b.w);
}
MIRADOR_INLINE Avx512Word operator^(Avx512Word a, Avx512Word b) {
  return _mm512_xor_si512(a.w, b.w);
}
MIRADOR_INLINE Avx512Word operator+(Avx512Word a, Avx512Word b) {
  return _mm512_add_epi64(a.w, b.w);
}
MIRADOR_INLINE Avx512Word operator<<(Avx512Word a, int by) {
  return _mm512_slli_epi64(a.w, static_cast<unsigned>(by));
}
MIRADOR_INLINE Avx512Word operator>>(Avx512Word a, int by) {
  return _mm512_srli_epi64(a.w, static_cast<unsigned>(by));
}
MIRADOR_INLINE Avx512Mask is_odd(Avx512Word a) {
  return _mm512_test_epi64_mask(a.w, _mm512_set1_epi64(1));
}
MIRADOR_INLINE Avx512Word multiply_low(Avx512Word a, Avx512Word b) {
  return _mm512_mul_epu32(a.w, b.w);
}

MIRADOR_INLINE Avx512 gather(const double* base, Avx512Word offset) {
  return _mm512_i64gather_pd(offset.w, base, 8);
}
template <int distance>
MIRADOR_INLINE Avx512 exchange(Avx512 a) {
  if constexpr (distance == 1) return _mm512_permute_pd(a.v, 0x55);
  if constexpr (distance == 2) return _mm512_permutex_pd(a.v, 0x4E);
  if constexpr (distance == 4) return _mm512_shuffle_f64x2(a.v, a.v, 0x4E);
}

inline double get(const Avx512& a, int lane) {
  alignas(64) double out[8];
  _mm512_store_pd(out, a.v);
  return out[lane];
}
MIRADOR_INLINE bool get(Avx512Mask a, int lane) { return (a.m >> lane) & 1; }
inline std::uint64_t get(const Avx512Word& a, int lane) {
  alignas(64) std::uint64_t out[8];
  _mm512_store_si512(out, a.w);
  return out[lane];
}
inline void set(Avx512& a, int lane, double to) {
  a.v = _mm512_mask_broadcastsd_pd(a.v, static_cast<__mmask8>(1 << lane), _mm_set_sd(to));
}
inline void set(Avx512Word& a, int lane, std::uint64_t to) {
  a.w = _mm512_mask_set1_epi64(a.w, static_cast<__mmask8>(1 << lane), static_cast<long long>(to));
}
inline std::uint64_t lanes_of(Avx512Mask a) { return a.m; }

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
