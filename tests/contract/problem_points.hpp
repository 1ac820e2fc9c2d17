#pragma once

#include <gtest/gtest.h>

#include "kept.hpp"
#include "mirador/contract/problem_look.hpp"
#include "points.hpp"

namespace mirador::testing_support {

/// The points at which problems are checked; support/problem_cases.hpp explains the cases.
template <class Case>
class ProblemPoints : public testing::Test {
 protected:
  using P = typename Case::Type;
  using Answer = typename P::Answer;
  using Look = contract::ProblemLook<P>;

  static contract::Points points(std::size_t arms) {
    return {.inside = [arms](Random& random) { return Case::inside(random, arms); },
            .anywhere = [arms](Random& random) { return Case::anywhere(random, arms); },
            .draws = 2000,
            .reach = arms <= 5 ? contract::Reach::every_answer : contract::Reach::some_answers,
            .precision = 1e-9};
  }

  /// Checks a requirement of mirador/contract at every size.
  static void expect_promise(void (*promise)(Look&)) {
    for (const std::size_t arms : Case::sizes) {
      const P problem = Case::make(arms);
      Look look(problem, points(arms));
      promise(look);
      expect_kept(look.violations());
    }
  }

  /// Calls check(look, closest, point, random) at random points of every size.
  template <class Check>
  static void for_points(Check&& check) {
    for (const std::size_t arms : Case::sizes) {
      const P problem = Case::make(arms);
      const Look look(problem, points(arms));
      look.for_points(
          [&](auto& closest, Point at, Random& random) { check(look, closest, at, random); });
    }
  }
};

}  // namespace mirador::testing_support
