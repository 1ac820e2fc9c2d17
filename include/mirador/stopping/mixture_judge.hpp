#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>

#include "mirador/problem/role.hpp"
#include "mirador/stopping/edition.hpp"
#include "mirador/stopping/mixture_claims.hpp"
#include "mirador/stopping/mixture_terms.hpp"
#include "mirador/stopping/refutation.hpp"

namespace mirador {

/// Problems with claims in mixture_claims.hpp.
template <class P>
concept HasMixtureClaims = requires(const P problem) {
  MixtureClaims<P>::log_claims(problem);
};

/// The obstacle averaged over the first arm and those that `keep` wants: less evidence. Null if
/// that is all of them.
template <class Keep>
const Obstacle* averaged_over(const Obstacle& obstacle, Keep&& keep, Obstacle& reduced) {
  reduced = obstacle;
  reduced.any.erase(std::remove_if(reduced.any.begin() + 1, reduced.any.end(), std::not_fn(keep)),
                    reduced.any.end());
  if (reduced.any.size() == obstacle.any.size()) return nullptr;
  const double share =
      detail::log_count(reduced.any.size()) - detail::log_count(obstacle.any.size());
  for (Part& part : reduced.any) part.log_weight += share;
  return &reduced;
}

/// Leaves out arms whose data do not favour their tails, because their M is at most 1.
inline const Obstacle* carriers_of(const Obstacle& obstacle, std::span<const double> means,
                                   Obstacle& reduced) {
  if (obstacle.any.size() < 2) return nullptr;
  const auto carries = [&](const Part& part) {
    const double off = means[part.arm] - part.null(obstacle.guess);
    return part.tail == Tail::above ? off > 0.0 : off < 0.0;
  };
  return averaged_over(obstacle, carries, reduced);
}

/// Evaluates one standing: which claims are proved, now or before (the sentry's proofs)? With a
/// margin there are two ways to stop: every rival is proved not to be the best (best-arm only), or
/// every claim is settled, as it stands or as "within the margin".
template <HasMixtureClaims P>
class MixtureJudge {
 public:
  using Claims = MixtureClaims<P>;
  using F = typename P::FamilyType;

  MixtureJudge(const Standing<P>& standing, Sentry& sentry, Edition edition = latest_edition)
      : standing_(standing),
        sentry_(sentry),
        edition_(edition),
        terms_(standing.problem().family(), standing.stats(), sentry.workspace()),
        refutation_(terms_, standing.stats(), edition) {}

  static bool has_margin(const P& problem) {
    if constexpr (MarginProblem<P>) return problem.margin() > 0.0;
    return false;
  }
  /// Closest in the first edition, which used no union bound.
  static bool has_other_claims(Edition edition) {
    return edition == Edition::first && requires(const Standing<P>& standing) {
      Claims::existed(standing, std::size_t{});
    };
  }
  /// The evidence required at δ is this minus log δ.
  static double log_factor(const P& problem, Edition edition = latest_edition) {
    if (has_other_claims(edition)) return 0.0;
    if (!has_margin(problem)) return Claims::log_claims(problem);
    if constexpr (MarginProblem<P>) {
      return two_ways ? std::log(2.0) : Claims::log_pairs(problem);
    }
    return 0.0;
  }

  /// Is everything proved at level x? If not, sets up the sentry if possible.
  bool reaches(double x) {
    if (standing_guard_renewed()) return false;
    sentry_.dismiss();
    if (edition_ == Edition::first) sentry_.proofs().clear();
    layers_ = 0;
    const bool margin = has_margin(standing_.problem());
    if constexpr (MarginProblem<P>) {
      if (margin) return (two_ways && all_refuted(x)) || all_settled(x + pair_surcharge());
    }
    return all_refuted(x);
  }

  /// For families with known variance: the evidence itself.
  double evidence() {
    double ruled_out = INFINITY, settled = INFINITY;
    hardest_first([&](std::size_t claim) {
      if constexpr (MarginProblem<P>) {
        if (has_margin(standing_.problem())) settled = settling(claim, settled);
      }
      if (two_ways || !has_margin(standing_.problem())) ruled_out = refuting(claim, ruled_out);
    });
    if (!has_margin(standing_.problem())) return ruled_out;
    return two_ways ? std::max(ruled_out, settled - pair_surcharge()) : settled;
  }

  /// The same if only "is this level reached?" can be computed.
  double evidence_by_levels() {
    const double ruled_out = smallest_level([&](std::size_t claim, double x) {
      take(claim);
      return refuted(scratch(), x).refuted;
    });
    if constexpr (MarginProblem<P>) {
      if (has_margin(standing_.problem())) {
        const double settled = smallest_level(
            [&](std::size_t claim, double x) { return is_settled(claim, x + pair_surcharge()); });
        return two_ways ? std::max(ruled_out, settled) : settled;
      }
    }
    return ruled_out;
  }

  /// "i is at least as good as j" (or "i lies on its side" for i == j), at the level x of
  /// `reaches`. Call only after `reaches` returned true, because it uses the proofs recorded there.
  bool proves(Arm i, Arm j, double x) {
    const std::size_t claim = Claims::number(standing_, i, j);
    if (sentry_.proofs().has(Claims::lasting_pair(standing_, claim), Proofs::ahead)) return true;
    Claims::against_pair(standing_, claim, scratch());
    return refuted(scratch(), x + pair_surcharge()).refuted;
  }
  bool proves_all(double x) { return two_ways && all_refuted(x); }

 private:
  /// Best-arm may also stop by ruling out every rival, at half of δ.
  static constexpr bool two_ways = std::same_as<P, BestArm<F>>;

  struct Finding {
    bool refuted;
    double theta;
  };

  template <class Visit>
  void each_claim(Visit&& visit) const {
    Claims::each(standing_, [&](std::size_t claim) {
      if constexpr (requires { Claims::existed(standing_, claim); }) {
        if (has_other_claims(edition_) && !Claims::existed(standing_, claim)) return;
      }
      visit(claim);
    });
  }
  /// Computes the obstacle to the claim, in the workspace.
  void take(std::size_t claim) {
    if constexpr (requires { Claims::existed(standing_, claim); }) {
      if (has_other_claims(edition_)) {
        Claims::against_pair(standing_, claim, scratch());
        return;
      }
    }
    Claims::against(standing_, claim, scratch());
  }
  Obstacle& scratch() { return sentry_.workspace().obstacle; }
  double pair_surcharge() const {
    if constexpr (two_ways) return Claims::log_pairs(standing_.problem());
    return 0.0;
  }

  bool standing_guard_renewed() {
    if (!sentry_.on_guard()) return false;
    const auto layers = sentry_.layers();
    return std::all_of(layers.begin(), layers.end(), [&](Sentry::Layer& layer) {
      return refutation_.renew(layer) || refutation_.guard(layer);
    });
  }

  double ease(std::size_t claim) {
    const auto means = sentry_.proofs().means();
    if constexpr (requires(const P& problem) { Claims::ease(problem, means, claim); }) {
      if (!means.empty()) return Claims::ease(standing_.problem(), means, claim);
    }
    return 0.0;
  }
  std::size_t lasting_number(std::size_t claim) const {
    if constexpr (requires { Claims::lasting_number(standing_, claim); }) {
      return Claims::lasting_number(standing_, claim);
    }
    return claim;
  }

  /// Tries the claims that the answer needs and that have no proof of these kinds yet, the easiest
  /// first (ties: lowest number), until one fails (false). prove(claim) returns the kind of the
  /// proof, which is recorded, or none.
  template <class Number, class Prove>
  bool eliminate(unsigned kinds, Number&& number, Prove&& prove) {
    auto& open = sentry_.workspace().claims;
    open.clear();
    each_claim([&](std::size_t claim) {
      if (!sentry_.proofs().has(number(claim), kinds)) open.push_back({ease(claim), claim});
    });
    // A heap, because most evaluations end at the first claim.
    std::make_heap(open.begin(), open.end(), Sentry::RankedClaim::comes_later);
    while (!open.empty()) {
      const std::size_t claim = open.front().claim;
      const Proofs::Kind kind = prove(claim);
      if (kind == Proofs::none) return false;
      sentry_.proofs().add(number(claim), kind);
      std::pop_heap(open.begin(), open.end(), Sentry::RankedClaim::comes_later);
      open.pop_back();
    }
    return true;
  }

  bool all_refuted(double need) {
    return eliminate(
        Proofs::refuted, [&](std::size_t claim) { return lasting_number(claim); },
        [&](std::size_t claim) {
          take(claim);
          return refuted_or_guarded(need) ? Proofs::refuted : Proofs::none;
        });
  }

  bool all_settled(double need) {
    const std::size_t layers_before = layers_;
    const bool unguarded_before = unguarded_;
    return eliminate(
        Proofs::ahead | Proofs::within,
        [&](std::size_t claim) { return Claims::lasting_pair(standing_, claim); },
        [&](std::size_t claim) {
          layers_ = layers_before;
          unguarded_ = unguarded_before;
          Claims::against_pair(standing_, claim, scratch());
          if (refuted_or_guarded(need)) return Proofs::ahead;
          Claims::apart(standing_, claim, true, scratch());
          if (!refuted_or_guarded(need)) return Proofs::none;
          Claims::apart(standing_, claim, false, scratch());
          return refuted_or_guarded(need) ? Proofs::within : Proofs::none;
        });
  }

  bool is_settled(std::size_t claim, double need) {
    Claims::against_pair(standing_, claim, scratch());
    if (refuted(scratch(), need).refuted) return true;
    Claims::apart(standing_, claim, true, scratch());
    if (!refuted(scratch(), need).refuted) return false;
    Claims::apart(standing_, claim, false, scratch());
    return refuted(scratch(), need).refuted;
  }

  /// The largest x that every claim reaches, at least -10.
  template <class Reaches>
  double smallest_level(Reaches&& reaches) {
    constexpr double lowest = -10.0, highest = 1e6, precision = 1e-6;
    double level = highest;
    hardest_first([&](std::size_t claim) {
      if (level <= lowest) return;
      double low = lowest, high = std::min(level, 1.0);
      if (level < highest && reaches(claim, level)) return;
      if (!reaches(claim, low)) high = low;
      while (high < level && high > low && reaches(claim, high)) low = high, high *= 2.0;
      high = std::min(high, level);
      while (high - low > precision) {
        const double middle = 0.5 * (low + high);
        (reaches(claim, middle) ? low : high) = middle;
      }
      level = low;
    });
    return level;
  }

  /// One evaluation shows for most later claims that they reach at least the value of the hardest.
  template <class Visit>
  void hardest_first(Visit&& visit) {
    const std::size_t hardest = Claims::hardest(standing_);
    each_claim([&](std::size_t claim) {
      if (claim == hardest) visit(claim);
    });
    each_claim([&](std::size_t claim) {
      if (claim != hardest) visit(claim);
    });
  }

  /// Is the obstacle in the workspace refuted? If not, guards it with the next layer.
  bool refuted_or_guarded(double need) {
    const Finding finding = refuted(scratch(), need);
    if (finding.refuted) return true;
    Sentry::Layer& layer = sentry_.layer(layers_++);
    layer.obstacle = scratch();
    layer.theta = finding.theta;
    layer.need = need;
    if (unguarded_) return false;
    if (refutation_.guard(layer)) {
      sentry_.stand(layers_);
    } else {
      unguarded_ = true;
      sentry_.dismiss();
    }
    return false;
  }

  Finding refuted(const Obstacle& obstacle, double need) {
    terms_.prepare(obstacle, need);
    if (const Obstacle* carriers = carriers_of(obstacle)) {
      const Minimum found = refutation_.smallest(*carriers, need);
      if (found.value >= need) return {true, found.at};
      const bool settles = edition_ != Edition::first;
      if (settles && refutation_.sides(obstacle, found.at).total() < need) return {false, found.at};
    }
    const Minimum found = refutation_.smallest(obstacle, need);
    return {found.value >= need, found.at};
  }
  const Obstacle* carriers_of(const Obstacle& obstacle) {
    Obstacle& reduced = sentry_.workspace().reduced;
    if (edition_ != Edition::first) {
      return mirador::carriers_of(obstacle, standing_.stats().means(), reduced);
    }
    // The first edition used only the first of many arms.
    if (obstacle.any.size() < 9) return nullptr;
    return averaged_over(
        obstacle, [](const Part&) { return false; }, reduced);
  }

  /// The evidence for a claim; stops early if it is at least the smallest so far.
  double refuting(std::size_t claim, double smallest_so_far) {
    take(claim);
    return evidence_up_to(smallest_so_far);
  }
  double settling(std::size_t claim, double smallest_so_far) {
    Claims::against_pair(standing_, claim, scratch());
    const double pair = evidence_up_to(smallest_so_far);
    if (pair >= smallest_so_far) return pair;
    Claims::apart(standing_, claim, true, scratch());
    const double up = evidence_up_to(smallest_so_far);
    Claims::apart(standing_, claim, false, scratch());
    return std::max(pair, std::min(up, evidence_up_to(smallest_so_far)));
  }
  /// The smaller of `most` and the evidence against the obstacle in the workspace.
  double evidence_up_to(double most) {
    if (most < INFINITY && refuted(scratch(), most).refuted) return most;
    return std::min(most, refutation_.smallest(scratch()).value);
  }

  const Standing<P>& standing_;
  Sentry& sentry_;
  Edition edition_;
  MixtureTerms<F> terms_;
  Refutation<MixtureTerms<F>> refutation_;
  std::size_t layers_ = 0;
  bool unguarded_ = false;  // an obstacle is too close to be guarded: evaluate again next time
};

}  // namespace mirador
