#pragma once

#include "mixture_guard.hpp"
#include "mixture_terms.hpp"

/// Mixture stopping in thresholding problems, for one replication: the decisions of
/// stopping/mixture_judge.hpp, with the same bits on every machine. Called rarely: only if F(N, m)
/// has reached what is needed and the guard did not hold.
namespace mirador::lanes {
inline namespace MIRADOR_ISA {

template <class Family, class Guard>
class ThresholdingJudge {
 public:
  MIRADOR_HD ThresholdingJudge(const Family& family, const Measured& data, double level, Need need,
                               Guard& guard)
      : family_(family),
        data_(data),
        level_(level),
        need_(need.level),
        lasting_(need.lasting),
        guard_(guard) {}

  MIRADOR_HD bool settled() {
    if (guard_.standing && guard_.need == need_ && all_hold()) return false;
    guard_.dismiss(data_.arms);
    if (!lasting_) guard_.disprove(data_.arms);
    for (int claim = easiest(); claim >= 0; claim = easiest()) {
      if (!proved(claim)) return false;
      guard_.proved[claim] += side(claim);
    }
    return true;
  }

 private:
  MIRADOR_HD bool above(int a) const { return data_.sums[a] / data_.counts[a] > level_; }
  /// 1 below the level, 2 above it, 3 if both were proved.
  MIRADOR_HD double side(int a) const { return above(a) ? 2.0 : 1.0; }
  MIRADOR_HD bool was_proved(int a) const {
    return guard_.proved[a] == 3.0 || guard_.proved[a] == side(a);
  }
  MIRADOR_HD bool all_hold() const {
    for (int a = 0; a < data_.arms; ++a) {
      if (!guard_.holds(data_, a)) return false;
    }
    return true;
  }

  /// The arm whose side is to be proved next, -1 if none is left: the farthest from the level at
  /// the last roll call.
  MIRADOR_HD int easiest() const {
    int claim = -1;
    double most = 0.0;
    for (int a = 0; a < data_.arms; ++a) {
      if (was_proved(a)) continue;
      const double off = data_.called[a] - level_, ease = off < 0.0 ? -off : off;
      if (claim < 0 || ease > most) claim = a, most = ease;
    }
    return claim;
  }

  /// Is the arm proved to lie on its side? If not, sets up the guard there if possible.
  MIRADOR_HD bool proved(int a) {
    const double pulls = data_.counts[a], sum = data_.sums[a];
    const bool up = above(a);
    const auto null = family_.null(level_, up);
    const double term = family_.term(null, pulls, sum), slack = need_ - term;
    if (!(slack > 0.0)) return true;
    guard_.claim = a;
    if (!(slack > least_slack)) return false;
    guard_.null = level_, guard_.need = need_, guard_.standing = true;
    // On the other side of the level the claim is a different one.
    for (int k = 0; k < data_.arms; ++k) guard_.hold_side(k, above(k));
    const double step = family_.reach(null, pulls, sum, {term, term + 0.999 * slack});
    guard_.bound(a, sum - pulls * level_, up, step);
    (up ? guard_.low[a] : guard_.high[a]) = 0.0;
    return false;
  }

  const Family& family_;
  const Measured& data_;
  double level_, need_;
  bool lasting_;
  Guard& guard_;
};

/// Is every arm proved to lie on its side of the level, now or before, at `need` each (which
/// includes log K)?
template <class Family, class Guard>
MIRADOR_HD MIRADOR_APART bool thresholding_settled(const Family& family, const Measured& data,
                                                   double level, Need need, Guard& guard) {
  return ThresholdingJudge<Family, Guard>(family, data, level, need, guard).settled();
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
