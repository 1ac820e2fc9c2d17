#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "problem_points.hpp"

/// What every problem promises about F and its gradient. Ties, zero weights, size and memory are
/// in problem_edges.hpp, the check by brute force in problem_search.hpp.
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
  this->for_points(
      [&](const auto& problem, auto& closest, const Vector& w, const Vector& m, Random&) {
        this->expect_sound(problem, closest, {w, m});
      });
}

TYPED_TEST_P(ProblemContract, MeansInsideASetHaveItsAnswer) {
  this->for_points(
      [&](const auto& problem, auto& closest, const Vector& w, const Vector& m, Random& random) {
        typename TypeParam::Type::Answer answer{};
        if (!find_answer(problem, m, answer)) return;
        EXPECT_EQ(closest.answer(), answer);
        EXPECT_GT(closest.value(), 0.0);
        // Against any other candidate the means themselves are the alternative.
        for (int trial = 0; trial < 5; ++trial) {
          typename TypeParam::Type::Answer other{};
          if (!find_answer(problem, TypeParam::inside(random, problem.arms()), other)) continue;
          if (other == answer) continue;
          EXPECT_FALSE(problem.contains(other, m));
          EXPECT_NEAR(this->value_against(closest, other, {w, m}), 0.0, 1e-28);
          for (Arm a = 0; a < m.size(); ++a) EXPECT_NEAR(closest.lambda()[a], m[a], 1e-14);
        }
      });
}

TYPED_TEST_P(ProblemContract, ConcaveAndHomogeneousAgainstAFixedCandidate) {
  this->for_points(
      [&](const auto& problem, auto& closest, const Vector& w, const Vector& m, Random& random) {
        const auto candidate = closest.answer();
        const Vector v = random_weights(random, problem.arms());
        const double at_w = closest.value();
        const double at_v = this->value_against(closest, candidate, {v, m});
        const Vector middle = combine(0.5, w, 0.5, v), scaled = combine(37.0, w, 0.0, v);
        const double between = this->value_against(closest, candidate, {middle, m});
        EXPECT_GE(between, 0.5 * (at_w + at_v) - this->slack(between));
        const double larger = this->value_against(closest, candidate, {scaled, m});
        EXPECT_NEAR(larger, 37.0 * at_w, this->slack(larger));
      });
}

TYPED_TEST_P(ProblemContract, GradientIsAGlobalCut) {
  this->for_points(
      [&](const auto& problem, auto& closest, const Vector&, const Vector& m, Random& random) {
        const auto candidate = closest.answer();
        const Vector g = this->gradient(closest, m);
        for (int trial = 0; trial < 10; ++trial) {
          Vector v = random_weights(random, problem.arms());
          if (trial % 2 == 1) v[random() % v.size()] = 0.0;
          const double value = this->value_against(closest, candidate, {v, m});
          EXPECT_LE(value, dot(g, v) + this->slack(value));
        }
      });
}

TYPED_TEST_P(ProblemContract, GradientLiesBetweenTheOneSidedSlopes) {
  std::size_t smooth = 0, all = 0;
  this->for_points(
      [&](const auto& problem, auto& closest, const Vector& w, const Vector& m, Random&) {
        const auto candidate = closest.answer();
        const Vector g = this->gradient(closest, m);
        const double value = closest.value();
        for (Arm a = 0; a < problem.arms(); ++a) {
          const double h = 1e-5 * w[a];
          Vector moved = w;
          moved[a] = w[a] + h;
          const double ahead = (this->value_against(closest, candidate, {moved, m}) - value) / h;
          moved[a] = w[a] - h;
          const double behind = (value - this->value_against(closest, candidate, {moved, m})) / h;
          const double rounding = 1e-12 * (1.0 + value) / h;
          EXPECT_GE(g[a], ahead - rounding);
          EXPECT_LE(g[a], behind + rounding);
          ++all;
          if (behind - ahead < 1e-3 * (1.0 + g[a]) + 2.0 * rounding) ++smooth;
        }
      });
  // Almost everywhere F is smooth, and there the two slopes pin the gradient down.
  EXPECT_GT(smooth, all * 9 / 10);
}

TYPED_TEST_P(ProblemContract, MinimiserIsABorderPointOfARivalsSet) {
  this->for_points(
      [&](const auto& problem, auto& closest, const Vector&, const Vector&, Random& random) {
        if (problem.arms() > 5) return;
        // A point of a closed convex set enters its interior with any step towards an inner point.
        const Vector lambda(closest.lambda().begin(), closest.lambda().end());
        bool entered = false;
        for (int trial = 0; trial < 20000 && !entered; ++trial) {
          const Vector inner = TypeParam::inside(random, problem.arms());
          typename TypeParam::Type::Answer answer{};
          if (!find_answer(problem, inner, answer) || answer == closest.answer()) continue;
          entered = problem.contains(answer, combine(1.0 - 1e-6, lambda, 1e-6, inner));
        }
        EXPECT_TRUE(entered);
      });
}

TYPED_TEST_P(ProblemContract, PermutingTheArmsPermutesEverything) {
  if constexpr (!TypeParam::symmetric) GTEST_SKIP() << "arms play different parts";
  this->for_points(
      [&](const auto& problem, auto& closest, const Vector& w, const Vector& m, Random& random) {
        std::vector<Arm> to(problem.arms());
        std::iota(to.begin(), to.end(), Arm{0});
        std::shuffle(to.begin(), to.end(), random);
        Vector moved_w(w.size()), moved_m(m.size());
        for (Arm a = 0; a < to.size(); ++a) {
          moved_w[to[a]] = w[a];
          moved_m[to[a]] = m[a];
        }
        Alternative<typename TypeParam::Type> moved(problem);
        moved.find({moved_w, moved_m});
        EXPECT_NEAR(moved.value(), closest.value(), this->slack(closest.value()));
        EXPECT_EQ(moved.answer(), permuted(closest.answer(), to));
        for (Arm a = 0; a < to.size(); ++a) {
          EXPECT_NEAR(moved.lambda()[to[a]], closest.lambda()[a], 1e-12);
        }
      });
}

REGISTER_TYPED_TEST_SUITE_P(ProblemContract, ValueIsWeightsTimesGradient,
                            MeansInsideASetHaveItsAnswer,
                            ConcaveAndHomogeneousAgainstAFixedCandidate, GradientIsAGlobalCut,
                            GradientLiesBetweenTheOneSidedSlopes,
                            MinimiserIsABorderPointOfARivalsSet,
                            PermutingTheArmsPermutesEverything);

}  // namespace mirador::testing_support
