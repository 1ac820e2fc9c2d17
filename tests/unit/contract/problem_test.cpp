#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include "broken.hpp"
#include "mirador/contract/problem_contract.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/gaussian.hpp"

namespace mirador::testing_support {
namespace {

using contract::Vector;

/// The sum of two means lies between two numbers: an answer.
struct Band {
  double low, high;

  bool holds(double sum) const { return sum > low && sum < high; }
};
constexpr double infinity = std::numeric_limits<double>::infinity();

/// A problem as a user would write it, from functions that tests replace by broken ones.
class BandProblem {
 public:
  using FamilyType = Gaussian;
  using Answer = Arm;
  using Scratch = NoScratch;
  using Distance = std::function<double(Answer, Point, std::span<double>)>;

  explicit BandProblem(std::vector<Band> bands = {{-infinity, 0.0}, {1.0, 2.0}, {3.0, infinity}})
      : bands_(std::move(bands)) {}

  const Gaussian& family() const { return family_; }
  std::size_t arms() const { return 2; }
  std::size_t answers() const { return bands_.size(); }
  double distance(Answer answer, Point at, std::span<double> lambda, Scratch&) const {
    ++projections;
    return measure(answer, at, lambda);
  }
  void candidate(Point at, Answer& answer, Scratch& scratch) const {
    if (choose) {
      answer = choose(at);
      return;
    }
    double lambda[2], smallest = infinity;
    for (Answer j = 0; j < answers(); ++j) {
      const double here = distance(j, at, lambda, scratch);
      if (here < smallest) answer = j, smallest = here;
    }
  }
  Projection project(Answer candidate, Point at, std::span<double> lambda, Scratch& scratch) const {
    Projection closest{infinity, 0};
    double trial[2];
    for (Answer j = 0; j < answers(); ++j) {
      if (j == candidate) continue;
      const double here = distance(j, at, trial, scratch);
      if (std::isnan(here) || prefers(here, closest.value)) {
        closest = {here, j};
        std::copy(trial, trial + 2, lambda.begin());
      }
    }
    if (finish) closest.value = finish(closest.value, at, lambda);
    return closest;
  }
  bool contains(Answer answer, std::span<const double> means) const { return holds(answer, means); }

  const Band& band(Answer answer) const { return bands_[answer]; }
  bool in_band(Answer answer, std::span<const double> means) const {
    return bands_[answer].holds(means[0] + means[1]);
  }
  double to_band(Answer answer, Point at, std::span<double> lambda) const {
    return to_sum(std::clamp(at.means[0] + at.means[1], bands_[answer].low, bands_[answer].high),
                  at, lambda);
  }
  /// Moves the means until they have the given sum, each arm by the share 1/w.
  double to_sum(double sum, Point at, std::span<double> lambda) const {
    const double floor = std::max(at.weights[0], at.weights[1]) * 1e-18;
    const double w0 = floor > 0.0 ? std::max(at.weights[0], floor) : 1.0;
    const double w1 = floor > 0.0 ? std::max(at.weights[1], floor) : 1.0;
    const double gap = sum - at.means[0] - at.means[1];
    lambda[0] = at.means[0] + gap * w1 / (w0 + w1);
    lambda[1] = at.means[1] + gap * w0 / (w0 + w1);
    return cost(at, lambda);
  }
  double cost(Point at, std::span<const double> lambda) const {
    return contract::transport_cost(family_, at, lambda);
  }

  Distance measure = [this](Answer answer, Point at, std::span<double> lambda) {
    return to_band(answer, at, lambda);
  };
  std::function<bool(Answer, std::span<const double>)> holds =
      [this](Answer answer, std::span<const double> means) { return in_band(answer, means); };
  std::function<bool(double, double)> prefers = std::less<>();
  std::function<Answer(Point)> choose;
  std::function<double(double, Point, std::span<double>)> finish;
  mutable std::size_t projections = 0;

  // The functions above refer to this object.
  BandProblem(const BandProblem&) = delete;
  BandProblem& operator=(const BandProblem&) = delete;

 private:
  Gaussian family_{1.0};
  std::vector<Band> bands_;
};

Found violations(const BandProblem& problem) { return contract::problem_violations(problem); }

TEST(ProblemViolations, NoneOfARightProblemAndInReasonableTime) {
  const BandProblem problem;
  expect_nothing(violations(problem));
  EXPECT_LE(problem.projections, 100000u);
}

TEST(ProblemViolations, NoneWhereSetsAreFarAwayAndNarrow) {
  expect_nothing(violations(BandProblem({{-infinity, 2e4}, {2e4 + 0.01, 2e4 + 0.02}})));
  expect_nothing(violations(BandProblem({{-1e-3, 1e-3}, {1e-2, 1.1e-2}, {5e3, 5e3 + 1.0}})));
}

TEST(ProblemViolations, ValueThatIsNoDistance) {
  BandProblem problem;
  problem.finish = [](double value, Point, auto) { return -value; };
  expect_found(violations(problem), "finite number, 0 or more", "the value is -");
  problem.finish = [](double, Point, auto) { return std::nan(""); };
  expect_found(violations(problem), "finite number, 0 or more", "the value is nan");
}

TEST(ProblemViolations, LambdaThatIsNoMean) {
  BandProblem problem;
  problem.finish = [](double value, Point, std::span<double> lambda) {
    lambda[1] = std::nan("");
    return value;
  };
  expect_found(violations(problem), "lambda must be means that the family can have", "nan");
}

TEST(ProblemViolations, ValueThatIsNotTheCostOfLambda) {
  BandProblem problem;
  problem.finish = [](double value, Point, auto) { return 1.01 * value; };
  expect_found(violations(problem), "must be the sum of w d(m, lambda)", "at weights (");
}

TEST(ProblemViolations, DifferentEveryTime) {
  BandProblem problem;
  double calls = 0.0;
  problem.finish = [&](double value, Point, auto) { return value * (1.0 + 1e-12 * ++calls); };
  expect_found(violations(problem), "asking twice");
}

TEST(ProblemViolations, NotConcaveNorHomogeneous) {
  BandProblem problem;
  problem.finish = [](double value, Point, auto) { return value * value; };
  expect_found(violations(problem), "F must be concave in the weights", "halfway");
  expect_found(violations(problem), "F must grow in proportion to the weights", "37 times");
}

TEST(ProblemViolations, TheFarthestRival) {
  BandProblem problem;
  problem.prefers = [](double value, double other) { return other == infinity || value > other; };
  expect_found(violations(problem), "F must be the smallest of the distances");
  expect_found(violations(problem), "lambda must be the closest point");
}

/// The most common error: consistent results that ignore the weights.
TEST(ProblemViolations, ProjectionThatForgetsTheWeights) {
  BandProblem problem;
  problem.measure = [&](Arm answer, Point at, std::span<double> lambda) {
    const Vector ones(2, 1.0);
    problem.to_band(answer, {ones, at.means}, lambda);
    return problem.cost(at, lambda);
  };
  const Found found = violations(problem);
  expect_found(found, "lambda must be the closest point of all other answers", "costs");
  EXPECT_EQ(found.size(), 1u);
}

TEST(ProblemViolations, ProjectionThatMovesTheWrongArm) {
  BandProblem problem;
  problem.measure = [&](Arm answer, Point at, std::span<double> lambda) {
    const Vector swapped = {at.weights[1], at.weights[0]};
    problem.to_band(answer, {swapped, at.means}, lambda);
    return problem.cost(at, lambda);
  };
  expect_found(violations(problem), "must not beat the projection at other weights");
}

TEST(ProblemViolations, LambdaThatStopsShort) {
  BandProblem problem;
  problem.measure = [&](Arm answer, Point at, std::span<double> lambda) {
    problem.to_band(answer, at, lambda);
    for (Arm a = 0; a < 2; ++a) lambda[a] = at.means[a] + 0.95 * (lambda[a] - at.means[a]);
    return problem.cost(at, lambda);
  };
  expect_found(violations(problem), "lambda must lie in the set of another answer");
}

TEST(ProblemViolations, SetsThatOverlap) {
  expect_found(violations(BandProblem({{-infinity, 0.0}, {1.0, 2.0}, {1.9, infinity}})),
               "must be disjoint", "lie in the set of answer 1 and in that of answer 2");
}

TEST(ProblemViolations, SetThatIsNotConvex) {
  BandProblem problem({{-infinity, 0.0}, {1.0, 2.0}});
  problem.holds = [&](Arm answer, std::span<const double> means) {
    return problem.in_band(answer, means) || (answer == 0 && means[0] + means[1] > 3.0);
  };
  problem.measure = [&](Arm answer, Point at, std::span<double> lambda) {
    const double sum = at.means[0] + at.means[1];
    if (answer == 1 || sum < 1.5) return problem.to_band(answer, at, lambda);
    return problem.to_sum(std::max(sum, 3.0), at, lambda);
  };
  expect_found(violations(problem), "must be convex", "between them");
}

TEST(ProblemViolations, AnswerThatIsNeverRight) {
  BandProblem problem({{-infinity, 0.0}, {1.0, 2.0}, {3.0, infinity}, {2.5, 2.5}});
  expect_found(violations(problem), "every answer must have means",
               "no means were found in the set of answer 3");
}

TEST(ProblemViolations, NoAnswerIsEverRight) {
  BandProblem problem;
  problem.holds = [](Arm, auto) { return false; };
  expect_found(violations(problem), "every answer must have means", "in the set of any answer");
}

TEST(ProblemViolations, CandidateThatIsNotTheAnswer) {
  BandProblem problem;
  problem.choose = [](Point at) { return Arm{at.means[0] > 0.0 ? 1u : 0u}; };
  const Found found = violations(problem);
  expect_found(found, "means inside the set of an answer must have that answer", "candidate is");
  expect_found(found, "the candidate must be the answer whose set is closest");
}

/// Correct inside the sets and wrong between them.
TEST(ProblemViolations, CandidateThatIsNotTheClosest) {
  BandProblem problem;
  problem.choose = [&](Point at) {
    for (Arm j = 0; j < 3; ++j) {
      if (problem.in_band(j, at.means)) return j;
    }
    return Arm{0};
  };
  const Found found = violations(problem);
  expect_found(found, "the candidate must be the answer whose set is closest");
  EXPECT_EQ(found.size(), 1u);
}

TEST(ProblemViolations, NothingToBeFoundOut) {
  BandProblem problem;
  problem.finish = [](double, Point at, std::span<double> lambda) {
    std::copy(at.means.begin(), at.means.end(), lambda.begin());
    return 0.0;
  };
  expect_found(violations(problem), "F must be above 0 for means inside a set");
}

/// Returns the border for means that are inside already.
TEST(ProblemViolations, MeansInsideThatAreMoved) {
  BandProblem problem;
  problem.measure = [&](Arm answer, Point at, std::span<double> lambda) {
    const auto& [low, high] = problem.band(answer);
    const double sum = at.means[0] + at.means[1];
    return problem.to_sum(std::abs(sum - low) < std::abs(sum - high) ? low : high, at, lambda);
  };
  problem.choose = [&](Point at) {
    Arm closest = 0;
    double lambda[2], smallest = infinity;
    for (Arm j = 0; j < 3; ++j) {
      const double here = problem.to_band(j, at, lambda);
      if (here < smallest) closest = j, smallest = here;
    }
    return closest;
  };
  expect_found(violations(problem), "means inside a set must be their own alternative");
}

TEST(ProblemViolations, ArmsWithoutWeightThatStayWhereTheyAre) {
  BandProblem problem;
  problem.measure = [&](Arm answer, Point at, std::span<double> lambda) {
    double w[] = {at.weights[0], at.weights[1]};
    for (double& weight : w) weight = weight > 0.0 ? weight : 1e6;
    problem.to_band(answer, {w, at.means}, lambda);
    return problem.cost(at, lambda);
  };
  expect_found(violations(problem), "a weight of 0 must be the limit of small weights");
}

TEST(ProblemViolations, AllWeightsZero) {
  BandProblem problem;
  problem.finish = [](double value, Point at, auto) {
    return at.weights[0] + at.weights[1] > 0.0 ? value : 1e-9;
  };
  const Found found = violations(problem);
  expect_found(found, "F must be 0 where all weights are 0");
  EXPECT_EQ(found.size(), 1u);
}

TEST(ProblemViolations, WhatAProblemThrowsPassesThrough) {
  struct Foreign {};
  BandProblem problem;
  problem.measure = [](Arm, Point, auto) -> double { throw Foreign{}; };
  EXPECT_THROW(violations(problem), Foreign);
}

TEST(Violations, KeepsTheFirstOfEveryPromise) {
  contract::Violations violations;
  violations.add("one", "first");
  violations.add("two", "second");
  violations.add("one", "third");
  ASSERT_EQ(violations.all().size(), 2u);
  EXPECT_EQ(violations.all()[0].detail, "first");
  EXPECT_TRUE(violations.broken("two"));
  EXPECT_FALSE(violations.broken("three"));
}

TEST(FamilyMeans, LieWithinTheRange) {
  contract::Random random(3);
  for (int i = 0; i < 1000; ++i) {
    for (const double mean : contract::family_means(Bernoulli(), random, 4)) {
      EXPECT_TRUE(mean > 0.0 && mean < 1.0);
    }
  }
}

}  // namespace
}  // namespace mirador::testing_support
