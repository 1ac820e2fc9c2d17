#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "mirador/contract/problem_look.hpp"

/// Requirements on answers and their sets. Not for problems with a margin, where several answers
/// may be correct at once.
namespace mirador::contract {

namespace detail {

/// Against any other candidate, means inside a set are themselves the closest alternative.
template <Problem P>
void expect_own_alternative(ProblemLook<P>& look, Point at, const typename P::Answer& inside) {
  Alternative<P> closest(look.problem());
  for (const auto& known : look.known()) {
    if (known.answer == inside) continue;
    const double value = look.value_against(closest, known.answer, at);
    bool moved = false;
    for (Arm a = 0; a < at.means.size(); ++a) {
      const double mean = at.means[a];
      moved |= !(std::abs(closest.lambda()[a] - mean) <= look.slack(mean));
    }
    if (!moved && value <= look.slack(0.0)) continue;
    look.report("against another answer, means inside a set must be their own alternative",
                shown(at, known.answer) + ": they lie in the set of " + shown_answer(inside) +
                    ", so the value must be 0 and lambda the means; found are " + shown(value) +
                    " and " + shown(closest.lambda()));
  }
}

}  // namespace detail

template <Problem P>
void means_inside_a_set_have_its_answer(ProblemLook<P>& look) {
  const auto answers = look.answers();
  look.for_points([&](auto& closest, Point at, Random&) {
    const auto holds = [&](const auto& answer) {
      return look.problem().contains(answer, at.means);
    };
    const auto inside = std::find_if(answers.begin(), answers.end(), holds);
    if (inside == answers.end()) return;
    if (!(closest.answer() == *inside)) {
      look.report("means inside the set of an answer must have that answer",
                  shown(at) + ", which lie in the set of " + shown_answer(*inside) +
                      ", the candidate is " + shown_answer(closest.answer()));
      return;
    }
    if (!(closest.value() > 0.0)) {
      look.report("F must be above 0 for means inside a set",
                  shown(at, *inside) + ", in whose set they lie, F is " + shown(closest.value()));
    }
    detail::expect_own_alternative(look, at, *inside);
  });
}

/// A mean vector has at most one correct answer. Checks the points, and both sides of the nearest
/// border.
template <Problem P>
void sets_are_disjoint(ProblemLook<P>& look) {
  const auto answers = look.answers();
  const auto visit = [&](const Vector& means) {
    if (!detail::all_possible(look.problem().family(), means)) return;
    const auto holds = [&](const auto& answer) { return look.problem().contains(answer, means); };
    const auto first = std::find_if(answers.begin(), answers.end(), holds);
    if (first == answers.end()) return;
    const auto second = std::find_if(first + 1, answers.end(), holds);
    if (second == answers.end()) return;
    look.report("the sets of the answers must be disjoint",
                "means " + shown(means) + " lie in the set of " + shown_answer(*first) +
                    " and in that of " + shown_answer(*second));
  };
  look.for_points([&](auto& closest, Point at, Random&) {
    for (const double step : {0.0, 0.9, 0.999, 1.001, 1.1}) {
      visit(combine(1.0 - step, at.means, step, closest.lambda()));
    }
  });
}

/// Because sets are convex, projections are unique and small steps find the borders.
template <Problem P>
void sets_are_convex(ProblemLook<P>& look) {
  Random random(look.points().seed);
  const auto visit = [&](const auto& answer, const Vector& x, const Vector& y) {
    const double share = detail::uniform(random, 0.0, 1.0);
    const Vector between = combine(1.0 - share, x, share, y);
    if (look.problem().contains(answer, between)) return;
    look.report("the set of an answer must be convex",
                "means " + shown(x) + " and " + shown(y) + " lie in the set of " +
                    shown_answer(answer) + ", but not " + shown(between) + " between them");
  };
  for (std::size_t trial = 0; trial < look.points().draws; ++trial) {
    const Vector means = look.points().inside(random);
    typename P::Answer answer{};
    if (means.empty() || !find_answer(look.problem(), means, answer)) continue;
    const auto same = [&](const auto& known) { return known.answer == answer; };
    const auto known = std::find_if(look.known().begin(), look.known().end(), same);
    if (known == look.known().end()) continue;
    for (const Vector& inner : known->inner) visit(answer, means, inner);
  }
}

/// An answer that is never correct can never be given.
template <Problem P>
void every_answer_can_be_reached(ProblemLook<P>& look) {
  if (look.known().empty()) {
    look.report("every answer must have means for which it is right",
                "no means were found in the set of any answer, of " + std::to_string(look.draws()) +
                    " that were tried");
  }
  if constexpr (CountsAnswers<P>) {
    for (const auto& answer : look.answers()) {
      const auto same = [&](const auto& known) { return known.answer == answer; };
      if (std::any_of(look.known().begin(), look.known().end(), same)) continue;
      look.report(
          "every answer must have means for which it is right",
          "no means were found in the set of " + shown_answer(answer) + " (counted from 0)");
    }
  }
}

/// The candidate is argmin D_i, so F against it, min over j != i of D_j, is the largest possible:
/// against any other candidate the closest answer itself is a rival.
template <Problem P>
void candidate_is_the_closest_answer(ProblemLook<P>& look) {
  look.for_points([&](auto& closest, Point at, Random&) {
    const auto candidate = closest.answer();
    const double value = closest.value();
    for (const auto& known : look.known()) {
      const double other = look.value_against(closest, known.answer, at);
      if (other <= value + look.slack(value)) continue;
      look.report("the candidate must be the answer whose set is closest",
                  shown(at) + ": the candidate is " + shown_answer(candidate) + " with F " +
                      shown(value) + ", but against " + shown_answer(known.answer) + " F is " +
                      shown(other) + ", so that this one is closer");
    }
  });
}

/// If a problem computes the distance to each answer, F is the smallest distance to the others.
template <Problem P>
void value_is_the_smallest_distance(ProblemLook<P>& look) {
  if constexpr (MeasuresAnswers<P>) {
    Vector lambda(look.problem().arms());
    typename P::Scratch scratch;
    look.for_points([&](auto& closest, Point at, Random&) {
      double smallest = std::numeric_limits<double>::infinity();
      for (const auto& answer : look.answers()) {
        if (answer == closest.answer()) continue;
        smallest = std::min(smallest, look.problem().distance(answer, at, lambda, scratch));
      }
      if (std::abs(smallest - closest.value()) <= look.slack(smallest)) return;
      look.report("F must be the smallest of the distances to the other answers",
                  shown(at, closest.answer()) + " F is " + shown(closest.value()) +
                      ", the smallest distance " + shown(smallest));
    });
  }
}

}  // namespace mirador::contract
