#pragma once

#include "layout.hpp"
#include "mirador/simd/math.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// The measurements, as in core/arm_stats.hpp, and the inverses of the counts.
template <class L>
struct Statistics {
  using Value = typename L::Value;

  MIRADOR_HD explicit Statistics(const L& arms)
      : counts(arms), inverses(arms), sums(arms), means(arms) {}

  /// Adds a reward of `arm`; the caller passes the arm's pulls, which it knows.
  MIRADOR_INLINE void add(const L& arms, const Value& arm, const Value& pulls,
                          const Value& reward) {
    const Value count = pulls + Value(1.0), inverse = Value(1.0) / count;
    const Value sum = arms.pick(sums, arm) + reward;
    arms.put(counts, arm, count);
    arms.put(inverses, arm, inverse);
    arms.put(sums, arm, sum);
    arms.put(means, arm, quotient(sum, count, inverse));
    total = total + Value(1.0);
  }

  typename L::Array counts, inverses, sums, means;
  Value total;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
