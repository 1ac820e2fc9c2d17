#pragma once

#include "mirador/simd/lane.hpp"

namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// The measurements of one replication, arm by arm; every arm at least once.
struct Measured {
  int arms;
  const double* counts;
  const double* sums;
  const double* called;  ///< means at the last roll call (stopping/roll_call.hpp)
};

/// The evidence required against an obstacle, and whether claims that reached it before count.
struct Need {
  double level;
  bool lasting;
};

/// Guards are set up only if at least this much evidence is missing.
inline constexpr double least_slack = 0.002;

/// The bounds within which a replication need not be judged again (stopping/sentry.hpp): as long
/// as, for every arm measured since,
///   low[a] <= sums[a] - counts[a] * null <= high[a],
/// and, in best-arm problems, the answer is `answer`. Without a guard low is +inf. It serves one
/// risk and keeps what was proved at that risk. `Array` holds a number for every arm and is
/// indexed: an array, or a pointer to external memory.
template <class Array>
struct BasicGuard {
  double null = 0.0;
  double need = 0.0;  ///< the evidence that would be required
  int claim = -1;     ///< the arm that is not refuted, or not proved to lie on its side
  int answer = -1;    ///< the answer it guards, in best-arm problems
  bool standing = false;
  Array low, high;
  Array caps;    ///< the cap of every arm's term while the bounds hold
  Array proved;  ///< nonzero for arms whose claim was proved

  BasicGuard() = default;
  /// For arrays that need the number of arms.
  template <class Layout>
  MIRADOR_HD explicit BasicGuard(const Layout& arms)
      : low(arms), high(arms), caps(arms), proved(arms) {}

  MIRADOR_HD bool holds(const Measured& data, int a) const {
    const double centred = data.sums[a] - data.counts[a] * null;
    return centred >= low[a] && centred <= high[a];
  }
  /// Stops guarding, but remembers the position. Call also if a bound was left and the replication
  /// was not judged.
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
  /// The sum of an arm may move by `step` from its value `centred`, upwards or downwards.
  MIRADOR_HD void bound(int a, double centred, bool upwards, double step) {
    const double safe = step >= 0.0 && step < INFINITY ? step : 0.0;
    low[a] = upwards ? -INFINITY : centred - safe;
    high[a] = upwards ? centred + safe : INFINITY;
  }
  /// An arm must stay on its side of the null.
  MIRADOR_HD void hold_side(int a, bool above) {
    low[a] = above ? 0.0 : -INFINITY;
    high[a] = above ? INFINITY : 0.0;
  }
};

/// For up to Max arms.
template <int Max>
using Guard = BasicGuard<double[Max]>;
/// For any number of arms: the arrays belong to the caller.
using WideGuard = BasicGuard<double*>;

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
