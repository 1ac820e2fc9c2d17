#include "mirador/stopping/kaufmann_koolen.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "mirador/family/bernoulli.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/problem/signed.hpp"
#include "standings.hpp"

namespace mirador {
namespace {

using testing_support::pulls;

template <Problem P>
double level(const P& problem, const ArmStats& stats, double delta) {
  return KaufmannKoolenThreshold().level(problem, stats, delta);
}

TEST(KaufmannKoolenThreshold, CountsTheAlternatives) {
  const auto expect = [](Alternatives alternatives, std::size_t rank, std::size_t count) {
    EXPECT_EQ(alternatives.rank, rank);
    EXPECT_EQ(alternatives.count, count);
  };
  const Gaussian family(1.0);
  expect(alternatives_of(BestArm(family, 5)), 2, 4);
  expect(alternatives_of(BestArm(family, 5, {Direction::lowest, 0.1})), 2, 10);
  expect(alternatives_of(TopM<Gaussian>(family, {5, 2})), 2, 6);
  expect(alternatives_of(TopM<Gaussian>(family, {5, 2, {Direction::highest, 0.1}})), 2, 10);
  expect(alternatives_of(Thresholding<Gaussian>(family, {5, 0.0})), 1, 5);
  expect(alternatives_of(Thresholding<Gaussian>(family, {5, 0.0, 0.2})), 1, 5);
  expect(alternatives_of(Signed<Gaussian>(family, {5, 0.0})), 5, 1);
}

/// With C_G(1) = 2.50709, C_G(3) = 4.64837, C_exp(1) = 9.10452, C_exp(3) = 12.40755.
TEST(KaufmannKoolenThreshold, ByHand) {
  const ArmStats stats = pulls({100, 7, 20});
  const double delta = 2.0 * std::exp(-6.0);  // log(2/δ) = 6, half of which is 3
  const auto gaussian = [](double n) { return 2.0 * std::log(4.0 + std::log(n)); };
  const auto others = [](double n) { return 3.0 * std::log(1.0 + std::log(n)); };
  // Pairs: the two arms with the most pulls.
  EXPECT_NEAR(level(BestArm(Gaussian(2.0), 3), stats, delta),
              gaussian(100) + gaussian(20) + 2.0 * 4.64837, 1e-4);
  EXPECT_NEAR(level(BestArm(Bernoulli(), 3), stats, delta),
              others(100) + others(20) + 2.0 * 12.40755, 1e-4);
  // Single arms: three of them, x = log(3/δ) = 3.
  EXPECT_NEAR(level(Thresholding<Gaussian>(Gaussian(1.0), {3, 0.0}), stats, 3.0 * std::exp(-3.0)),
              gaussian(100) + 4.64837, 1e-4);
  // Full form: all arms, n = 1, x = log(1/δ)/3.
  EXPECT_NEAR(level(Signed<Gaussian>(Gaussian(1.0), {3, 0.0}), stats, std::exp(-3.0)),
              gaussian(100) + gaussian(7) + gaussian(20) + 3.0 * 2.50709, 1e-4);
  EXPECT_NEAR(level(Signed<Bernoulli>(Bernoulli(), {3, 0.5}), stats, std::exp(-9.0)),
              others(100) + others(7) + others(20) + 3.0 * 12.40755, 1e-4);
}

TEST(KaufmannKoolenThreshold, OnePullEach) {
  EXPECT_NEAR(level(BestArm(Gaussian(1.0), 2), pulls({1, 1}), 0.1),
              4.0 * std::log(4.0) + 2.0 * gaussian_calibration(0.5 * std::log(10.0)), 1e-12);
  EXPECT_NEAR(level(BestArm(Bernoulli(), 2), pulls({1, 1}), 0.1),
              2.0 * exponential_calibration(0.5 * std::log(10.0)), 1e-12);
}

TEST(KaufmannKoolenThreshold, IsProvedWhereOneParameterTellsTheArmsApart) {
  EXPECT_EQ(KaufmannKoolenStopping().guarantee(BestArm(Bernoulli(), 2)).status, Status::proved);
  EXPECT_EQ(KaufmannKoolenStopping().guarantee(BestArm(Normal(), 2)).status, Status::heuristic);
}

}  // namespace
}  // namespace mirador
