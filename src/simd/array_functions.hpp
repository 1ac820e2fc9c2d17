#pragma once

#include "mirador/simd/divergence.hpp"
#include "mirador/simd/functions.hpp"
#include "mirador/simd/math.hpp"
#include "mirador/simd/mixability.hpp"

#ifdef __AVX512F__
#include "mirador/simd/avx512.hpp"
#elif defined(__AVX2__)
#include "mirador/simd/avx2.hpp"
#endif

/// functions.hpp by lanes of type V.
namespace mirador::simd {
inline namespace MIRADOR_ISA {

/// The first `n` numbers from memory, the others `filler`; and back.
template <class V>
MIRADOR_INLINE V load_some(const double* from, std::size_t n, double filler) {
  V value(filler);
  for (std::size_t i = 0; i < n; ++i) set(value, static_cast<int>(i), from[i]);
  return value;
}
template <class V>
MIRADOR_INLINE void store_some(double* to, std::size_t n, const V& value) {
  for (std::size_t i = 0; i < n; ++i) to[i] = get(value, static_cast<int>(i));
}
#ifdef __AVX512F__
template <>
MIRADOR_INLINE Avx512 load_some<Avx512>(const double* from, std::size_t n, double filler) {
  return _mm512_mask_loadu_pd(_mm512_set1_pd(filler), static_cast<__mmask8>((1u << n) - 1), from);
}
MIRADOR_INLINE void store_some(double* to, std::size_t n, const Avx512& value) {
  _mm512_mask_storeu_pd(to, static_cast<__mmask8>((1u << n) - 1), value.v);
}
#elif defined(__AVX2__)
template <>
MIRADOR_INLINE Avx2 load_some<Avx2>(const double* from, std::size_t n, double filler) {
  alignas(32) double numbers[4] = {filler, filler, filler, filler};
  if (n == 4) return _mm256_loadu_pd(from);
  for (std::size_t i = 0; i < n; ++i) numbers[i] = from[i];
  return _mm256_load_pd(numbers);
}
MIRADOR_INLINE void store_some(double* to, std::size_t n, const Avx2& value) {
  alignas(32) double numbers[4];
  if (n == 4) return _mm256_storeu_pd(to, value.v);
  _mm256_store_pd(numbers, value.v);
  for (std::size_t i = 0; i < n; ++i) to[i] = numbers[i];
}
#endif

/// out[i] = f(in[i]), a register at a time; what is left over is filled up with `filler`.
template <class V, class F>
MIRADOR_INLINE void map(const double* in, double* out, std::size_t n, double filler, F&& f) {
  constexpr std::size_t width = Traits<V>::width;
  for (std::size_t i = 0; i < n; i += width) {
    const std::size_t left = n - i < width ? n - i : width;
    store_some(out + i, left, f(load_some<V>(in + i, left, filler)));
  }
}

template <class V>
const Functions& functions_on() {
  static constexpr Functions table = {
      [](double* u, std::size_t n) {
        map<V>(u, u, n, 0.5, [](const V& x) MIRADOR_LAMBDA { return normal_quantile(x); });
      },
      [](const double* losses, double* out, std::size_t n) {
        map<V>(losses, out, n, 0.0, [](const V& x) MIRADOR_LAMBDA { return exp_of_loss(x); });
      },
      [](const TwoGains& g) {
        return mixability_gap(g.top_weight, g.lower_weight, g.top, g.lower, g.rate);
      },
      [](double x, double y) { return binary_divergence(x, y); },
  };
  return table;
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
