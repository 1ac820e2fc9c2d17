#pragma once

#include "mirador/core/log_average.hpp"
#include "mirador/core/stays_above.hpp"
#include "mirador/core/valley.hpp"
#include "mirador/simulate/lanes/mixture_guard.hpp"
#include "mirador/simulate/lanes/mixture_terms.hpp"
#include "mirador/simulate/lanes/smooth_bottom.hpp"

/// Mixture stopping for replications side by side: what stopping/mixture_judge.hpp decides, for one
/// replication, with the same bits on every machine. Called rarely: only where F(N, m) has reached
/// what is needed and the guard did not hold.
namespace mirador::lanes {
inline namespace MIRADOR_ISA {

/// What the evidence against an obstacle must reach, and do claims that reached it before count?
struct Need {
  double level;
  bool lasting;
};

/// The evidence against "the rival is best" where the best mean is θ,
///   log M⁻ of the rival + log of the average of M⁺ of all others
/// (signs exchanged where the lowest mean is best). Notes the terms in the guard's caps.
template <class Family, class Guard>
struct RivalEvidence {
  const Family& family;
  const Measured& data;
  int rival;
  bool highest;
  Guard& guard;
  Minimum latest = {NAN, NAN};                // the terms noted belong to this,
  typename Family::Null good = {}, bad = {};  // these nulls,
  double own = NAN, average = NAN;            // and these: of the rival, of all others

  MIRADOR_HD MIRADOR_APART double operator()(double theta) {
    if (theta == latest.at) return latest.value;
    good = family.null(theta, highest);
    for (int a = 0; a < data.arms; ++a) {
      if (a != rival) guard.caps[a] = family.term(good, data.counts[a], data.sums[a]);
    }
    bad = family.null(theta, !highest);
    own = guard.caps[rival] = family.term(bad, data.counts[rival], data.sums[rival]);
    average = average_as_noted();
    latest = {theta, own + average};
    return latest.value;
  }
  MIRADOR_HD Sides sides(double theta) {
    (*this)(theta);
    return highest ? Sides{average, own} : Sides{own, average};
  }
  MIRADOR_HD double straight(double theta) const requires(!Family::convex) { return theta; }
  MIRADOR_HD double bend(const Interval& thetas) const requires(!Family::convex) {
    return family.bend(thetas, true) + family.bend(thetas, false);
  }

  /// The evidence with every term as noted.
  MIRADOR_HD double total() const { return guard.caps[rival] + average_as_noted(); }

 private:
  MIRADOR_HD double average_as_noted() const {
    const auto noted = [&](std::size_t k) {
      const int a = static_cast<int>(k);
      return guard.caps[a < rival ? a : a + 1];
    };
    return log_average<LaneMath>(static_cast<std::size_t>(data.arms - 1), noted);
  }
};

/// A lower bound of it, less log(K-1): the answer alone instead of the average. Two terms for K.
template <class Family>
struct PairEvidence {
  const Family& family;
  const Measured& data;
  int answer, rival;
  bool highest;

  MIRADOR_HD double operator()(double theta) const { return sides(theta).total(); }
  MIRADOR_HD MIRADOR_APART Sides sides(double theta) const {
    const double good =
        family.term(family.null(theta, highest), data.counts[answer], data.sums[answer]);
    const double bad =
        family.term(family.null(theta, !highest), data.counts[rival], data.sums[rival]);
    return highest ? Sides{good, bad} : Sides{bad, good};
  }
  MIRADOR_HD double straight(double theta) const requires(!Family::convex) { return theta; }
  MIRADOR_HD double bend(const Interval& thetas) const requires(!Family::convex) {
    return family.bend(thetas, true) + family.bend(thetas, false);
  }
};

template <class Family, class Guard>
class BestArmJudge {
 public:
  MIRADOR_HD BestArmJudge(const Family& family, const Measured& data, int answer, bool highest,
                          Need need, Guard& guard)
      : family_(family),
        data_(data),
        answer_(answer),
        highest_(highest),
        need_(need.level),
        lasting_(need.lasting),
        guard_(guard) {}

  MIRADOR_HD bool settled() {
    if (guard_.standing && guard_.answer == answer_ && guard_.need == need_) {
      Evidence evidence = against(guard_.claim);
      if (renew(evidence)) return false;
      evidence(guard_.null);
      if (stand(evidence)) return false;
    }
    guard_.dismiss(data_.arms);
    if (!lasting_) guard_.disprove(data_.arms);
    for (int claim = easiest(); claim >= 0; claim = easiest()) {
      if (claim == guard_.claim) {
        Evidence evidence = against(claim);
        if (!refuted(evidence, guard_.null)) return false;
      } else if (!refuted(claim)) {
        return false;
      }
      guard_.proved[claim] = 1.0;
    }
    return true;
  }

 private:
  using Evidence = RivalEvidence<Family, Guard>;
  static constexpr double least_slack = 0.002;

  /// The rival to be refuted next, -1 when none is left: the worst at the last roll call.
  MIRADOR_HD int easiest() const {
    int claim = -1;
    double most = 0.0;
    for (int a = 0; a < data_.arms; ++a) {
      if (a == answer_ || guard_.proved[a] != 0.0) continue;
      const double ease = highest_ ? -data_.called[a] : data_.called[a];
      if (claim < 0 || ease > most) claim = a, most = ease;
    }
    return claim;
  }

  MIRADOR_HD Evidence against(int rival) const { return {family_, data_, rival, highest_, guard_}; }
  MIRADOR_HD double mean(int a) const { return data_.sums[a] / data_.counts[a]; }
  MIRADOR_HD double pooled(int rival) const {
    return (data_.sums[answer_] + data_.sums[rival]) /
           (data_.counts[answer_] + data_.counts[rival]);
  }
  MIRADOR_HD bool above(const Evidence& evidence, int a) const {
    return (a == evidence.rival) != highest_;
  }

  MIRADOR_HD bool refuted(int rival) {
    // With many arms to average over the answer alone may do.
    if (data_.arms > 9) {
      const double more = need_ + LaneMath::log(static_cast<double>(data_.arms - 1));
      PairEvidence<Family> pair = {family_, data_, answer_, rival, highest_};
      if (smallest(pair, rival, pooled(rival), more).value >= more) return true;
    }
    Evidence evidence = against(rival);
    return refuted(evidence, pooled(rival));
  }
  /// If not, the guard stands there as long as it can.
  MIRADOR_HD bool refuted(Evidence& evidence, double guess) {
    const Minimum found = smallest(evidence, evidence.rival, guess, need_);
    if (found.value >= need_) return true;
    evidence(found.at);
    stand(evidence);
    return false;
  }

  /// The smallest evidence over θ, or roughly, on the right side of `enough`: proved where the
  /// terms are not convex, as in stopping/refutation.hpp.
  template <class At>
  MIRADOR_HD Minimum smallest(At& at, int rival, double guess, double enough) const {
    const Interval range = {Family::lowest_mean(), Family::highest_mean()};
    // About where the terms of the two arms have risen by 0.1.
    const double pulls = data_.counts[answer_] + data_.counts[rival];
    const double step = lane::sqrt(0.2 * family_.variance(guess) / pulls);
    const Bottom quick = smooth_bottom(at, range, {guess, at(guess)}, step, enough);
    const Minimum found = quick.decided ? quick.lowest : search(at, rival, range, enough);
    if (Family::convex || found.value < enough) return found;
    return proved_bottom(at, {range, lane::max(step, 1e-9)}, enough, found);
  }
  template <class At>
  MIRADOR_HD Minimum search(At& at, int rival, const Interval& range, double enough) const {
    const double one = mean(answer_), two = mean(rival);
    const Valley valley = {{lane::min(one, two), lane::max(one, two)}, pooled(rival), range};
    return bottom_of_valley<Family::convex>(at, valley, enough);
  }

  /// Bounds within which the evidence at the θ looked at last stays below what is needed: half of
  /// what is missing goes to the rival, half to the average. False when it is too little.
  MIRADOR_HD bool stand(Evidence& evidence) {
    const double slack = need_ - evidence.latest.value;
    if (!(slack > least_slack)) return false;
    guard_.null = evidence.latest.at;
    guard_.need = need_;
    guard_.claim = evidence.rival;
    guard_.answer = answer_;
    guard_.standing = true;
    // The weights of the average, next to its largest.
    double largest = -INFINITY, weight = 0.0;
    for (int a = 0; a < data_.arms; ++a) {
      if (a != evidence.rival) largest = lane::max(guard_.caps[a], largest);
    }
    for (int a = 0; a < data_.arms; ++a) {
      if (a != evidence.rival) weight += LaneMath::exp(guard_.caps[a] - largest);
    }
    const double rise = LaneMath::expm1(0.5 * slack), among = data_.arms - 1;
    for (int a = 0; a < data_.arms; ++a) {
      if (a == evidence.rival) continue;
      // Most of what the average may rise by goes to the arms that carry it.
      const double own = LaneMath::exp(guard_.caps[a] - largest);
      const double cap = largest + LaneMath::log(own + rise * (0.9 * own + 0.1 * weight / among));
      bound(evidence.good, highest_, a, cap);
    }
    const int r = evidence.rival;
    bound(evidence.bad, !highest_, r, guard_.caps[r] + 0.5 * slack);
    return true;
  }

  /// Bounds anew for the arms that left theirs, as far as the other caps allow; false when they do
  /// not.
  MIRADOR_HD bool renew(Evidence& evidence) {
    for (int a = 0; a < data_.arms; ++a) {
      if (guard_.holds(data_, a)) continue;
      const bool side = above(evidence, a);
      const auto null = family_.null(guard_.null, side);
      guard_.caps[a] = family_.term(null, data_.counts[a], data_.sums[a]);
      const double total = evidence.total(), slack = need_ - total;
      if (!(slack > least_slack)) return false;
      double cap = guard_.caps[a] + 0.7 * slack;
      if (a != evidence.rival) {
        // The average may rise by that much through this arm alone.
        const double average = total - guard_.caps[evidence.rival];
        const double extra = LaneMath::expm1(0.7 * slack) * (data_.arms - 1);
        cap = average + LaneMath::log(LaneMath::exp(guard_.caps[a] - average) + extra);
      }
      bound(null, side, a, cap);
    }
    return true;
  }

  /// Lets the term of an arm, as noted, rise to the cap.
  MIRADOR_HD void bound(const typename Family::Null& null, bool side, int a, double cap) {
    const double pulls = data_.counts[a], sum = data_.sums[a];
    const double step = family_.reach(null, pulls, sum, {guard_.caps[a], cap});
    guard_.bound(a, sum - pulls * guard_.null, side, step);
    guard_.caps[a] = cap;
  }

  const Family& family_;
  const Measured& data_;
  int answer_;
  bool highest_;
  double need_;
  bool lasting_;
  Guard& guard_;
};

/// Is every rival of `answer` refuted, now or before? If not, the guard stands where it can.
template <class Family, class Guard>
MIRADOR_HD MIRADOR_APART bool best_arm_settled(const Family& family, const Measured& data,
                                               int answer, bool highest, Need need, Guard& guard) {
  return BestArmJudge<Family, Guard>(family, data, answer, highest, need, guard).settled();
}

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
  static constexpr double least_slack = 0.002;

  MIRADOR_HD bool above(int a) const { return data_.sums[a] / data_.counts[a] > level_; }
  /// 1 below the level, 2 above it, 3 where both were proved.
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

  /// The arm to be proved on its side next, -1 when none is left: the farthest from the level at
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

  /// Is the arm proved to lie on its side? If not, the guard stands there as long as it can.
  MIRADOR_HD bool proved(int a) {
    const double pulls = data_.counts[a], sum = data_.sums[a];
    const bool up = above(a);
    const auto null = family_.null(level_, up);
    const double term = family_.term(null, pulls, sum), slack = need_ - term;
    if (!(slack > 0.0)) return true;
    guard_.claim = a;
    if (!(slack > least_slack)) return false;
    guard_.null = level_, guard_.need = need_, guard_.standing = true;
    // On the other side of the level the claim is another one.
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
