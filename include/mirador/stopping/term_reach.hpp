#pragma once

#include <algorithm>
#include <cmath>

#include "mirador/core/std_math.hpp"

/// Parts of mixture terms, over any set of elementary functions.
namespace mirador {

/// log(share + (1 - share) e^term).
template <class Math = StdMath>
MIRADOR_HD double mixed_with_one(double term, double share) {
  return term > 0.0 ? term + Math::log(1.0 - share + share * Math::exp(-term))
                    : Math::log(share + (1.0 - share) * Math::exp(term));
}
/// The share of 1 in the mixtures of arms whose means have ends.
inline constexpr double share_of_one = 0.01;

/// An estimate of how far a sum with standard deviation `spread` may move before its term rises by
/// `rise`.
template <class Math = StdMath>
MIRADOR_HD double likely_reach(double centred, double spread, double rise) {
  return rise * spread / std::max(centred / spread, 0.5);
}

/// Terms are convex in the sum: if the term after a step exceeds the cap, the chord to it from the
/// current term is a safe bound.
struct TermRange {
  double now, cap;
};
template <class TermAfter>
MIRADOR_HD double reach_by_chord(double step, TermRange term, TermAfter&& after) {
  if (!(step >= 0.0 && std::isfinite(step))) return 0.0;
  const double probe = after(step);
  return probe > term.cap ? step * (term.cap - term.now) / (probe - term.now) : step;
}
/// The same while the sum has `room` left to the null: M is at most 1 up to there.
template <class Math = StdMath>
MIRADOR_HD double reach_before_null(double room, TermRange term) {
  return room * (term.cap < 0.0 ? (term.cap - term.now) / -term.now : 1.0);
}

}  // namespace mirador
