#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "mirador/problem/best_arm.hpp"
#include "mirador/problem/closest.hpp"
#include "mirador/problem/signed.hpp"
#include "mirador/problem/standing.hpp"
#include "mirador/problem/thresholding.hpp"
#include "mirador/problem/top_m.hpp"
#include "mirador/stopping/obstacle.hpp"

namespace mirador {

/// The claims that mixture stopping has to prove, per problem. The claims of a standing are
/// numbered.
///   - each(standing, visit): calls visit(claim) for every claim
///   - hardest(standing): the hardest claim, or a number that no claim has
///   - against(standing, claim, out): the obstacle to the claim
///   - log_claims(problem): log of the number of claims in the union bound
/// Optional, if it is not the claim's number or not 0:
///   - lasting_number(standing, claim): a number of the claim that does not depend on the answer,
///     as used in Proofs
///   - ease(problem, means, claim): how easy the claim is at these means; orders the claims
/// For problems with a margin the claim may be replaced by "within the margin":
///   - apart(standing, claim, up, out): the obstacle "at least ε apart", upwards or downwards
///   - log_pairs(problem): log of the number of claims with a margin
///   - lasting_pair(standing, claim): as lasting_number, for the claim with a margin
/// Claims include equality ("no better than"), so that on a tie none of them is wrong.
template <class P>
struct MixtureClaims;

namespace detail {

/// Both arms at means `theta` and `theta + offset` on a line through their data.
template <Problem P>
void pair_obstacle(const Standing<P>& standing, Part one, Part two, Obstacle& out) {
  out.clear();
  out.each = {one, two};
  const double theta_one = (standing.means()[one.arm] - one.offset) / one.slope;
  const double theta_two = (standing.means()[two.arm] - two.offset) / two.slope;
  const double pulls_one = standing.counts()[one.arm], pulls_two = standing.counts()[two.arm];
  out.search = {std::min(theta_one, theta_two), std::max(theta_one, theta_two)};
  out.guess = (pulls_one * theta_one + pulls_two * theta_two) / (pulls_one + pulls_two);
  // Both nulls must be possible means.
  const auto& family = standing.problem().family();
  for (const Part& part : out.each) {
    const double ends[] = {(family.lowest_mean() - part.offset) / part.slope,
                           (family.highest_mean() - part.offset) / part.slope};
    out.range.low = std::max(out.range.low, std::min(ends[0], ends[1]));
    out.range.high = std::min(out.range.high, std::max(ends[0], ends[1]));
  }
}

template <class Visit>
void each_but(Arm left_out, std::size_t arms, Visit&& visit) {
  for (Arm a = 0; a < arms; ++a) {
    if (a != left_out) visit(a);
  }
}

inline double log_count(std::size_t count) { return std::log(static_cast<double>(count)); }

/// "`first` is at most `enough` worse than `second`" is opposed by means that far apart, a common
/// mean if it is 0; "within ε" by means ε apart, the first above (up) or below.
template <Problem P>
void ranked_obstacle(const Standing<P>& standing, Arm first, Arm second, Obstacle& out,
                     double enough = 0.0) {
  const Ranking& ranking = standing.problem().ranking();
  const Tail good = ranking.direction == Direction::highest ? Tail::above : Tail::below;
  const double worse = -ranking.score(enough);
  pair_obstacle(standing, {first, good, 1.0, worse}, {second, opposite(good), 1.0, 0.0}, out);
}
template <Problem P>
void apart_obstacle(const Standing<P>& standing, Arm upper, Arm lower, Obstacle& out) {
  pair_obstacle(standing, {upper, Tail::below, 1.0, standing.problem().margin()},
                {lower, Tail::above, 1.0, 0.0}, out);
}

}  // namespace detail

/// "j is not the best", for every arm j except the answer. If j is best all means are at most μ_j,
/// so
///   M⁻_j(θ) · average over i != j of M⁺_i(θ)
/// is at θ = μ_j at most a martingale of mean one, since M⁺ falls as θ rises: no union bound. With
/// a margin this uses half of δ; the other half goes to the K(K-1)/2 pairs of arms, each of which
/// can be claimed wrongly in one direction only. If ε is good enough, the claim against j is "the
/// answer i is at most ε worse than j": M⁺_i is taken at θ - ε. If it is false, M⁺_i(μ_j - ε) is at
/// most M⁺_i(μ_i), so the average is still bounded by the same martingale, whichever i is the
/// answer.
template <Family F>
struct MixtureClaims<BestArm<F>> {
  using P = BestArm<F>;
  template <class Visit>
  static void each(const Standing<P>& standing, Visit&& visit) {
    detail::each_but(standing.closest().answer(), standing.arms(), visit);
  }
  static std::size_t hardest(const Standing<P>& standing) { return standing.closest().rival(); }
  static double log_claims(const P&) { return 0.0; }
  static double log_pairs(const P& problem) { return detail::log_count(all_pairs(problem.arms())); }
  /// "j is not the best" is the same for every answer, "i is at most ε worse than j" is not.
  static std::size_t lasting_number(const Standing<P>& standing, std::size_t claim) {
    if (standing.problem().good_enough() == 0.0) return claim;
    return standing.closest().answer() * standing.arms() + claim;
  }

  static void against(const Standing<P>& standing, std::size_t claim, Obstacle& out) {
    against_best(standing, {standing.closest().answer(), standing.problem().good_enough()}, claim,
                 out);
  }
  /// An answer, and how much worse than the best it may be.
  struct Near {
    Arm answer;
    double enough;
  };
  static void against_best(const Standing<P>& standing, Near near, Arm best, Obstacle& out) {
    detail::ranked_obstacle(standing, near.answer, best, out, near.enough);
    out.any.push_back(out.each[0]);  // the answer first: alone it is a fast lower bound
    out.each.erase(out.each.begin());
    for (Arm a = 0; a < standing.arms(); ++a) {
      if (a != near.answer && a != best) out.any.push_back({a, out.any[0].tail, 1.0, 0.0});
    }
  }
  static void against_pair(const Standing<P>& standing, std::size_t claim, Obstacle& out) {
    detail::ranked_obstacle(standing, standing.closest().answer(), claim, out);
  }
  static void apart(const Standing<P>& standing, std::size_t claim, bool up, Obstacle& out) {
    const Arm answer = standing.closest().answer();
    detail::apart_obstacle(standing, up ? answer : claim, up ? claim : answer, out);
  }
  static std::size_t number(const Standing<P>&, Arm, Arm second) { return second; }
  /// Numbers the pair of the answer and its rival.
  static std::size_t lasting_pair(const Standing<P>& standing, std::size_t claim) {
    return standing.closest().answer() * standing.arms() + claim;
  }
  static double ease(const P& problem, std::span<const double> means, std::size_t claim) {
    return problem.ranking().direction == Direction::highest ? -means[claim] : means[claim];
  }
};

/// "i is at least as good as j" for every i inside and j outside: a union bound over the m(K-m)
/// pairs of the true answer, or over all pairs if a margin makes several answers correct.
template <Family F>
struct MixtureClaims<TopM<F>> {
  using P = TopM<F>;
  template <class Visit>
  static void each(const Standing<P>& standing, Visit&& visit) {
    const ArmSet& answer = standing.closest().answer();
    for (Arm i = 0; i < standing.arms(); ++i) {
      if (!answer.contains(i)) continue;
      for (Arm j = 0; j < standing.arms(); ++j) {
        if (!answer.contains(j)) visit(i * standing.arms() + j);
      }
    }
  }
  /// The cheapest exchange: the two arms that the projection moves.
  static std::size_t hardest(const Standing<P>& standing) {
    const auto lambda = standing.closest().lambda();
    const ArmSet& answer = standing.closest().answer();
    const Arm rival = standing.closest().rival();
    for (Arm i = 0; i < standing.arms() && !answer.contains(rival); ++i) {
      if (lambda[i] != standing.means()[i] && answer.contains(i)) {
        return i * standing.arms() + rival;
      }
    }
    return 0;
  }
  static double log_claims(const P& problem) {
    return detail::log_count(problem.top() * (problem.arms() - problem.top()));
  }
  static double log_pairs(const P& problem) { return detail::log_count(all_pairs(problem.arms())); }

  static void against(const Standing<P>& standing, std::size_t claim, Obstacle& out) {
    detail::ranked_obstacle(standing, claim / standing.arms(), claim % standing.arms(), out);
  }
  static void against_pair(const Standing<P>& standing, std::size_t claim, Obstacle& out) {
    against(standing, claim, out);
  }
  static void apart(const Standing<P>& standing, std::size_t claim, bool up, Obstacle& out) {
    const Arm i = claim / standing.arms(), j = claim % standing.arms();
    detail::apart_obstacle(standing, up ? i : j, up ? j : i, out);
  }
  static std::size_t number(const Standing<P>& standing, Arm first, Arm second) {
    return first * standing.arms() + second;
  }
  static std::size_t lasting_pair(const Standing<P>&, std::size_t claim) { return claim; }
  static double ease(const P& problem, std::span<const double> means, std::size_t claim) {
    const double lead = means[claim / problem.arms()] - means[claim % problem.arms()];
    return problem.ranking().direction == Direction::highest ? lead : -lead;
  }
};

/// "a lies on its side of the level" for every arm: a union bound over the K arms, each of which
/// can be claimed wrongly on one side only.
template <Family F>
struct MixtureClaims<Thresholding<F>> {
  using P = Thresholding<F>;
  template <class Visit>
  static void each(const Standing<P>& standing, Visit&& visit) {
    for (Arm a = 0; a < standing.arms(); ++a) visit(a);
  }
  static std::size_t hardest(const Standing<P>& standing) { return standing.closest().rival(); }
  static double log_claims(const P& problem) { return detail::log_count(problem.arms()); }
  static double log_pairs(const P& problem) { return log_claims(problem); }

  static void against(const Standing<P>& standing, std::size_t claim, Obstacle& out) {
    const bool above = standing.closest().answer().contains(claim);
    single(claim, above ? Tail::above : Tail::below, standing.problem().level(), out);
  }
  static void against_pair(const Standing<P>& standing, std::size_t claim, Obstacle& out) {
    against(standing, claim, out);
  }
  static void apart(const Standing<P>& standing, std::size_t claim, bool up, Obstacle& out) {
    const P& problem = standing.problem();
    const double border = problem.level() + (up ? problem.margin() : -problem.margin());
    single(claim, up ? Tail::below : Tail::above, border, out);
    if (!problem.family().possible_mean(border)) out.range = {INFINITY, -INFINITY};
  }
  static std::size_t number(const Standing<P>&, Arm first, Arm) { return first; }
  /// Numbers the arm and its side.
  static std::size_t lasting_number(const Standing<P>& standing, std::size_t claim) {
    return 2 * claim + (standing.closest().answer().contains(claim) ? 1 : 0);
  }
  static std::size_t lasting_pair(const Standing<P>& standing, std::size_t claim) {
    return lasting_number(standing, claim);
  }
  static double ease(const P& problem, std::span<const double> means, std::size_t claim) {
    return std::abs(means[claim] - problem.level());
  }

 private:
  static void single(Arm arm, Tail tail, double null, Obstacle& out) {
    out.clear();
    out.each.push_back({arm, tail, 0.0, null});
  }
};

/// "Not all means lie on the other side": the product of all M_a at the level, one martingale.
/// There are two sides to claim: with n = 2, even if all means lie exactly on the level (no
/// effect), a side is claimed with probability at most δ.
template <Family F>
struct MixtureClaims<Signed<F>> {
  using P = Signed<F>;
  template <class Visit>
  static void each(const Standing<P>&, Visit&& visit) {
    visit(0);
  }
  static std::size_t hardest(const Standing<P>&) { return 0; }
  static double log_claims(const P&) { return detail::log_count(2); }

  static void against(const Standing<P>& standing, std::size_t, Obstacle& out) {
    out.clear();
    const Tail tail = standing.closest().answer() == Side::above ? Tail::above : Tail::below;
    for (Arm a = 0; a < standing.arms(); ++a) {
      out.each.push_back({a, tail, 0.0, standing.problem().level()});
    }
  }
  static std::size_t lasting_number(const Standing<P>& standing, std::size_t) {
    return standing.closest().answer() == Side::above ? 1 : 0;
  }
};

/// "b is not the closest", for every arm b except the answer i. If b is the closest, then, as the
/// means increase, μ_{b-1} + μ_b <= 2τ and μ_{b-1} <= τ; a rival b > i is dismissed by refuting
/// this upwards. Since M⁺ falls, the obstacle is the line of means θ and 2τ - θ of the arms b-1 and
/// b with θ <= τ. In place of b-1 stands an average over all arms below b, whose means are no
/// larger: far rivals, which have few measurements, are dismissed by the arms next to the answer. A
/// rival b < i is dismissed by the mirror image, the arms b and b+1 (or further up) downwards. The
/// martingales of the obstacle to b do not depend on the answer, only its direction does: two
/// martingales can mislead, n = 2.
template <ConvexFamily F>
struct MixtureClaims<Closest<F>> {
  using P = Closest<F>;
  template <class Visit>
  static void each(const Standing<P>& standing, Visit&& visit) {
    detail::each_but(standing.closest().answer(), standing.arms(), visit);
  }
  /// In the first edition: only the neighbours of the answer, and only pairs of arms.
  static bool existed(const Standing<P>& standing, std::size_t claim) {
    const Arm answer = standing.closest().answer();
    return claim + 1 == answer || claim == answer + 1;
  }
  static std::size_t hardest(const Standing<P>& standing) { return standing.closest().rival(); }
  static double log_claims(const P&) { return detail::log_count(2); }

  static void against(const Standing<P>& standing, std::size_t claim, Obstacle& out) {
    against_pair(standing, claim, out);
    const bool upwards = claim > standing.closest().answer();
    const Part neighbour = out.each[upwards ? 0 : 1];
    out.each.erase(out.each.begin() + (upwards ? 0 : 1));
    out.any.push_back(neighbour);
    const Arm first = upwards ? 0 : claim + 1, last = upwards ? claim : standing.arms();
    for (Arm a = first; a < last; ++a) {
      if (a == neighbour.arm) continue;
      out.any.push_back(neighbour);
      out.any.back().arm = a;
    }
    weigh(out.any);
  }
  static void against_pair(const Standing<P>& standing, std::size_t claim, Obstacle& out) {
    const bool upwards = claim > standing.closest().answer();
    const Arm lower = upwards ? claim - 1 : claim;
    const Tail tail = upwards ? Tail::above : Tail::below;
    detail::pair_obstacle(standing, {lower, tail, 1.0, 0.0},
                          {lower + 1, tail, -1.0, 2.0 * standing.problem().level()}, out);
    out.range.high = std::min(out.range.high, standing.problem().level());
  }

 private:
  /// The neighbour has weight 0.9 in the average, because it alone dismisses the rivals next to the
  /// answer, which are the hardest.
  static void weigh(std::vector<Part>& any) {
    if (any.size() == 1) return;
    const double all = static_cast<double>(any.size());
    for (Part& part : any) part.log_weight = std::log(0.1 * all / (all - 1.0));
    any[0].log_weight = std::log(0.9 * all);
  }
};

}  // namespace mirador
