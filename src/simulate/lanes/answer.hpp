#pragma once

#include <cstdint>

#include "job.hpp"
#include "mirador/simd/lane.hpp"

namespace mirador::lanes {

/// The answer for the means of up to 64 arms, as one word: the best arm (the first in a tie), or a
/// bit for every arm above the level. `for_each(f)` calls f(a) for every arm, and `mean(a)` is as
/// simulated, as in a Verdict.
template <class ForEach, class Mean>
MIRADOR_INLINE std::uint64_t answer_code(const Job& job, ForEach&& for_each, Mean&& mean) {
  std::uint64_t answer = 0;
  if (job.question == QuestionKind::thresholding) {
    for_each([&](int a) {
      if (mean(a) > job.level) answer |= std::uint64_t{1} << a;
    });
    return answer;
  }
  // Gaussian means are already negated if the lowest is best.
  const bool lowest = job.turned && job.family == FamilyKind::bernoulli;
  double best = 0.0;
  for_each([&](int a) {
    const double score = lowest ? -mean(a) : mean(a);
    if (a == 0 || score > best) best = score, answer = static_cast<std::uint64_t>(a);
  });
  return answer;
}

}  // namespace mirador::lanes
