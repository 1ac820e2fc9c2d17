#pragma once

#include <cstddef>

#include "mirador/simd/lane.hpp"
#include "mirador/simd/math.hpp"
#include "mirador/simd/pack.hpp"
#include "mirador/simd/philox.hpp"

namespace mirador::test {

/// The functions of include/mirador/simd with one argument.
enum class LaneFunction {
  exp,
  exp_of_loss,
  expm1,
  log,
  log1p,
  normal_quantile,
  scaled_erfc,
  normal_cdf,
  first_uniform,  // of a Philox block with the bits of the number as counter
  second_uniform
};

/// out[i] = function(in[i]) computed on registers of one instruction set, or on packs of `parts` (1
/// or 2) of them; count is a multiple of 16. The sources of these functions include nothing but
/// simd/: code shared with other sources would be compiled for their instruction set, and the
/// linker might keep that copy for all (checked by tools/check_isa_symbols.py).
void evaluate_on_avx2(LaneFunction function, int parts, const double* in, double* out,
                      std::size_t count);
void evaluate_on_avx512(LaneFunction function, int parts, const double* in, double* out,
                        std::size_t count);

}  // namespace mirador::test

namespace mirador::simd {
inline namespace MIRADOR_ISA {

template <class V>
V uniform_of_bits(V x, int which) {
  const PhiloxBlock<V> block =
      philox<V>(bits(x), bits(x) >> 32, Word<V>(3), Word<V>(4), PhiloxKeys{5, 6});
  return open_uniform<V>(block.word[2 * which], block.word[2 * which + 1]);
}

template <class V>
V evaluate_one(test::LaneFunction function, V x) {
  switch (function) {
    case test::LaneFunction::exp:
      return simd::exp(x);
    case test::LaneFunction::exp_of_loss:
      return simd::exp_of_loss(x);
    case test::LaneFunction::expm1:
      return simd::expm1(x);
    case test::LaneFunction::log:
      return simd::log(x);
    case test::LaneFunction::log1p:
      return simd::log1p(x);
    case test::LaneFunction::normal_quantile:
      return simd::normal_quantile(x);
    case test::LaneFunction::scaled_erfc:
      return simd::scaled_erfc(x);
    case test::LaneFunction::normal_cdf:
      return simd::normal_cdf(x);
    case test::LaneFunction::first_uniform:
      return uniform_of_bits(x, 0);
    case test::LaneFunction::second_uniform:
      return uniform_of_bits(x, 1);
  }
  return x;
}

/// count is a multiple of the width of V.
template <class V>
void evaluate(test::LaneFunction function, const double* in, double* out, std::size_t count) {
  constexpr int width = Traits<V>::width;
  for (std::size_t begin = 0; begin < count; begin += width) {
    V x(0.0);
    for (int i = 0; i < width; ++i) set(x, i, in[begin + static_cast<std::size_t>(i)]);
    x = evaluate_one(function, x);
    for (int i = 0; i < width; ++i) out[begin + static_cast<std::size_t>(i)] = get(x, i);
  }
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
