#pragma once

#include "mirador/core/stays_above.hpp"
#include "mirador/core/valley.hpp"
#include "rival_evidence.hpp"
#include "smooth_bottom.hpp"

/// Mixture stopping in best-arm problems, for one replication: the decisions of
/// stopping/mixture_judge.hpp, with the same bits on every machine. Called rarely: only if F(N, m)
/// has reached what is needed and the guard did not hold.
namespace mirador::lanes {
inline namespace MIRADOR_ISA {

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
      if (renew(evidence) || stand_at(evidence, guard_.null)) return false;
    }
    guard_.dismiss(data_.arms);
    if (!lasting_) guard_.disprove(data_.arms);
    for (int claim = easiest(); claim >= 0; claim = easiest()) {
      if (!refuted(claim, claim == guard_.claim ? guard_.null : pooled(claim))) return false;
      guard_.proved[claim] = 1.0;
    }
    return true;
  }

 private:
  using Evidence = RivalEvidence<Family, Guard>;

  /// The rival to refute next, -1 if none is left: the worst at the last roll call.
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

  /// If not refuted, the guard is set up there if possible. The carriers of the average may
  /// suffice, alone or with a bound of the rest; otherwise all arms decide.
  MIRADOR_HD bool refuted(int rival, double guess) {
    Evidence evidence = against(rival);
    evidence.look_at_carriers(answer_, guess);
    Minimum found = smallest(evidence, everywhere(), guess);
    if (found.value >= need_) return true;
    if (stand_at(evidence, found.at)) return false;
    if (all_arms_at(evidence, found.at) >= need_) {
      found = smallest_with_rest(evidence, found.at);
      if (found.value >= need_) return true;
      if (all_arms_at(evidence, found.at) >= need_) {
        found = smallest(evidence, everywhere(), found.at);
        if (found.value >= need_) return true;
        evidence(found.at);
      }
    }
    stand(evidence);
    return false;
  }
  MIRADOR_HD static double all_arms_at(Evidence& evidence, double theta) {
    evidence.look_at_all();
    return evidence(theta);
  }

  MIRADOR_HD static Interval everywhere() {
    return {Family::lowest_mean(), Family::highest_mean()};
  }
  /// The minimum of the evidence over θ, or roughly, on the correct side of what is needed: proved
  /// if the terms are not convex, as in stopping/refutation.hpp.
  MIRADOR_HD Minimum smallest(Evidence& at, const Interval& range, double guess) const {
    const double step = first_step(at, guess);
    const Bottom quick = smooth_bottom(at, range, {guess, at(guess)}, step, need_);
    const Minimum found = quick.decided ? quick.lowest : search(at, range);
    if (Family::convex || found.value < need_) return found;
    return proved_bottom(at, {range, step}, need_, found);
  }
  /// A lower bound of it: up to a border beyond the minimum the arms that carry little count with
  /// their value at the border, and beyond it as nothing.
  MIRADOR_HD Minimum smallest_with_rest(Evidence& at, double guess) const {
    at.look_at_carriers(answer_, guess);
    const bool is_worth_while = at.others() - at.carriers() > 4;
    const double border = guess + (highest_ ? 2.0 : -2.0) * first_step(at, guess);
    Interval near = everywhere(), far = near;
    if (!is_worth_while || !(border > near.low && border < near.high)) return {guess, -INFINITY};
    (highest_ ? near.high : near.low) = border;
    (highest_ ? far.low : far.high) = border;
    at.count_left_out_as_at(border);
    const Minimum found = smallest(at, near, guess);
    if (found.value < need_) return found;
    at.count_left_out_as_nothing();
    const Minimum beyond = smallest(at, far, border);
    return beyond.value < need_ ? beyond : found;
  }
  /// The distance at which the terms of the two arms have risen by about 0.1.
  MIRADOR_HD double first_step(const Evidence& at, double guess) const {
    const double pulls = data_.counts[answer_] + data_.counts[at.rival()];
    return simd::max(simd::sqrt(0.2 * family_.variance(guess) / pulls), 1e-9);
  }
  MIRADOR_HD Minimum search(Evidence& at, const Interval& range) const {
    const double one = mean(answer_), two = mean(at.rival());
    const Valley valley = {{simd::min(one, two), simd::max(one, two)}, pooled(at.rival()), range};
    return bottom_of_valley<Family::convex>(at, valley, need_);
  }

  /// Sets up the guard if the carriers are known and the other terms are at most 0; false if that
  /// is not enough.
  MIRADOR_HD bool stand_at(Evidence& evidence, double theta) {
    evidence.look_at_carriers(answer_, theta);
    evidence(theta);
    evidence.bound_what_was_left_out();
    return stand(evidence);
  }

  /// Bounds within which the evidence at the last θ stays below what is needed: half of the missing
  /// evidence goes to the rival, half to the average. False if it is too little.
  MIRADOR_HD bool stand(Evidence& evidence) {
    const double slack = need_ - evidence.latest().value;
    if (!(slack > least_slack)) return false;
    const int rival = evidence.rival();
    guard_.null = evidence.latest().at;
    guard_.need = need_;
    guard_.claim = rival;
    guard_.answer = answer_;
    guard_.standing = true;
    // The weights of the average, relative to the largest.
    double largest = -INFINITY, weight = 0.0;
    for (int a = 0; a < data_.arms; ++a) {
      if (a != rival) largest = simd::max(guard_.caps[a], largest);
    }
    for (int a = 0; a < data_.arms; ++a) {
      if (a != rival) weight += LaneMath::exp(guard_.caps[a] - largest);
    }
    const double rise = LaneMath::expm1(0.5 * slack), among = evidence.carriers();
    for (int a = 0; a < data_.arms; ++a) {
      if (a == rival) continue;
      if (evidence.is_bounded_by_side(a)) {
        guard_.hold_side(a, !highest_);
        continue;
      }
      // Most of the allowed rise of the average goes to the arms that dominate it.
      const double own = LaneMath::exp(guard_.caps[a] - largest);
      const double cap = largest + LaneMath::log(own + rise * (0.9 * own + 0.1 * weight / among));
      bound(evidence.null_of(a), highest_, a, cap);
    }
    bound(evidence.null_of(rival), !highest_, rival, guard_.caps[rival] + 0.5 * slack);
    return true;
  }

  /// Computes new bounds for the arms that left theirs, if the other caps allow it; false
  /// otherwise.
  MIRADOR_HD bool renew(Evidence& evidence) {
    for (int a = 0; a < data_.arms; ++a) {
      if (guard_.holds(data_, a)) continue;
      const bool side = evidence.speaks_above(a);
      const auto null = family_.null(guard_.null, side);
      guard_.caps[a] = family_.term(null, data_.counts[a], data_.sums[a]);
      const double total = evidence.total(), slack = need_ - total;
      if (!(slack > least_slack)) return false;
      double cap = guard_.caps[a] + 0.7 * slack;
      if (a != evidence.rival()) {
        // The average may rise by this much through this arm alone.
        const double average = total - guard_.caps[evidence.rival()];
        const double extra = LaneMath::expm1(0.7 * slack) * (data_.arms - 1);
        cap = average + LaneMath::log(LaneMath::exp(guard_.caps[a] - average) + extra);
      }
      bound(null, side, a, cap);
    }
    return true;
  }

  /// Lets the recorded term of an arm rise to the cap.
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

/// Is every rival of `answer` refuted, now or before? If not, sets up the guard if possible.
template <class Family, class Guard>
MIRADOR_HD MIRADOR_APART bool best_arm_settled(const Family& family, const Measured& data,
                                               int answer, bool highest, Need need, Guard& guard) {
  return BestArmJudge<Family, Guard>(family, data, answer, highest, need, guard).settled();
}

}  // namespace MIRADOR_ISA
}  // namespace mirador::lanes
