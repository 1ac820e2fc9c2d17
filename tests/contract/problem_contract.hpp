#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "mirador/contract/problem_contract.hpp"
#include "problem_points.hpp"

/// Requirements on F and its gradient for every problem: those of mirador/contract, and additional
/// ones for the library's problems. Ties, zero weights, size and memory are in problem_edges.hpp,
/// the check by brute force in problem_search.hpp.
namespace mirador::testing_support {

inline Arm permuted(Arm answer, const std::vector<Arm>& to) { return to[answer]; }
template <class Answer>
Answer permuted(const Answer& answer, const std::vector<Arm>& to) {
  if constexpr (requires { answer.contains(0); }) {
    Answer moved(to.size());
    for (Arm a = 0; a < to.size(); ++a) {
      if (answer.contains(a)) moved.insert(to[a]);
    }
    return moved;
  } else {
    return answer;
  }
}

template <class Case>
class ProblemContract : public ProblemPoints<Case> {};
TYPED_TEST_SUITE_P(ProblemContract);

TYPED_TEST_P(ProblemContract, ValueIsWeightsTimesGradient) {
  this->expect_promise(contract::value_is_weights_times_gradient);
}

TYPED_TEST_P(ProblemContract, ProjectionIsAFunctionOfThePoint) {
  this->expect_promise(contract::projection_is_a_function_of_the_point);
}

TYPED_TEST_P(ProblemContract, MeansInsideASetHaveItsAnswer) {
  this->expect_promise(contract::means_inside_a_set_have_its_answer);
}

/// Exact to the last digits, unlike problems solved by iteration.
TYPED_TEST_P(ProblemContract, MeansInsideASetStayWhereTheyAre) {
  this->for_points([](const auto& look, auto& closest, Point at, Random&) {
    typename TypeParam::Type::Answer answer{};
    if (!find_answer(look.problem(), at.means, answer)) return;
    for (const auto& other : look.known()) {
      if (other.answer == answer) continue;
      EXPECT_NEAR(look.value_against(closest, other.answer, at), 0.0, 1e-28);
      for (Arm a = 0; a < at.means.size(); ++a) {
        EXPECT_NEAR(closest.lambda()[a], at.means[a], 1e-14);
      }
    }
  });
}

TYPED_TEST_P(ProblemContract, CandidateIsTheClosestAnswer) {
  this->expect_promise(contract::candidate_is_the_closest_answer);
}

TYPED_TEST_P(ProblemContract, ValueIsTheSmallestDistance) {
  this->expect_promise(contract::value_is_the_smallest_distance);
}

TYPED_TEST_P(ProblemContract, SetsAreDisjointConvexAndNotEmpty) {
  this->expect_promise(contract::sets_are_disjoint);
  this->expect_promise(contract::sets_are_convex);
  this->expect_promise(contract::every_answer_can_be_reached);
}

TYPED_TEST_P(ProblemContract, ConcaveAndHomogeneousAgainstAFixedCandidate) {
  this->expect_promise(contract::concave_against_a_fixed_candidate);
  this->expect_promise(contract::homogeneous_against_a_fixed_candidate);
}

TYPED_TEST_P(ProblemContract, GradientIsAGlobalCut) {
  this->expect_promise(contract::gradient_is_a_global_cut);
}

TYPED_TEST_P(ProblemContract, GradientLiesBetweenTheOneSidedSlopes) {
  std::size_t smooth = 0, all = 0;
  this->for_points([&](const auto& look, auto& closest, Point at, Random&) {
    const auto candidate = closest.answer();
    const Vector g = look.gradient(closest, at.means);
    const double value = closest.value();
    Vector moved(at.weights.begin(), at.weights.end());
    for (Arm a = 0; a < moved.size(); ++a) {
      const double weight = at.weights[a], h = 1e-5 * weight;
      const auto value_with = [&](double other) {
        moved[a] = other;
        return look.value_against(closest, candidate, look.at(moved, at.means));
      };
      const double ahead = (value_with(weight + h) - value) / h;
      const double behind = (value - value_with(weight - h)) / h;
      moved[a] = weight;
      const double rounding = 1e-12 * (1.0 + value) / h;
      EXPECT_GE(g[a], ahead - rounding);
      EXPECT_LE(g[a], behind + rounding);
      ++all;
      if (behind - ahead < 1e-3 * (1.0 + g[a]) + 2.0 * rounding) ++smooth;
    }
  });
  // F is smooth almost everywhere; there the two slopes determine the gradient.
  EXPECT_GT(smooth, all * 9 / 10);
}

TYPED_TEST_P(ProblemContract, MinimiserIsABorderPointOfARivalsSet) {
  this->expect_promise(contract::minimiser_lies_in_a_rivals_set);
}

TYPED_TEST_P(ProblemContract, NoCheaperMinimiserIsFound) {
  this->expect_promise(contract::minimiser_is_the_closest);
}

/// The points used for user-defined problems, of which only the family is known.
TYPED_TEST_P(ProblemContract, NothingIsFoundAtPointsForAnyProblem) {
  for (const std::size_t arms : TypeParam::sizes) {
    expect_kept(contract::problem_violations(TypeParam::make(arms)));
  }
}

TYPED_TEST_P(ProblemContract, PermutingTheArmsPermutesEverything) {
  if constexpr (!TypeParam::symmetric) GTEST_SKIP() << "the problem is not symmetric in its arms";
  this->for_points([](const auto& look, auto& closest, Point at, Random& random) {
    std::vector<Arm> to(look.problem().arms());
    std::iota(to.begin(), to.end(), Arm{0});
    std::shuffle(to.begin(), to.end(), random);
    Vector moved_w(to.size()), moved_m(to.size());
    for (Arm a = 0; a < to.size(); ++a) {
      moved_w[to[a]] = at.weights[a];
      moved_m[to[a]] = at.means[a];
    }
    Alternative<typename TypeParam::Type> moved(look.problem());
    moved.find(look.at(moved_w, moved_m));
    EXPECT_NEAR(moved.value(), closest.value(), look.slack(closest.value()));
    EXPECT_EQ(moved.answer(), permuted(closest.answer(), to));
    for (Arm a = 0; a < to.size(); ++a) {
      EXPECT_NEAR(moved.lambda()[to[a]], closest.lambda()[a], 1e-12);
    }
  });
}

REGISTER_TYPED_TEST_SUITE_P(ProblemContract, ValueIsWeightsTimesGradient,
                            ProjectionIsAFunctionOfThePoint, MeansInsideASetHaveItsAnswer,
                            MeansInsideASetStayWhereTheyAre, CandidateIsTheClosestAnswer,
                            ValueIsTheSmallestDistance, SetsAreDisjointConvexAndNotEmpty,
                            ConcaveAndHomogeneousAgainstAFixedCandidate, GradientIsAGlobalCut,
                            GradientLiesBetweenTheOneSidedSlopes,
                            MinimiserIsABorderPointOfARivalsSet, NoCheaperMinimiserIsFound,
                            NothingIsFoundAtPointsForAnyProblem,
                            PermutingTheArmsPermutesEverything);

}  // namespace mirador::testing_support
