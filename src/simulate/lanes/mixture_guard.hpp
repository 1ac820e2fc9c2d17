#pragma once

#include "mirador/simd/lane.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// What one replication has measured, arm by arm; every arm at least once.
struct Measured {
  int arms;
  const double* counts;
  const double* sums;
  const double* called;  ///< means at the last roll call (stopping/roll_call.hpp)
};

/// What the evidence against an obstacle must reach, and do claims that reached it before count?
struct Need {
  double level;
  bool lasting;
};

/// What is missing to it must be at least this for a guard to be worth its while.
inline constexpr double least_slack = 0.002;

/// Within which bounds a replication need not be judged again (stopping/sentry.hpp): as long as,
/// for every arm measured since,
///   low[a] <= sums[a] - counts[a] * null <= high[a],
/// and, in best-arm problems, the answer is `answer`. Where no guard stands, low is +inf. It serves
/// one risk, and keeps what was proved at that risk.
/// `Array` holds a number for every arm and is indexed: an array, or a pointer to memory elsewhere.
template <class Array>
struct BasicGuard {
  double null = 0.0;
  double need = 0.0;  ///< what the evidence would have to reach
  int claim = -1;     ///< the arm that is not refuted, or not proved to lie on its side
  int answer = -1;    ///< for which it stands, in best-arm problems
  bool standing = false;
  Array low, high;
  Array caps;    ///< of every arm's term while the bounds hold
  Array proved;  ///< of every arm, not 0: what is claimed of it was proved

  BasicGuard() = default;
  /// Arrays that must be told how many arms there are.
  template <class Layout>
  MIRADOR_HD explicit BasicGuard(const Layout& arms)
      : low(arms), high(arms), caps(arms), proved(arms) {}

  MIRADOR_HD bool holds(const Measured& data, int a) const {
    const double centred = data.sums[a] - data.counts[a] * null;
    return centred >= low[a] && centred <= high[a];
  }
  /// Guards nothing any more; remembers where it stood. To be called also when a bound was left and
  /// the replication was not judged.
  MIRADOR_HD void dismiss(int arms) {
    standing = false;
    for (int a = 0; a < arms; ++a) low[a] = INFINITY, high[a] = -INFINITY;
  }
  /// For a new replication.
  MIRADOR_HD void forget(int arms) {
    dismiss(arms);
    claim = -1;
    disprove(arms);
  }
  MIRADOR_HD void disprove(int arms) {
    for (int a = 0; a < arms; ++a) proved[a] = 0.0;
  }
  /// The sum of an arm may move by `step` from where it is, `centred`, upwards or downwards.
  MIRADOR_HD void bound(int a, double centred, bool upwards, double step) {
    const double safe = step >= 0.0 && step < INFINITY ? step : 0.0;
    low[a] = upwards ? -INFINITY : centred - safe;
    high[a] = upwards ? centred + safe : INFINITY;
  }
  /// An arm must stay where it is, above the null or below.
  MIRADOR_HD void hold_side(int a, bool above) {
    low[a] = above ? 0.0 : -INFINITY;
    high[a] = above ? INFINITY : 0.0;
  }
};

/// For up to Max arms.
template <int Max>
using Guard = BasicGuard<double[Max]>;
/// For any number: the arrays belong to the caller.
using WideGuard = BasicGuard<double*>;

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
