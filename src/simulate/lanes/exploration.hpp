#pragma once

#include "statistics.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// As sampling/exploration.hpp: the least pulled arm, and whether √t forcing requires it: N < √t -
/// K/2, compared by squares of integers and halves, which are exact.
template <class L>
struct Forcing {
  typename L::Value least;
  Mask<typename L::Value> forced;

  MIRADOR_INLINE Forcing(const L& arms, const Statistics<L>& data) {
    using Value = typename L::Value;
    const auto fewest = arms.argmin([&](int i) MIRADOR_LAMBDA { return data.counts[i]; });
    const Value bar = fewest.score + Value(0.5 * static_cast<double>(arms.arms()));
    least = fewest.arm;
    forced = bar * bar < data.total;
  }
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
