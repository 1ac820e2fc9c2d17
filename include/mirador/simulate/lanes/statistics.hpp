#pragma once

#include "mirador/simulate/lanes/layout.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// What was measured, as in core/arm_stats.hpp, and the inverses of the counts.
template <class L>
struct Statistics {
  using Value = typename L::Value;

  MIRADOR_HD explicit Statistics(const L& arms)
      : counts(arms), inverses(arms), sums(arms), means(arms) {}

  /// A reward of `arm`, whose pulls so far are given because the caller knows them.
  template <class Family>
  MIRADOR_INLINE void add(const L& arms, const Family& family, const Value& arm,
                          const Value& pulls, const Value& reward) {
    const Value count = pulls + Value(1.0), sum = arms.pick(sums, arm) + reward;
    const Value inverse = Value(1.0) / count;
    arms.put(counts, arm, count);
    arms.put(inverses, arm, inverse);
    arms.put(sums, arm, sum);
    arms.put(means, arm, family.mean(sum, count, inverse));
    total = total + Value(1.0);
  }

  typename L::Array counts, inverses, sums, means;
  Value total;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
