#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "martingales.hpp"
#include "mirador/mirador.hpp"
#include "problem_cases.hpp"
#include "standings.hpp"

/// Best-arm where an arm within ε of the best is good enough.
namespace mirador::testing_support {
namespace {

template <class Arms>
class GoodEnough : public testing::Test {};
using FamilyArms =
    testing::Types<GaussianArms, BernoulliArms, PoissonArms, ExponentialArms, BoundedArms>;
TYPED_TEST_SUITE(GoodEnough, FamilyArms);

/// F by a grid over the means of the rival, the answer's at least ε below it.
template <class Arms, Problem P>
double distance_by_hand(const P& problem, Arm answer, Point at) {
  const auto& family = problem.family();
  const double enough = problem.good_enough();
  double least = std::numeric_limits<double>::infinity();
  for (Arm a = 0; a < problem.arms(); ++a) {
    if (a == answer) continue;
    const double low = std::max(family.lowest_mean() + enough, -8.0);
    const double high = std::min(family.highest_mean(), 12.0);
    least = std::min(least, smallest_on_grid(
                                [&](double theta) {
                                  return at.weights[answer] *
                                             family.divergence(at.means[answer], theta - enough) +
                                         at.weights[a] * family.divergence(at.means[a], theta);
                                },
                                low, high));
  }
  return least;
}

TYPED_TEST(GoodEnough, TheProjectionIsTheCheapestShiftedMeeting) {
  Random random(3);
  std::uniform_real_distribution<double> weight(0.1, 5.0);
  const double enough = 0.2 * TypeParam::spread;
  const BestArm problem(TypeParam::family(), 3, {Direction::highest, 0.0, enough});
  for (int trial = 0; trial < 20; ++trial) {
    const Vector means = TypeParam::means(random, 3);
    const Vector weights = {weight(random), weight(random), weight(random)};
    const Point at{weights, means, {}};
    Arm answer{};
    NoScratch none;
    problem.candidate(at, answer, none);
    Vector lambda(3);
    const Projection found = problem.project(answer, at, lambda, none);
    EXPECT_NEAR(found.value, distance_by_hand<TypeParam>(problem, answer, at),
                1e-5 * (1.0 + found.value));
    EXPECT_NEAR(lambda[found.rival] - lambda[answer], enough, 1e-9);
    EXPECT_TRUE(problem.contains(answer, means));
    double moved = 0.0;
    for (Arm a = 0; a < 3; ++a) {
      moved += weights[a] * problem.family().divergence(means[a], lambda[a]);
    }
    EXPECT_NEAR(moved, found.value, 1e-9 * (1.0 + moved));
  }
}

/// A question that accepts less takes less time.
TYPED_TEST(GoodEnough, TheCharacteristicTimeFallsWithWhatIsGoodEnough) {
  Random random(4);
  for (int trial = 0; trial < 5; ++trial) {
    const Vector means = TypeParam::means(random, 4);
    double before = std::numeric_limits<double>::infinity();
    for (const double share : {0.0, 0.05, 0.2}) {
      const BestArm problem(TypeParam::family(), 4,
                            {Direction::highest, 0.0, share * TypeParam::spread});
      const CharacteristicTime bound = characteristic_time(problem, problem.best(means), means);
      EXPECT_LT(bound.gap, 1e-6);
      EXPECT_LT(bound.time, before);
      before = bound.time;
    }
  }
}

/// Gaussian arms: a rival at distance Δ costs as much as one at Δ + ε without.
TEST(GoodEnoughGaussian, IsAWiderGap) {
  const Vector means = {1.0, 0.9, 0.5}, wider = {1.0, 0.8, 0.4};
  const BestArm good(Gaussian(1.0), 3, {Direction::highest, 0.0, 0.1});
  const BestArm best(Gaussian(1.0), 3);
  const CharacteristicTime one = characteristic_time(good, Arm{0}, means);
  const CharacteristicTime other = characteristic_time(best, Arm{0}, wider);
  EXPECT_NEAR(one.time, other.time, 1e-6 * other.time);
  for (Arm a = 0; a < 3; ++a) EXPECT_NEAR(one.weights[a], other.weights[a], 1e-9);
  // The general solver agrees with the closed form.
  GeneralOptimalWeights<BestArm<Gaussian>> general(good);
  general.solve(Arm{0}, means);
  EXPECT_NEAR(1.0 / general.upper(), one.time, 1e-6 * one.time);
}

TEST(GoodEnoughGaussian, AnswersNearTheBestAreCorrect) {
  const BestArm problem(Gaussian(1.0), 3, {Direction::lowest, 0.0, 0.1});
  const Vector means = {1.05, 1.0, 1.2};
  EXPECT_TRUE(problem.contains(0, means));
  EXPECT_TRUE(problem.contains(1, means));
  EXPECT_FALSE(problem.contains(2, means));
  EXPECT_THROW(BestArm(Gaussian(1.0), 3, {Direction::lowest, 0.1, 0.1}), InputError);
  EXPECT_THROW(BestArm(Gaussian(1.0), 3, {Direction::lowest, 0.0, -0.1}), InputError);
}

/// The answer may change between claims: what was proved for one answer does not count for another.
TEST(GoodEnoughGaussian, ProofsBelongToAnAnswer) {
  const BestArm problem(Gaussian(1.0), 3, {Direction::highest, 0.0, 0.5});
  Standing standing(problem);
  using Claims = MixtureClaims<BestArm<Gaussian>>;
  for (Arm a = 0; a < 3; ++a) standing.add(a, a == 0 ? 1.0 : 0.0);
  const std::size_t before = Claims::lasting_number(standing, 2);
  standing.add(1, 9.0);
  EXPECT_EQ(standing.answer(), 1u);
  EXPECT_NE(Claims::lasting_number(standing, 2), before);
}

/// The least that every rule needs for .74, .71, .70, .62, .55 falls by more than a factor of 4.
TEST(GoodEnoughBernoulli, TheInstanceOfTheGuide) {
  const Vector means = {0.74, 0.71, 0.70, 0.62, 0.55};
  const BestArm good(Bernoulli(), 5, {Direction::highest, 0.0, 0.05}), best(Bernoulli(), 5);
  EXPECT_GT(characteristic_time(best, Arm{0}, means).time,
            4.0 * characteristic_time(good, Arm{0}, means).time);
}

}  // namespace
}  // namespace mirador::testing_support
