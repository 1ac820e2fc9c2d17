#pragma once

#include <type_traits>
#include <utility>

#include "across_arms.hpp"
#include "engine.hpp"
#include "top_two.hpp"

/// Selects the types of a kernel for the names in a job.
namespace mirador::lanes {
inline namespace MIRADOR_ISA {

template <class L, int groups, class Family, class Problem>
void run_rule(const Job& job, Docket& docket) {
  switch (job.rule.kind) {
    case RuleKind::mirror_ascent:
      return simulate_lanes<L, Family, Problem, MirrorAscent<L, FixedRate<L>>, groups>(job, docket);
    case RuleKind::adaptive_ascent:
      return simulate_lanes<L, Family, Problem, MirrorAscent<L, AdaptiveRate<L>>, groups>(job,
                                                                                          docket);
    case RuleKind::challenger:
      return simulate_lanes<L, Family, typename WithRival<Problem>::type, Challenger<L>, groups>(
          job, docket);
    case RuleKind::tracking:
      return simulate_lanes<L, Family, Problem, Tracking<L, Problem>, groups>(job, docket);
    case RuleKind::uniform:
      return simulate_lanes<L, Family, Problem, Uniform<L>, groups, 4>(job, docket);
    case RuleKind::top_two:
      if constexpr (std::is_same_v<Problem, BestArm<L, GaussianArms>>) {
        // Long steps of many numbers: fewer groups keep them in the cache.
        return simulate_lanes<L, Family, Problem, TopTwo<L>, (groups > 1 ? 2 : 1)>(job, docket);
      }
  }
}

template <class L, int groups, class Family>
void run_question(const Job& job, Docket& docket) {
  if (job.question == QuestionKind::best_arm) {
    run_rule<L, groups, Family, BestArm<L, Family>>(job, docket);
  } else {
    run_rule<L, groups, Family, Thresholding<L, Family>>(job, docket);
  }
}

/// Any family, with the number of arms given at run time.
template <class L, int groups>
void run_any(const Job& job, Docket& docket) {
  if (job.family == FamilyKind::gaussian) {
    run_question<L, groups, GaussianArms>(job, docket);
  } else {
    run_question<L, groups, BernoulliArms>(job, docket);
  }
}

/// The numbers of arms with specialised code. Each takes seconds to compile, so the builds of
/// developers have only two of them.
#ifdef MIRADOR_CHECKS
using FewArms = std::integer_sequence<int, 4, 10>;
#else
using FewArms = std::integer_sequence<int, 2, 3, 4, 5, 6, 8, 10>;
#endif

/// Best-arm with few Gaussian arms: false if there is no specialised code for this number.
template <class V, int groups, int... K>
bool run_best_arm(const Job& job, Docket& docket, std::integer_sequence<int, K...>) {
  const auto run = [&]<int arms>(std::integral_constant<int, arms>) {
    if (job.arms != arms) return false;
    using L = Replications<V, arms>;
    run_rule<L, groups, GaussianArms, BestArm<L, GaussianArms>>(job, docket);
    return true;
  };
  return (run(std::integral_constant<int, K>{}) || ...);
}

/// V are replications side by side, in several groups that take turns; `Arms` are eight arms side
/// by side.
template <class V, class Arms, int groups>
void run_job(const Job& job, Docket& docket) {
  if (job.arms > most_arms) return run_any<AcrossArms<Arms>, 1>(job, docket);
  if constexpr (Traits<V>::width > 1) {
    if (job.family == FamilyKind::gaussian && job.question == QuestionKind::best_arm &&
        run_best_arm<V, groups>(job, docket, FewArms{})) {
      return;
    }
  }
  run_any<Replications<V, 0>, groups>(job, docket);
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
