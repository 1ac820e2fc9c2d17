#include <gtest/gtest.h>

#include <boost/math/distributions/poisson.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "complaints.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/poisson.hpp"

namespace mirador {
namespace {

using testing_support::complaint;
using testing_support::expect_mentions;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

TEST(Support, OfASingleMeasurement) {
  for (const double x : {0.0, 1.0}) EXPECT_TRUE(Bernoulli().in_support(x));
  for (const double x : {-1.0, 0.5, 1.0 + 1e-15, 2.0}) EXPECT_FALSE(Bernoulli().in_support(x));
  for (const double x : {0.0, 1.0, 7.0, 1e15}) EXPECT_TRUE(Poisson().in_support(x));
  for (const double x : {-1.0, 0.5, 1e-300}) EXPECT_FALSE(Poisson().in_support(x));
  for (const double x : {0.0, 1e-300, 3.5}) EXPECT_TRUE(Exponential().in_support(x));
  for (const double x : {-1e-300, -2.0}) EXPECT_FALSE(Exponential().in_support(x));
  for (const double x : {-2.0, 0.3, 5.0}) EXPECT_TRUE(Bounded(-2.0, 5.0).in_support(x));
  for (const double x : {-2.1, 5.1}) EXPECT_FALSE(Bounded(-2.0, 5.0).in_support(x));
}

TEST(Support, OfTheMean) {
  for (const double mu : {0.0, 0.3, 1.0}) EXPECT_TRUE(Bernoulli().possible_mean(mu));
  EXPECT_TRUE(Poisson().possible_mean(0.0));
  EXPECT_FALSE(Exponential().possible_mean(0.0));
  EXPECT_TRUE(Exponential().possible_mean(1e-300));
  EXPECT_TRUE(Bounded(-2.0, 5.0).possible_mean(-2.0));
  EXPECT_TRUE(Gaussian().possible_mean(-1e300));
}

TEST(Support, UnusableParametersAreNamed) {
  for (const double sigma : {0.0, -1.0, infinity, not_a_number}) {
    expect_mentions(complaint([&] { Gaussian family(sigma); }), {"sigma: ", "give"});
  }
  expect_mentions(complaint([] { Bounded(2.0, 2.0); }), {"hi: 2 ", "lo", "give"});
  expect_mentions(complaint([] { Bounded(2.0, -3.0); }), {"hi: -3 ", "above 2"});
  expect_mentions(complaint([] { Bounded(-infinity, 0.0); }), {"lo: -inf", "finite"});
  expect_mentions(complaint([] { Bounded(0.0, not_a_number); }), {"hi: nan", "finite"});
  expect_mentions(complaint([] { Bounded(-1.7e308, 1.7e308); }), {"hi: 1.7e+308", "narrower"});
}

TEST(Quantile, AtTheEndsOfTheRangeIsTheConstant) {
  for (const double u : {1e-16, 0.3, 1.0 - 1e-16}) {
    EXPECT_EQ(Bernoulli().quantile(0.0, u), 0.0);
    EXPECT_EQ(Bernoulli().quantile(1.0, u), 1.0);
    EXPECT_EQ(Poisson().quantile(0.0, u), 0.0);
    for (const auto& [lo, hi] : {std::pair{0.1, 0.7}, {-3.3, 1e9}}) {
      EXPECT_EQ(Bounded(lo, hi).quantile(lo, u), lo);
      EXPECT_EQ(Bounded(lo, hi).quantile(hi, u), hi);
      for (const double mu : {lo + 1e-9 * (hi - lo), 0.5 * (lo + hi), hi - 1e-9 * (hi - lo)}) {
        EXPECT_TRUE(Bounded(lo, hi).in_support(Bounded(lo, hi).quantile(mu, u)));
      }
    }
  }
  EXPECT_NEAR(Bounded(0.0, 2.0).quantile(1.0, 0.37), 0.74, 1e-15);  // uniform in the middle
}

TEST(Quantile, OfPoissonCountsIsExact) {
  std::mt19937_64 random(4);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  for (const double mu : {1e-4, 0.3, 1.0, 9.7, 29.99, 30.0, 30.01, 77.0, 399.0, 401.0, 5e3, 1e6}) {
    const boost::math::poisson_distribution<long double> law(mu);
    for (int i = 0; i < 150; ++i) {
      const double small = std::pow(10.0, -15.0 * uniform(random));
      const double u = i % 3 == 0 ? small : i % 3 == 1 ? 1.0 - small : uniform(random);
      if (!(u > 0.0 && u < 1.0)) continue;
      const double k = Poisson().quantile(mu, u);
      const double error = 1e-10 * u * (1.0 - u) + 2e-16;
      EXPECT_GE(boost::math::cdf(law, k), u - error) << mu << ' ' << u;
      EXPECT_TRUE(k == 0.0 || boost::math::cdf(law, k - 1.0) <= u + error) << mu << ' ' << u;
    }
  }
}

TEST(Quantile, OfPoissonCountsRisesWithTheLevel) {
  for (const double mu : {0.7, 30.0, 31.0, 1234.5, 1e9, 1e15, 1e18}) {
    double before = 0.0;
    for (int i = 0; i < 3000; ++i) {
      const double k = Poisson().quantile(mu, (i + 0.5) / 3000.0);
      EXPECT_TRUE(Poisson().in_support(k));
      EXPECT_GE(k, before) << mu << ' ' << i;
      before = k;
    }
    EXPECT_LT(std::abs(before - mu), 8.0 * std::sqrt(mu) + 8.0);
    // The extreme levels of the random stream.
    EXPECT_TRUE(std::isfinite(Poisson().quantile(mu, 0x1.0p-53)));
    EXPECT_TRUE(std::isfinite(Poisson().quantile(mu, 1.0 - 0x1.0p-53)));
  }
}

}  // namespace
}  // namespace mirador
