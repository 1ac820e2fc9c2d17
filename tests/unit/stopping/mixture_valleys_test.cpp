#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "martingales.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/poisson.hpp"
#include "mirador/stopping/mixture.hpp"
#include "points.hpp"
#include "simulate/lanes/best_arm_judge.hpp"
#include "standings.hpp"

/// Near an end of the range of means the evidence can have a second valley, which must be found.
namespace mirador::testing_support {
namespace {

/// Data of two arms, the first with the larger mean.
struct Pair {
  ArmData better, worse;
};

/// The evidence against "the worse arm is best" at θ.
template <class F>
double evidence_at(const F& family, const Pair& pair, double theta) {
  return log_m(family, Side::above, pair.better, theta) +
         log_m(family, Side::below, pair.worse, theta);
}

/// The minimum of the evidence on a grid that is dense near both ends, then around its best point.
template <class F>
double smallest_near_ends(const F& family, const Pair& pair) {
  const double low = family.lowest_mean();
  const double most = 1e4 * (1.0 + pair.better.sum / pair.better.pulls);
  const double width = std::min(family.highest_mean() - low, most);
  double smallest = infinity, best_part = 0.5;
  bool best_is_low = true;
  const auto look = [&](bool from_low, double part) {
    const double theta = from_low ? low + part * width : low + width - part * width;
    const double value = evidence_at(family, pair, theta);
    if (value < smallest) smallest = value, best_part = part, best_is_low = from_low;
  };
  for (double part = 1e-17; part < 1.0; part *= 1.1) look(true, part), look(false, part);
  for (double ratio = 1.02; ratio > 1.0 + 1e-4; ratio = std::sqrt(ratio)) {
    const double part = best_part;
    const bool from_low = best_is_low;
    for (int k = -6; k <= 6; ++k) look(from_low, part * std::pow(ratio, k));
  }
  return smallest;
}

template <class F>
Standing<BestArm<F>> standing_of(const BestArm<F>& problem, const Pair& pair) {
  Standing<BestArm<F>> standing(problem);
  const auto add = [&](Arm arm, ArmData data, double each) {
    double left = data.sum;
    for (int i = 0; i < static_cast<int>(data.pulls); ++i) {
      const double value = std::min(each, left);
      standing.add(arm, value);
      left -= value;
    }
  };
  const bool whole = std::same_as<F, Bernoulli> || std::same_as<F, Poisson>;
  add(0, pair.better, whole ? 1.0 : pair.better.sum / pair.better.pulls);
  add(1, pair.worse, whole ? 1.0 : pair.worse.sum / pair.worse.pulls);
  return standing;
}
template <class F>
Pair pair_of(const Standing<BestArm<F>>& standing) {
  return {standing.stats()[0], standing.stats()[1]};
}

TEST(Valleys, TheOneNextToTheEndCounts) {
  const BestArm<Bounded> problem(Bounded(0.0, 1.0), 2);
  const auto standing = standing_of(problem, {{754.0, 754.0 * (1.0 - 4e-8)}, {2.0, 2.0 * 0.81}});
  const Pair pair = pair_of(standing);
  // One valley at 1 - 3e-4, where the evidence is 1.22; the lower one at 1 - 8e-10.
  EXPECT_GT(evidence_at(problem.family(), pair, 1.0 - 3e-4), 1.2);
  EXPECT_LT(evidence_at(problem.family(), pair, 1.0 - 8e-10), 0.57);
  EXPECT_NEAR(MixtureStopping().evidence(standing), smallest_near_ends(problem.family(), pair),
              1e-5);
  Sentry sentry(2);
  EXPECT_FALSE(MixtureStopping().met(standing, std::exp(-1.0), sentry));
}

/// Compares evidence and verdict with the grid, on data drawn by draw(random).
template <class F, class Draw>
void expect_as_on_grid(const F& family, Draw&& draw) {
  const BestArm<F> problem(family, 2);
  Random random(61);
  int looked = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const auto standing = standing_of(problem, draw(random));
    if (standing.closest().answer() != 0 || standing.means()[0] == standing.means()[1]) continue;
    ++looked;
    const double on_grid = smallest_near_ends(family, pair_of(standing));
    const double evidence = MixtureStopping().evidence(standing);
    EXPECT_LE(evidence, on_grid + 2e-6 * (1.0 + std::abs(on_grid))) << trial;
    if (on_grid > 0.1) {
      EXPECT_GE(evidence, on_grid - 1e-3 * (1.0 + on_grid)) << trial;
    }
    for (const double off : {-0.02, 0.02}) {
      const double need = on_grid * (1.0 + off);
      if (!(need > 0.1 && need < 600.0)) continue;  // outside, no risk is representable
      Sentry sentry(2);
      EXPECT_EQ(MixtureStopping().met(standing, std::exp(-need), sentry), off < 0.0) << trial;
    }
  }
  EXPECT_GT(looked, 20);
}

double log_uniform(Random& random, double low, double high) {
  return std::exp(std::uniform_real_distribution<double>(std::log(low), std::log(high))(random));
}
double many_pulls(Random& random) { return std::floor(log_uniform(random, 20.0, 2000.0)); }
double few_pulls(Random& random) { return std::floor(log_uniform(random, 1.0, 20.0)); }
double up_to(Random& random, double most) {
  return std::uniform_real_distribution<double>(0.0, most)(random);
}

TEST(Valleys, BoundedArmsNextToTheUpperEnd) {
  expect_as_on_grid(Bounded(0.0, 1.0), [](Random& random) {
    const double n = many_pulls(random), few = few_pulls(random);
    return Pair{{n, n * (1.0 - log_uniform(random, 1e-9, 1e-1))}, {few, up_to(random, few)}};
  });
}
TEST(Valleys, BoundedArmsNextToTheLowerEnd) {
  expect_as_on_grid(Bounded(0.0, 1.0), [](Random& random) {
    const double n = many_pulls(random), few = few_pulls(random);
    return Pair{{few, up_to(random, few)}, {n, n * log_uniform(random, 1e-9, 1e-1)}};
  });
}
TEST(Valleys, BernoulliArmsNextToTheEnds) {
  expect_as_on_grid(Bernoulli(), [](Random& random) {
    const double n = many_pulls(random), few = few_pulls(random);
    const double rare = std::floor(up_to(random, 4.0)), some = std::floor(up_to(random, few + 1.0));
    return random() % 2 == 0 ? Pair{{n, n - rare}, {few, some}} : Pair{{few, some}, {n, rare}};
  });
}
TEST(Valleys, PoissonArmsNextToTheEnd) {
  expect_as_on_grid(Poisson(), [](Random& random) {
    const double n = many_pulls(random), few = few_pulls(random);
    return Pair{{few, std::floor(up_to(random, few + 1.0))}, {n, std::floor(up_to(random, 4.0))}};
  });
}
TEST(Valleys, ExponentialArmsNextToTheEnd) {
  expect_as_on_grid(Exponential(), [](Random& random) {
    const double n = many_pulls(random), few = few_pulls(random);
    return random() % 2 == 0
               ? Pair{{few, few * up_to(random, 1.0)}, {n, n * log_uniform(random, 1e-9, 1e-1)}}
               : Pair{{n, n * up_to(random, 1.0)}, {few, few * log_uniform(random, 1e-9, 1e-1)}};
  });
}

/// The SIMD simulator judges bernoulli arms with the same proof; millions of pulls bring means as
/// close to the ends as those of bounded arms.
TEST(Valleys, LanesFindThemToo) {
  Random random(62);
  int refuted = 0, open = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const double n = std::floor(log_uniform(random, 100.0, 1e8)), few = few_pulls(random);
    const double rare = std::floor(up_to(random, 4.0)), some = std::floor(up_to(random, few + 1.0));
    const bool high = random() % 2 == 0;
    const Pair pair = high ? Pair{{n, n - rare}, {few, some}} : Pair{{few, some}, {n, rare}};
    if (!(pair.better.sum / pair.better.pulls > pair.worse.sum / pair.worse.pulls)) continue;
    const double on_grid = smallest_near_ends(Bernoulli(), pair);
    for (const double off : {-0.02, 0.02}) {
      const double need = on_grid * (1.0 + off);
      if (!(need > 0.1)) continue;
      const double counts[] = {pair.better.pulls, pair.worse.pulls};
      const double sums[] = {pair.better.sum, pair.worse.sum};
      lanes::Guard<2> guard;
      guard.forget(2);
      const double means[] = {sums[0] / counts[0], sums[1] / counts[1]};
      const lanes::Measured data{2, counts, sums, means};
      const bool settled = lanes::best_arm_settled(lanes::BernoulliTerms{}, data, 0, true,
                                                   lanes::Need{need, true}, guard);
      EXPECT_EQ(settled, off < 0.0) << trial;
      ++(settled ? refuted : open);
    }
  }
  EXPECT_GT(refuted, 50);
  EXPECT_GT(open, 50);
}

}  // namespace
}  // namespace mirador::testing_support
