#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "mirador/core/interval.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/stopping/mixture_claims.hpp"
#include "mirador/stopping/mixture_judge.hpp"
#include "mirador/stopping/mixture_terms.hpp"
#include "mirador/stopping/refutation.hpp"
#include "mirador/stopping/risk.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// Statements that are valid at any time, whether or not the experiment has stopped.

/// The smallest δ at which the rule would stop now, 1 if there is none. For mixture stopping it is
/// exp(-evidence) times the union factor. It is an anytime p-value: where the rule is proved, a
/// wrong answer ever brings it to α or below with probability at most α, for each α fixed
/// beforehand. It is not the probability that the answer is wrong. `evidence` is the rule's, passed
/// because it may take long to compute.
template <Problem P, StoppingRule<P> Rule>
double smallest_risk(const Rule& rule, const Standing<P>& standing, double evidence) {
  const auto stops_at = [&](double log_risk) {
    const double delta = std::exp(-log_risk);
    return standing.closest().value() >= rule.least_value(standing, delta) &&
           evidence >= rule.required(standing, delta);
  };
  if (!standing.ready() || !stops_at(0.0)) return 1.0;
  double low = 0.0, high = 700.0;  // values below e^-700 are not distinguished
  if (stops_at(high)) return std::exp(-high);
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (stops_at(middle) ? low : high) = middle;
  }
  return std::exp(-low);
}

template <Problem P, StoppingRule<P> Rule>
double smallest_risk(const Rule& rule, const Standing<P>& standing) {
  return smallest_risk(rule, standing, rule.evidence(standing));
}

/// Its name up to 0.7.0.
template <Problem P, StoppingRule<P> Rule>
[[deprecated("use smallest_risk")]] double error_bound(const Rule& rule,
                                                       const Standing<P>& standing) {
  return smallest_risk(rule, standing);
}

namespace detail {

/// Searches from an estimate towards the end of the range for the nearest value that is ruled out,
/// to a share `fine` of the distance, rounded outwards; returns the end if there is none. Values
/// beyond one that is ruled out must be ruled out too.
template <class RuledOut>
double nearest_ruled_out(double estimate, double end, double fine, RuledOut&& ruled_out) {
  if (estimate == end) return end;
  const double heading = end < estimate ? -1.0 : 1.0;
  double step = 1e-3 * (1.0 + std::abs(estimate));
  double inside = estimate, outside = estimate + heading * step;
  const auto beyond = [&] { return !(heading * (end - outside) > 0.0); };
  for (; !beyond() && !ruled_out(outside); outside = estimate + heading * step) {
    if (step > 1e150) return end;  // no value is ruled out
    inside = outside;
    step *= 2.0;
  }
  if (beyond() && !ruled_out(outside = end)) return end;
  while (std::abs(outside - inside) > fine * std::abs(outside - estimate)) {
    const double middle = 0.5 * (inside + outside);
    if (middle == inside || middle == outside) break;
    (ruled_out(middle) ? outside : inside) = middle;
  }
  return outside;
}

/// The end of the confidence interval of an arm's mean at which the tail is evidence: the lower end
/// for `above`, the upper end for `below`.
template <Problem P>
double end_of_mean(const Standing<P>& standing, Arm arm, Tail tail, double need) {
  const auto& family = standing.problem().family();
  Sentry::Workspace workspace;
  MixtureTerms<typename P::FamilyType> terms(family, standing.stats(), workspace);
  Obstacle obstacle;
  obstacle.each.push_back({arm, tail, 1.0, 0.0});
  terms.prepare(obstacle, need);
  const double end = tail == Tail::above ? family.lowest_mean() : family.highest_mean();
  return nearest_ruled_out(standing.means()[arm], end, 1e-14, [&](double theta) {
    return terms.log_share() + terms(obstacle.each[0], theta) >= need;
  });
}

/// The smallest possible difference of two means.
template <Family F>
double widest_descent(const F& family) {
  return family.lowest_mean() - family.highest_mean();
}

/// The lower end of a confidence interval for μ_i - μ_j: the largest s at which the data refute
/// "μ_i - μ_j <= s" for every μ_j.
template <Problem P>
double least_difference(const Standing<P>& standing, Arm i, Arm j, double need) {
  const auto& family = standing.problem().family();
  Sentry::Workspace workspace;
  MixtureTerms<typename P::FamilyType> terms(family, standing.stats(), workspace);
  const Refutation refutation(terms, standing.stats());
  Obstacle obstacle;
  const auto suppose = [&](double s) {
    pair_obstacle(standing, {i, Tail::above, 1.0, s}, {j, Tail::below, 1.0, 0.0}, obstacle);
  };
  const double estimate = standing.means()[i] - standing.means()[j];
  suppose(estimate);
  terms.prepare(obstacle, need);  // the same for every s
  // A finer search would be slower: a proof takes longer the closer s is to the end.
  return nearest_ruled_out(estimate, widest_descent(family), 1e-5, [&](double s) {
    suppose(s);
    return refutation.smallest(obstacle, need).value >= need;
  });
}

template <Problem P>
void validate_arm(const Standing<P>& standing, Arm arm) {
  if (arm >= standing.arms()) throw InputError("arm: " + std::to_string(arm) + " does not exist");
}

template <Problem P>
bool has_enough_data(const Standing<P>& standing, Arm arm) {
  return standing.counts()[arm] >= static_cast<double>(P::FamilyType::least_pulls);
}

/// The claims "j is not the best, or the answer is at most ε worse than j".
template <Family F>
class NearBest {
 public:
  using Claims = MixtureClaims<BestArm<F>>;

  NearBest(const Standing<BestArm<F>>& standing, double need)
      : standing_(standing),
        need_(need),
        terms_(standing.problem().family(), standing.stats(), workspace_),
        refutation_(terms_, standing.stats()) {}

  bool proved(typename Claims::Near near, Arm best) {
    Claims::against_best(standing_, near, best, obstacle_);
    if (obstacle_.impossible()) return true;
    terms_.prepare(obstacle_, need_);
    const Obstacle* carriers = carriers_of(obstacle_, standing_.stats().means(), reduced_);
    if (carriers != nullptr && refutation_.smallest(*carriers, need_).value >= need_) return true;
    return refutation_.smallest(obstacle_, need_).value >= need_;
  }

  /// The smallest ε of the claim, at least `least`.
  double least_distance(Arm answer, Arm best, double least) {
    const auto holds = [&](double enough) { return proved({answer, enough}, best); };
    if (holds(least)) return least;
    return nearest_ruled_out(least, -widest_descent(standing_.problem().family()), 1e-5, holds);
  }

 private:
  const Standing<BestArm<F>>& standing_;
  double need_;
  Sentry::Workspace workspace_;
  MixtureTerms<F> terms_;
  Refutation<MixtureTerms<F>> refutation_;
  Obstacle obstacle_, reduced_;
};

}  // namespace detail

/// What is proved about the best arm although there is no verdict.
struct Shortlist {
  double within;  ///< the answer is at most this worse than the best
  /// By arm. For each of the others it is proved that some arm is better, or as good.
  std::vector<bool> possible;
};

/// With probability 1 - δ (proved) the best arm is possible at all times, and `within` is true for
/// whichever arm leads; so is a verdict of mixture stopping. If several arms tie for the best this
/// holds for each of them alone. At the true means the evidence against every claim is at most that
/// of one martingale of the best arm, the one that the verdict uses (docs/theory.md, section 6). So
/// ε may be chosen by the data. Some dozens of evaluations of the evidence against one arm, and one
/// for each other arm. The standing must be ready.
template <Family F>
Shortlist shortlist(const Standing<BestArm<F>>& standing, double delta) {
  validate_risks(std::span(&delta, 1));
  using Judge = MixtureJudge<BestArm<F>>;
  detail::NearBest<F> claims(standing, Judge::log_factor(standing.problem()) - std::log(delta));
  const Arm answer = standing.answer();
  Shortlist found{0.0, std::vector<bool>(standing.arms(), true)};
  // The hardest first, so that one search is usually enough. Nothing is proved against the answer.
  std::vector<Arm> rivals;
  for (Arm a = 0; a < standing.arms(); ++a) {
    if (a != answer) rivals.push_back(a);
  }
  std::ranges::stable_sort(rivals, std::greater<>(),
                           [&](Arm a) { return standing.problem().score(standing.means()[a]); });
  for (const Arm a : rivals) {
    found.possible[a] = !claims.proved({answer, 0.0}, a);
    if (found.possible[a]) found.within = claims.least_distance(answer, a, found.within);
  }
  return found;
}

/// A confidence interval for the mean of an arm, valid after every measurement: with probability 1
/// - δ it always contains the true mean (proved, from the same mixtures as mixture stopping; each
/// end has risk δ/2). For one arm; pass δ/K to cover all K at once. The whole range while the arm
/// has no or too few data. Throws InputError for an arm that does not exist or a risk outside (0,
/// 1).
template <Problem P>
Interval confidence_interval(const Standing<P>& standing, Arm arm, double delta) {
  const auto& family = standing.problem().family();
  validate_risks(std::span(&delta, 1));
  detail::validate_arm(standing, arm);
  if (!detail::has_enough_data(standing, arm)) {
    return {family.lowest_mean(), family.highest_mean()};
  }
  const double need = std::log(2.0 / delta);
  return {detail::end_of_mean(standing, arm, Tail::above, need),
          detail::end_of_mean(standing, arm, Tail::below, need)};
}

/// The same for the difference μ_i - μ_j of two means, proved too. For one pair; divide δ by the
/// number of pairs to cover all of them at once, as when the data choose the pair. The interval of
/// (j, i) is the mirror image. Proof: at s = μ_i - μ_j and θ = μ_j the product M⁺_i(θ + s) M⁻_j(θ)
/// is a martingale of mean one, so its minimum over θ ever reaches 2/δ with probability at most
/// δ/2. The minimum falls as s rises, because M⁺_i does (and M⁻_j as θ falls, if the range of means
/// no longer allows the earlier θ). So if a lower end above the true difference is refuted, the
/// true difference is refuted too. The upper end comes from (j, i). A quarter narrower than the
/// difference of two intervals of means, unless one arm is much noisier than the other (then about
/// as wide). Costs 0.1 ms (gaussian) to a few ms (bernoulli).
template <Problem P>
Interval difference_interval(const Standing<P>& standing, Arm i, Arm j, double delta) {
  validate_risks(std::span(&delta, 1));
  detail::validate_arm(standing, i);
  detail::validate_arm(standing, j);
  if (i == j) throw InputError("arm: " + std::to_string(i) + " is given twice; give two arms");
  if (!detail::has_enough_data(standing, i) || !detail::has_enough_data(standing, j)) {
    const double least = detail::widest_descent(standing.problem().family());
    return {least, -least};
  }
  const double need = std::log(2.0 / delta);
  return {detail::least_difference(standing, i, j, need),
          -detail::least_difference(standing, j, i, need)};
}

}  // namespace mirador
