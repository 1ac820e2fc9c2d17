#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "mirador/contract/problem_look.hpp"

/// Requirements on λ, the minimiser of a projection.
namespace mirador::contract {

/// From a point of a closed convex set any step towards an inner point leads into its interior, and
/// projecting the point again leaves it unchanged. The step needs inner points of all answers.
template <Problem P>
void minimiser_lies_in_a_rivals_set(ProblemLook<P>& look) {
  constexpr auto promise = "lambda must lie in the set of another answer, or on its border";
  const double step = 1e3 * look.points().precision;
  look.for_points([&](auto& closest, Point at, Random&) {
    const auto candidate = closest.answer();
    const double value = closest.value();
    const Vector lambda(closest.lambda().begin(), closest.lambda().end());
    if (!std::all_of(lambda.begin(), lambda.end(), [](double x) { return std::isfinite(x); })) {
      return;  // reported by another check
    }
    const auto enters = [&](const auto& known) {
      if (known.answer == candidate) return false;
      return std::any_of(known.inner.begin(), known.inner.end(), [&](const Vector& inner) {
        return look.problem().contains(known.answer, combine(1.0 - step, lambda, step, inner));
      });
    };
    if (look.knows_every_answer() &&
        std::none_of(look.known().begin(), look.known().end(), enters)) {
      look.report(promise, shown(at, candidate) + ": lambda " + shown(lambda) +
                               " is not next to any other set; no small step leads into one");
    }
    const double again = look.value_against(closest, candidate, look.at(at.weights, lambda));
    if (again <= look.slack(value)) return;
    look.report(promise, shown(at, candidate) + ": lambda is " + shown(lambda) +
                             ", whose own distance must be 0 and is " + shown(again));
  });
}

namespace detail {

/// Searches a cheap point of one answer's set using only `contains`.
template <Problem P>
class RivalSearch {
 public:
  RivalSearch(const P& problem, typename P::Answer rival, Point at)
      : problem_(problem), rival_(std::move(rival)), at_(at) {}

  /// Starts where the line from the means to a point of the set enters the set, and improves it by
  /// ever smaller sideways steps.
  Vector cheap_point(const Vector& inner, Random& random) const {
    Vector best = entry(inner);
    double radius = 0.0;
    for (std::size_t a = 0; a < inner.size(); ++a) {
      radius = std::max(radius, std::abs(inner[a] - at_.means[a]));
    }
    for (int trial = 0; trial < 40; ++trial, radius *= 0.85) {
      const Vector aside = combine(1.0, best, radius, normal_vector(random, best.size()));
      if (!all_possible(problem_.family(), aside) || !problem_.contains(rival_, aside)) continue;
      Vector next = entry(aside);
      if (cost(next) < cost(best)) best = std::move(next);
    }
    return best;
  }
  double cost(const Vector& lambda) const { return transport_cost(problem_.family(), at_, lambda); }

 private:
  Vector entry(const Vector& inner) const {
    double outside = 0.0, inside = 1.0;
    for (int halving = 0; halving < 12; ++halving) {
      const double middle = 0.5 * (outside + inside);
      const Vector there = combine(1.0 - middle, at_.means, middle, inner);
      (problem_.contains(rival_, there) ? inside : outside) = middle;
    }
    return combine(1.0 - inside, at_.means, inside, inner);
  }

  const P& problem_;
  typename P::Answer rival_;
  Point at_;
};

}  // namespace detail

/// No cheaper λ of another answer is found. A light search, at a quarter of the points and in the
/// sets of at most six answers.
template <Problem P>
void minimiser_is_the_closest(ProblemLook<P>& look) {
  std::size_t visited = 0;
  look.for_points([&](auto& closest, Point at, Random& random) {
    const std::size_t known = look.known().size();
    if (visited++ % 4 != 0 || known < 2) return;
    const std::size_t first = random() % known;
    for (std::size_t i = 0; i < std::min<std::size_t>(known, 7); ++i) {
      const auto& rival = look.known()[(first + i) % known];
      if (rival.answer == closest.answer()) continue;
      const detail::RivalSearch<P> search(look.problem(), rival.answer, at);
      const Vector found = search.cheap_point(rival.inner.front(), random);
      if (search.cost(found) >= closest.value() - look.slack(closest.value())) continue;
      look.report("lambda must be the closest point of all other answers",
                  shown(at, closest.answer()) + ": lambda " + shown(closest.lambda()) +
                      " has the value " + shown(closest.value()) + ", but " + shown(found) +
                      ", which has " + shown_answer(rival.answer) + ", costs " +
                      shown(search.cost(found)) + " only");
    }
  });
}

}  // namespace mirador::contract
