#pragma once

#include <cmath>
#include <limits>
#include <span>

#include "mirador/stopping/mixture_general.hpp"
#include "mirador/stopping/mixture_judge.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// The default rule: evaluates mixture martingales centred at the null instead of bounding them
/// (docs/theory.md). Evidence is the log of an e-value against every rival answer, required is
/// log(n/δ), with n the number of claims if a union bound is used, otherwise 1 or 2.
///   - best-arm, top-m, thresholding, signed: every family, one-sided mixtures (mixture_claims.hpp)
///   - closest: the same, families with one parameter
///   - any other problem, Gaussian arms: two-sided mixtures (mixture_general.hpp)
///   - any other problem, other one-parameter families: universal inference, F(N, m) minus the
///     log-regrets (valid, not tight)
/// Not supported: arms of unknown variance in other problems; there it never stops.
///
/// A claim proved once at a risk stays proved at that risk, whatever is measured later and
/// whichever answer leads: each claim has its own martingale, and Ville's inequality holds for all
/// times at once. The evidence is evaluated when F(N, m) has reached the least value. An evaluation
/// goes through the open claims that the answer needs, the easiest first by the means at the last
/// roll call (roll_call.hpp), and ends at the first that is not proved. So a claim proved at a
/// smaller δ is always proved at a larger one too, and the rule never stops later than one that
/// needs all proofs at the same time. The rule of the first edition is kept for old logs
/// (edition.hpp). Proved: the probability that a run ever ends with a wrong claim is at most δ,
/// under any sampling (Ville 1939). Cost: least value and sentry leave a handful of evaluations per
/// run; each takes about 10 µs.
class MixtureStopping {
 public:
  explicit MixtureStopping(Edition edition = latest_edition) : edition_(edition) {}

  bool remembers() const { return edition_ != Edition::first; }

  /// The evidence of the current data; earlier proofs do not count.
  template <Problem P>
  double evidence(const Standing<P>& standing) const {
    Sentry sentry(standing.arms());
    if constexpr (!HasMixtureClaims<P>) {
      return general_evidence(standing);
    } else if constexpr (OneParameterFamily<typename P::FamilyType>) {
      const double evidence = MixtureJudge<P>(standing, sentry, edition_).evidence();
      // Never more than F, see `least_value`; the minimum enforces this for data at the very end of
      // the range.
      const bool margin = MixtureJudge<P>::has_margin(standing.problem());
      return margin ? evidence : std::min(evidence, standing.closest().value());
    } else {
      return MixtureJudge<P>(standing, sentry, edition_).evidence_by_levels();
    }
  }

  template <Problem P>
  double required(const Standing<P>& standing, double delta) const {
    return log_factor(standing.problem()) - std::log(delta);
  }

  /// An average of likelihood ratios is at most the largest of them: at the projected means every
  /// term is at most N d(m, λ), and no term is positive for an arm on the wrong side, so the
  /// evidence is at most F(N, m). (If F is attained by the rival j at θ and a third arm k lies
  /// above θ, moving the answer below k alone would cost less than F: a contradiction.) If the
  /// variance is unknown N d(m, λ) is ½ N log(1 + x) and the term may be close to ½ N x, N >= 2.
  /// With a margin F is about the claim that looks easier, and another one may be proved first.
  template <Problem P>
  double least_value(const Standing<P>& standing, double delta) const {
    const double need = required(standing, delta);
    if constexpr (HasMixtureClaims<P>) {
      if (MixtureJudge<P>::has_margin(standing.problem())) return 0.0;
      if constexpr (!OneParameterFamily<typename P::FamilyType>)
        return std::log1p(std::max(need, 0.0));
    }
    return need;
  }

  template <Problem P>
  bool met(const Standing<P>& standing, double delta, Sentry& sentry) const {
    const double need = required(standing, delta);
    if constexpr (HasMixtureClaims<P>) {
      return MixtureJudge<P>(standing, sentry, edition_).reaches(need);
    } else if constexpr (std::same_as<typename P::FamilyType, Gaussian>) {
      if (!remembers()) sentry.proofs().clear();
      return GeneralMixture<P>(standing).reaches(need, sentry.proofs());
    } else {
      return general_evidence(standing) >= need;
    }
  }

  template <Problem P>
  void assign_roles(const Standing<P>& standing, double delta, Sentry& sentry,
                    std::span<Role> out) const {
    if constexpr (MarginProblem<P> && HasMixtureClaims<P>) {
      if (standing.problem().margin() == 0.0) return;
      const double need = required(standing, delta);
      MixtureJudge<P> judge(standing, sentry, edition_);
      const bool all = judge.proves_all(need);
      standing.problem().assign_roles(
          standing.closest().answer(),
          [&](Arm i, Arm j) { return all || judge.proves(i, j, need); }, out);
    }
  }

  template <Problem P>
  Guarantee guarantee(const P& problem) const {
    using F = typename P::FamilyType;
    if constexpr (HasMixtureClaims<P>) {
      if (edition_ == Edition::first && !MixtureTerms<F>::convex && !MixtureTerms<F>::jumps) {
        return {
            Status::heuristic,
            "made by mirador 0.7 or earlier, whose search may miss the smallest evidence next to "
            "the ends of the range (docs/theory.md, section 10); repeat it for a guarantee"};
      }
      if constexpr (!OneParameterFamily<F>) {
        return {Status::proved,
                "mixture martingales at an anytime bound of the variance: delta-correct for "
                "independent normal measurements (docs/theory.md, section 5)"};
      }
      if (MixtureJudge<P>::has_other_claims(edition_)) {
        return {
            Status::heuristic,
            "made by mirador 0.7 or earlier, whose rule for closest is wrong in up to K-1 times "
            "delta of the experiments (docs/theory.md, section 3); repeat it for a guarantee"};
      }
      return {Status::proved, claims_reason(problem)};
    } else if constexpr (std::same_as<F, Gaussian>) {
      return {Status::proved,
              "product of two-sided mixture martingales: delta-correct for independent Gaussian "
              "measurements of known sigma (docs/theory.md, section 4)"};
    } else if constexpr (OneParameterFamily<F>) {
      return {Status::proved,
              "universal inference: delta-correct, not tight (docs/theory.md, "
              "section 4)"};
    } else {
      return {Status::heuristic,
              "no mixture is known for this question with arms of unknown "
              "variance; it never stops"};
    }
  }

 private:
  template <Problem P>
  double log_factor(const P& problem) const {
    if constexpr (HasMixtureClaims<P>) {
      return MixtureJudge<P>::log_factor(problem, edition_);
    } else {
      return 0.0;
    }
  }

  template <class P>
  static std::string_view claims_reason(const P& problem) {
    if (MixtureJudge<P>::has_margin(problem)) {
      return "one-sided mixture martingales, every claim of a verdict with a margin: delta-correct "
             "for independent measurements of this family (docs/theory.md, section 6)";
    }
    if constexpr (requires { problem.good_enough(); }) {
      if (problem.good_enough() > 0.0) {
        return "one-sided mixture martingales, that of the answer against means within what is "
               "good "
               "enough: delta-correct for independent measurements of this family (docs/theory.md, "
               "section 6)";
      }
    }
    if constexpr (requires { problem.ranking(); }) {
      return "one-sided mixture martingales on pairs of arms: delta-correct for independent "
             "measurements of this family (docs/theory.md, section 3)";
    }
    if constexpr (requires { MixtureJudge<P>::Claims::existed; }) {  // closest
      return "one-sided mixture martingales on arms next to each other, around the level: "
             "delta-correct for independent measurements of this family (docs/theory.md, section "
             "3)";
    }
    return "one-sided mixture martingales at the level: delta-correct for independent measurements "
           "of this family (docs/theory.md, section 3)";
  }

  template <Problem P>
  static double general_evidence(const Standing<P>& standing) {
    using F = typename P::FamilyType;
    if constexpr (std::same_as<F, Gaussian>) {
      return GeneralMixture<P>(standing).evidence();
    } else if constexpr (OneParameterFamily<F>) {
      double evidence = standing.closest().value();
      for (Arm a = 0; a < standing.arms(); ++a) {
        evidence -= standing.problem().family().log_regret(standing.stats()[a]);
      }
      // Infinity minus infinity, as with exponential measurements that are all zero: no evidence.
      return std::isnan(evidence) ? -std::numeric_limits<double>::infinity() : evidence;
    } else {
      return -std::numeric_limits<double>::infinity();
    }
  }

  Edition edition_;
};

}  // namespace mirador
