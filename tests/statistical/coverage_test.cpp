#include <gtest/gtest.h>

#include <string>

#include "mirador/mirador.hpp"
#include "statistics.hpp"

namespace mirador::testing_support {
namespace {

/// The number of runs in which an interval ever misses the truth: checked after every measurement
/// at first, then whenever their number has grown by a third.
template <Family F, class Misses>
std::uint64_t runs_that_miss(const F& family, const World& world, std::uint64_t runs, double growth,
                             Misses&& misses_now) {
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
      next = growth * pulls;
      outside = misses_now(standing);
    }
    missed += outside;
  }
  return missed;
}

constexpr double delta = 0.1;

template <Family F, class Misses>
void expect_few_misses(const F& family, const World& world, std::uint64_t runs, double growth,
                       Misses&& misses_now) {
  const std::uint64_t missed = runs_that_miss(family, world, runs, growth, misses_now);
  EXPECT_GT(binomial_tail(missed, runs, delta), refuted) << missed << " misses";
}

/// Does an interval, which must contain the estimate, miss the truth?
bool misses(const Interval& interval, double estimate, double truth) {
  EXPECT_LE(interval.low, estimate);
  EXPECT_GE(interval.high, estimate);
  return truth < interval.low || truth > interval.high;
}

template <Family F>
void expect_coverage(const F& family, const World& world) {
  expect_few_misses(family, world, 300, 1.3, [&](const auto& standing) {
    return misses(confidence_interval(standing, 0, delta), standing.means()[0], world.means[0]);
  });
}

/// The differences of all pairs at once.
template <Family F>
void expect_coverage_of_differences(const F& family, const World& world) {
  const std::vector<double>& truth = world.means;
  const double risk = delta / static_cast<double>(all_pairs(truth.size()));
  expect_few_misses(family, world, 60, 2.5, [&](const auto& standing) {
    bool missed = false;
    for (Arm j = 1; j < truth.size(); ++j) {
      for (Arm i = 0; i < j; ++i) {
        const double estimate = standing.means()[i] - standing.means()[j];
        missed |= misses(difference_interval(standing, i, j, risk), estimate, truth[i] - truth[j]);
      }
    }
    return missed;
  });
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

TEST(Coverage, Differences) {
  expect_coverage_of_differences(Gaussian(2.0), {{5.0, 0.0}});
  expect_coverage_of_differences(Bernoulli(), {{0.5, 0.02}});
  expect_coverage_of_differences(Normal(), {{5.0, 0.0, 0.0}, {1e-3, 1.0, 100.0}});
}

}  // namespace
}  // namespace mirador::testing_support
