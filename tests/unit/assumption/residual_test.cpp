#include "mirador/assumption/residual.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <vector>

#include "mirador/core/normal.hpp"

namespace mirador {
namespace {

const boost::math::normal standard;

/// The residual of the last measurement.
template <class F>
std::optional<double> last_residual(const F& family, const std::vector<double>& values) {
  Past past;
  std::optional<double> last;
  for (const double x : values) last = next_residual(family, past, x, Dither(1, 0, past.pulls));
  return last;
}

TEST(Residual, OfGaussianArms) {
  EXPECT_FALSE(last_residual(Gaussian(2.0), {5.0}));
  EXPECT_DOUBLE_EQ(*last_residual(Gaussian(2.0), {5.0, 9.0}), std::sqrt(0.5) * 2.0);
  EXPECT_DOUBLE_EQ(*last_residual(Gaussian(2.0), {5.0, 9.0, 1.0}), std::sqrt(2.0 / 3.0) * -3.0);
}

TEST(Residual, OfNormalArmsIsThatOfStudentsLaw) {
  EXPECT_FALSE(last_residual(Normal(), {5.0, 9.0}));
  const double t = std::sqrt(2.0 / 3.0) * (1.0 - 7.0) / std::sqrt(8.0);
  const double u = boost::math::cdf(boost::math::students_t(1.0), t);
  EXPECT_NEAR(*last_residual(Normal(), {5.0, 9.0, 1.0}), boost::math::quantile(standard, u), 1e-12);
}

TEST(Residual, HillsExpansionAgreesWithStudentsTails) {
  for (const double freedom : {30.0, 31.0, 57.0, 200.0, 1e4, 1e6}) {
    const boost::math::students_t law(freedom);
    for (double t = 0.0; t < 9.0; t += 0.25) {
      const double tail = boost::math::cdf(boost::math::complement(law, t));
      const double z = boost::math::quantile(boost::math::complement(standard, tail));
      EXPECT_NEAR(normal_score_of_student(t, freedom), z, 1e-7) << freedom << " " << t;
      EXPECT_NEAR(normal_score_of_student(-t, freedom), -z, 1e-7) << freedom << " " << t;
    }
  }
}

TEST(Residual, OfExponentialArms) {
  // P(X <= 1 | sum 4 of three) = 1 - (3/4)^2.
  const double expected = boost::math::quantile(standard, 1.0 - 9.0 / 16.0);
  EXPECT_NEAR(*last_residual(Exponential(), {2.0, 1.0, 1.0}), expected, 1e-12);
}

/// A uniform spreads the residual over the probability of the count.
template <class F>
void expect_within(const F& family, const std::vector<double>& values, double below, double at) {
  const double u = normal_cdf(*last_residual(family, values));
  EXPECT_GT(u, below - 1e-9);
  EXPECT_LT(u, below + at + 1e-9);
}

TEST(Residual, OfCountsAndCoins) {
  for (const double x : {0.0, 1.0, 4.0, 9.0, 30.0, 200.0}) {
    const double total = 12.0 + x;
    const boost::math::binomial law(total, 1.0 / 4.0);
    const double below = x > 0.0 ? boost::math::cdf(law, x - 1.0) : 0.0;
    expect_within(Poisson(), {3.0, 4.0, 5.0, x}, below, boost::math::pdf(law, x));
  }
  // Means for which the tails are not summed.
  for (const double x : {140.0, 168.0, 200.0, 260.0}) {
    const boost::math::binomial law(400.0 + x, 1.0 / 3.0);
    expect_within(Poisson(), {190.0, 210.0, x}, boost::math::cdf(law, x - 1.0),
                  boost::math::pdf(law, x));
  }
  expect_within(Bernoulli(), {1.0, 0.0, 1.0, 0.0}, 0.0, 0.5);
  expect_within(Bernoulli(), {1.0, 0.0, 0.0, 1.0}, 0.5, 0.5);
  expect_within(Bounded(0.0, 10.0), {10.0, 0.0, 0.0, 10.0}, 0.5, 0.5);
}

TEST(Residual, DitherIsAFunctionOfSeedArmAndPull) {
  EXPECT_EQ(Dither(7, 2, 5.0).pair(), Dither(7, 2, 5.0).pair());
  EXPECT_NE(Dither(7, 2, 5.0).pair(), Dither(8, 2, 5.0).pair());
  EXPECT_NE(Dither(7, 2, 5.0).pair(), Dither(7, 3, 5.0).pair());
  EXPECT_NE(Dither(7, 2, 5.0).pair(), Dither(7, 2, 6.0).pair());
}

/// For any input residuals are finite numbers within the range.
template <class F>
void expect_numbers(const F& family, const std::vector<double>& values) {
  Past past;
  for (const double x : values) {
    const auto z = next_residual(family, past, x, Dither(1, 0, past.pulls));
    EXPECT_LE(std::abs(z.value_or(0.0)), largest_residual) << F::name << " " << x;
  }
}

TEST(Residual, OfExtremeMeasurements) {
  const std::vector<double> wild = {0.0, 0.0, 0.0,    1e100, -1e100, 1e-300, 1e-300,
                                    1.0, 1.0, -1e-90, 1e100, 1e100,  5.0,    5.0};
  expect_numbers(Gaussian(1e-100), wild);
  expect_numbers(Gaussian(1e100), wild);
  expect_numbers(Normal(), wild);
  expect_numbers(Normal(), std::vector<double>(50, 3.25));
  expect_numbers(Exponential(), {0.0, 0.0, 1e-300, 0.0, 1e100, 1e-300, 1.0, 0.0});
  expect_numbers(Poisson(), {0.0, 0.0, 1e9, 0.0, 1e15, 3.0, 1e15});
  expect_numbers(Bernoulli(), {0.0, 0.0, 1.0, 1.0, 0.0});
  expect_numbers(Bounded(-1.0, 1.0), {-1.0, -1.0, 1.0, 1.0, 0.0});
}

/// Rounded values with probability 0 under the law are no evidence.
TEST(Residual, WhatTheLawGivesNoProbability) {
  EXPECT_FALSE(last_residual(Exponential(), {1.0, 2.0, 0.0}));
  EXPECT_FALSE(last_residual(Normal(), {2.0, 2.0, 2.0, 2.0}));
  EXPECT_FALSE(last_residual(Normal(), {2.0, 2.0, 2.0, 9.0}));
  EXPECT_TRUE(last_residual(Normal(), {2.0, 2.0, 2.0, 9.0, 2.0}));
}

}  // namespace
}  // namespace mirador
