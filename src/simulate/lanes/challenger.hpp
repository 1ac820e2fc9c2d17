#pragma once

#include "draws.hpp"
#include "exploration.hpp"
#include "job.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// Best Challenger, sampling/frank_wolfe.hpp.
template <class L>
class Challenger {
 public:
  using Value = typename L::Value;

  MIRADOR_HD Challenger(const L&, const RuleJob& rule) : forcing_(rule.forcing) {}
  MIRADOR_HD void start(const L&, int) {}

  template <class Problem, class Keys>
  MIRADOR_INLINE Value next(const L& arms, const Problem& problem, const Statistics<L>& data,
                            const Randomness<Value, Keys>&) const {
    const Forcing<L> forcing(arms, data);
    const Value chosen = problem.challenge(arms, data, forcing.least);
    return forcing_ ? select(forcing.forced, forcing.least, chosen) : chosen;
  }
  template <class Problem>
  MIRADOR_INLINE void observe(const L&, const Problem&, const Statistics<L>&) {}
  template <class Problem>
  MIRADOR_INLINE void settle(const L&, const Problem&, const Statistics<L>&, const Value&) {}

 private:
  bool forcing_;
};

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
