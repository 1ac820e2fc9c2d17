#pragma once

#include <gtest/gtest.h>

#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>
#include <limits>

#include "mirador/family/family.hpp"
#include "points.hpp"

/// What every family promises. A case has
///   Type, all()               the family with several parameters
///   mean(random)              a legal mean
///   cdf(family, mu, x)        the distribution function, computed by someone else
///   log_density(family, mu, x)
namespace mirador::testing_support {

template <class Case>
class FamilyContract : public testing::Test {
 protected:
  /// Calls check(family, random) a few times for every parameter.
  template <class Check>
  static void for_families(Check&& check) {
    Random random(11);
    for (const auto& family : Case::all()) {
      for (int trial = 0; trial < 50; ++trial) check(family, random);
    }
  }
};
TYPED_TEST_SUITE_P(FamilyContract);

TYPED_TEST_P(FamilyContract, DivergenceIsZeroExactlyAtEqualMeans) {
  this->for_families([](const auto& family, Random& random) {
    const double x = TypeParam::mean(random), y = TypeParam::mean(random);
    EXPECT_EQ(family.divergence(x, x), 0.0);
    EXPECT_GT(family.divergence(x, y), 0.0);
    EXPECT_GT(family.divergence(x, x + 1e-7 * (y - x)), 0.0);
  });
}

TYPED_TEST_P(FamilyContract, DivergenceIsTheMeanLogLikelihoodRatio) {
  boost::math::quadrature::tanh_sinh<double> integrator;
  this->for_families([&](const auto& family, Random& random) {
    const double x = TypeParam::mean(random), y = TypeParam::mean(random);
    const auto ratio = [&](double u) {
      const double reward = family.quantile(x, u);
      return TypeParam::log_density(family, x, reward) - TypeParam::log_density(family, y, reward);
    };
    const double expected = integrator.integrate(ratio, 0.0, 1.0);
    EXPECT_NEAR(family.divergence(x, y), expected, 1e-8 * (1.0 + std::abs(expected)));
  });
}

TYPED_TEST_P(FamilyContract, WeightedMeanIsTheCheapestCommonMean) {
  this->for_families([](const auto& family, Random& random) {
    const Vector w = random_weights(random, 4);
    Vector x(4);
    for (double& mean : x) mean = TypeParam::mean(random);
    const auto cost = [&](double theta) {
      double sum = 0.0;
      for (std::size_t a = 0; a < 4; ++a) sum += w[a] * family.divergence(x[a], theta);
      return sum;
    };
    const double centre = dot(w, x) / (w[0] + w[1] + w[2] + w[3]);
    for (const double share : {1e-3, 0.1, 0.5, 1.0}) {
      for (const double mean : x) {
        EXPECT_LE(cost(centre), cost(centre + share * (mean - centre)) * (1.0 + 1e-14));
      }
    }
  });
}

TYPED_TEST_P(FamilyContract, QuantileInvertsTheDistributionFunction) {
  this->for_families([](const auto& family, Random& random) {
    const double mu = TypeParam::mean(random);
    double before = -std::numeric_limits<double>::infinity();
    for (const double u : {1e-12, 1e-6, 0.01, 0.3, 0.5, 0.77, 0.99, 1.0 - 1e-6}) {
      const double x = family.quantile(mu, u);
      EXPECT_TRUE(family.in_support(x));
      EXPECT_GT(x, before);
      EXPECT_NEAR(TypeParam::cdf(family, mu, x), u, 1e-11 * u + 1e-15);
      before = x;
    }
  });
}

TYPED_TEST_P(FamilyContract, MeanOfTheQuantileIsTheMean) {
  boost::math::quadrature::tanh_sinh<double> integrator;
  this->for_families([&](const auto& family, Random& random) {
    const double mu = TypeParam::mean(random);
    const double mean =
        integrator.integrate([&](double u) { return family.quantile(mu, u); }, 0.0, 1.0);
    EXPECT_NEAR(mean, mu, 1e-8 * (1.0 + std::abs(family.quantile(mu, 0.01))));
  });
}

TYPED_TEST_P(FamilyContract, NothingInfiniteIsInTheSupport) {
  this->for_families([](const auto& family, Random&) {
    EXPECT_FALSE(family.in_support(std::numeric_limits<double>::quiet_NaN()));
    EXPECT_FALSE(family.in_support(std::numeric_limits<double>::infinity()));
    EXPECT_FALSE(family.in_support(-std::numeric_limits<double>::infinity()));
  });
}

REGISTER_TYPED_TEST_SUITE_P(FamilyContract, DivergenceIsZeroExactlyAtEqualMeans,
                            DivergenceIsTheMeanLogLikelihoodRatio,
                            WeightedMeanIsTheCheapestCommonMean,
                            QuantileInvertsTheDistributionFunction, MeanOfTheQuantileIsTheMean,
                            NothingInfiniteIsInTheSupport);

}  // namespace mirador::testing_support
