#include <gtest/gtest.h>

#include <string>

#include "mirador/mirador.hpp"
#include "statistics.hpp"

namespace mirador::testing_support {
namespace {

/// How many of so many runs have the true mean outside the interval at one time or another: after
/// every measurement at first, then after every third of them more.
template <Family F>
std::uint64_t misses(const F& family, const World& world, std::uint64_t runs, double delta) {
  const BestArm problem(family, world.means.size());
  Standing standing(problem);
  RewardStream<F> rewards(family, world);
  std::uint64_t missed = 0;
  for (std::uint64_t run = 0; run < runs; ++run) {
    standing.clear();
    rewards.start({51, run});
    bool outside = false;
    for (double pulls = 1.0, next = F::least_pulls; pulls <= 300.0 && !outside; pulls += 1.0) {
      for (Arm a = 0; a < world.means.size(); ++a) standing.add(a, rewards.next(a));
      if (pulls < next) continue;
      next = 1.3 * pulls;
      const Interval interval = confidence_interval(standing, 0, delta);
      EXPECT_LE(interval.low, standing.means()[0]);
      EXPECT_GE(interval.high, standing.means()[0]);
      outside = world.means[0] < interval.low || world.means[0] > interval.high;
    }
    missed += outside;
  }
  return missed;
}

template <Family F>
void expect_coverage(const F& family, const World& world) {
  constexpr std::uint64_t runs = 300;
  constexpr double delta = 0.1;
  const std::uint64_t missed = misses(family, world, runs, delta);
  EXPECT_GT(binomial_tail(missed, runs, delta), refuted) << missed << " misses";
}

TEST(Coverage, Gaussian) { expect_coverage(Gaussian(2.0), {{5.0, 0.0}}); }
TEST(Coverage, Bernoulli) {
  expect_coverage(Bernoulli(), {{0.5, 0.5}});
  expect_coverage(Bernoulli(), {{0.02, 0.5}});
  expect_coverage(Bernoulli(), {{1.0, 0.5}});
}
TEST(Coverage, Poisson) { expect_coverage(Poisson(), {{0.3, 1.0}}); }
TEST(Coverage, Exponential) { expect_coverage(Exponential(), {{3.0, 1.0}}); }
TEST(Coverage, Bounded) { expect_coverage(Bounded(-1.0, 4.0), {{3.0, 1.0}}); }
TEST(Coverage, NormalOfUnknownVariance) {
  expect_coverage(Normal(), {{5.0, 0.0}, {1e-3, 1.0}});
  expect_coverage(Normal(), {{5.0, 0.0}, {100.0, 1.0}});
}

}  // namespace
}  // namespace mirador::testing_support
