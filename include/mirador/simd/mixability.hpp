#pragma once

#include "mirador/simd/math.hpp"

namespace mirador::simd {
inline namespace MIRADOR_ISA {

/// The growth of AdaHedge's mixability gap (sampling/learner.hpp) when at most two arms have a
/// gain: (1/η) log Σ w_a e^{η g_a} - w·g, or 0 if rounding makes it negative. Two exponentials;
/// gains are measured from the larger, so that none overflows. If `lower` is 0 its arm does not
/// matter. A rate of 1e300 stands for an infinite one.
template <class V>
MIRADOR_INLINE V mixability_gap(const V& top_weight, const V& lower_weight, const V& top,
                                const V& lower, const V& rate) {
  const V other = select(lower > V(0.0), lower_weight, V(0.0));
  const V rest = V(1.0) - (top_weight + other);
  const V mixed = fma(rest, exp_of_loss(-(rate * top)),
                      fma(other, exp_of_loss(-(rate * (top - lower))), top_weight));
  const V gain = top + log(max(mixed, V(1e-300))) / rate;
  return max(gain - fma(top_weight, top, other * lower), V(0.0));
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::simd
