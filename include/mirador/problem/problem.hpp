#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "mirador/core/arm.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/family/family.hpp"
#include "mirador/problem/point.hpp"
#include "mirador/problem/terms.hpp"

namespace mirador {

/// The datum of an arm: its mean, and its variance if the family does not know it.
template <Family F>
typename F::Datum datum_of(std::span<const double> means, std::span<const double> variances,
                           Arm a) {
  if constexpr (std::same_as<typename F::Datum, double>) {
    return means[a];
  } else {
    return {means[a], variances[a]};
  }
}
template <Family F>
typename F::Datum datum_of(Point at, Arm a) {
  return datum_of<F>(at.means, at.variances, a);
}

/// The closest point λ of an answer other than the candidate.
struct Projection {
  double value = 0.0;     ///< Σ w_a d(m_a, λ_a)
  std::size_t rival = 0;  ///< the answer of λ, as numbered by each problem
};

/// A question about the means: finitely many answers i, each with an open convex set S_i of mean
/// vectors, pairwise disjoint. With D_i(w,m) = inf over λ in S_i of Σ w_a d(m_a, λ_a):
///   - candidate(at, answer, scratch): answer := argmin_i D_i; for m in S_i that is i
///   - project(answer, at, lambda, scratch): min over j != answer of D_j, with its minimiser λ
///   - contains(answer, means): is the answer correct for these means: are they strictly inside
///     S_answer, or within its margin?
/// Stopping statistic, sub-gradient, decision and lower bound are all derived from `project`.
/// `candidate` and `project` must handle ties (value 0), zero weights and means outside every set.
/// λ may lie on the border of the rival's set. `Scratch` is working memory owned by the caller, one
/// per thread, so that repeated calls do not allocate.
template <class P>
concept Problem = requires(const P problem, Point at, std::span<double> lambda,
                           std::span<const double> means, typename P::Answer& answer,
                           const typename P::Answer& candidate, typename P::Scratch& scratch) {
  requires Family<typename P::FamilyType>;
  requires std::equality_comparable<typename P::Answer>;
  { problem.family() } -> std::same_as<const typename P::FamilyType&>;
  { problem.arms() } -> std::same_as<std::size_t>;
  problem.candidate(at, answer, scratch);
  { problem.project(candidate, at, lambda, scratch) } -> std::same_as<Projection>;
  { problem.contains(candidate, means) } -> std::same_as<bool>;
};

/// The number of arms of a problem. Throws InputError if it is below two.
inline std::size_t checked_arms(std::size_t arms) {
  if (arms < 2) {
    throw InputError("arms: " + std::to_string(arms) + " given; a choice needs at least two");
  }
  return arms;
}

/// A difference of means below the margin does not matter. Throws InputError unless it is finite
/// and >= 0 (0: no margin).
inline double checked_margin(double margin, std::string_view field = "margin") {
  if (!(margin >= 0.0 && std::isfinite(margin))) {
    throw InputError(std::string(field) + ": " + exact(margin) +
                     " is not a difference of means; give a number above 0, or leave it out");
  }
  return margin;
}

/// A margin asks which arms are equal to the best, good-enough asks for one that is near it.
inline void refuse_both(double margin, double good_enough) {
  if (margin > 0.0 && good_enough > 0.0) {
    throw InputError("good-enough: it cannot be combined with --margin; give one of them");
  }
}

/// The input of problems about a level τ. Throws InputError for fewer than two arms, or a level or
/// margin that is invalid.
struct LevelQuestion {
  std::size_t arms;
  double level;
  double margin;

  LevelQuestion(std::size_t number_of_arms, double tau, double epsilon = 0.0)
      : arms(checked_arms(number_of_arms)), level(tau), margin(checked_margin(epsilon)) {
    if (!std::isfinite(tau)) throw InputError("level: " + exact(tau) + " is not a finite number");
  }
};

/// For problems without working memory.
struct NoScratch {};

/// The number of pairs of arms.
constexpr std::size_t all_pairs(std::size_t arms) { return arms * (arms - 1) / 2; }

/// How arms are ranked: in which direction, which differences do not matter, and how far from the
/// best an answer may be (best-arm only). Throws InputError for an invalid margin, and if both are
/// given.
struct Ranking {
  Direction direction;
  double margin;
  double good_enough;

  Ranking(Direction which = Direction::highest, double epsilon = 0.0, double enough = 0.0)
      : direction(which),
        margin(checked_margin(epsilon)),
        good_enough(checked_margin(enough, "good-enough")),
        sign_(which == Direction::highest ? 1.0 : -1.0) {
    refuse_both(margin, good_enough);
  }
  /// The mean with its sign chosen so that larger is better.
  double score(double mean) const { return sign_ * mean; }

 private:
  double sign_;
};

}  // namespace mirador
