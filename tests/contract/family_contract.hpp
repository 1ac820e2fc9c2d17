#pragma once

#include <gtest/gtest.h>

#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>
#include <limits>

#include "mirador/family/family.hpp"
#include "points.hpp"

/// Requirements on the distributions and the divergence of every one-parameter family;
/// family_cases.hpp lists the members of a case.
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
    const double x = TypeParam::mean(family, random), y = TypeParam::mean(family, random);
    EXPECT_EQ(family.divergence(x, x), 0.0);
    EXPECT_GT(family.divergence(x, y), 0.0);
    EXPECT_GT(family.divergence(x, x + 1e-7 * (y - x)), 0.0);
  });
}

TYPED_TEST_P(FamilyContract, DivergenceIsTheMeanLogLikelihoodRatio) {
  if constexpr (!TypeParam::models_its_draws) {
    GTEST_SKIP() << "the divergence is a bound for all laws of this family";
  } else {
    boost::math::quadrature::tanh_sinh<double> integrator;
    this->for_families([&](const auto& family, Random& random) {
      const double x = TypeParam::mean(family, random), y = TypeParam::mean(family, random);
      const auto ratio = [&](double reward) {
        return TypeParam::log_density(family, x, reward) -
               TypeParam::log_density(family, y, reward);
      };
      double expected = 0.0, size = 1.0;
      if constexpr (TypeParam::whole) {
        for (double k = 0.0; k <= family.quantile(x, 0.5) + 30.0 * std::sqrt(x + 1.0); ++k) {
          if (!family.in_support(k)) break;
          const double term = std::exp(TypeParam::log_density(family, x, k)) * ratio(k);
          expected += term;
          size += std::abs(term);
        }
      } else {
        expected =
            integrator.integrate([&](double u) { return ratio(family.quantile(x, u)); }, 0.0, 1.0);
        size += std::abs(expected);
      }
      EXPECT_NEAR(family.divergence(x, y), expected, 1e-8 * size);
    });
  }
}

TYPED_TEST_P(FamilyContract, DivergenceGrowsAtTheRateOfTheDistanceOverTheVariance) {
  this->for_families([](const auto& family, Random& random) {
    const double x = TypeParam::mean(family, random), y = TypeParam::mean(family, random);
    double step = 1e-4 * std::sqrt(family.variance(y));
    for (const double end : {family.lowest_mean(), family.highest_mean()}) {
      step = std::min(step, 1e-4 * std::abs(end - y));
    }
    const double right = y + step, left = y - step;
    const double up = family.divergence(x, right), down = family.divergence(x, left);
    const double rate = (y - x) / family.variance(y);
    EXPECT_NEAR((up - down) / (right - left), rate,
                1e-6 * std::abs(rate) + 1e-10 * (up + down) / step)
        << x << ' ' << y;
  });
}

TYPED_TEST_P(FamilyContract, WeightedMeanIsTheCheapestCommonMean) {
  this->for_families([](const auto& family, Random& random) {
    const Vector w = random_weights(random, 4);
    Vector x(4);
    for (double& mean : x) mean = TypeParam::mean(family, random);
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
    const double mu = TypeParam::mean(family, random);
    double before = -std::numeric_limits<double>::infinity();
    for (const double u : {1e-12, 1e-6, 0.01, 0.3, 0.5, 0.77, 0.99, 1.0 - 1e-6}) {
      const double x = family.quantile(mu, u);
      EXPECT_TRUE(family.in_support(x));
      // One count less, or the rounding error of x.
      const double less = TypeParam::whole ? 1.0 : 4e-16 * (std::abs(x) + std::abs(mu));
      const double more = TypeParam::whole ? 0.0 : less;
      EXPECT_LE(TypeParam::cdf(family, mu, x - less), u + 1e-11 * u) << mu << ' ' << x;
      EXPECT_GE(TypeParam::cdf(family, mu, x + more), u - 1e-11 * u) << mu << ' ' << x;
      EXPECT_GE(x, before);
      EXPECT_TRUE(TypeParam::whole || u < 0.1 || x > before);
      before = x;
    }
  });
}

TYPED_TEST_P(FamilyContract, MeanOfTheQuantileIsTheMean) {
  boost::math::quadrature::tanh_sinh<double> integrator;
  this->for_families([&](const auto& family, Random& random) {
    const double mu = TypeParam::mean(family, random);
    if constexpr (TypeParam::whole) {
      constexpr int levels = 4000;
      double sum = 0.0;
      for (int i = 0; i < levels; ++i) sum += family.quantile(mu, (i + 0.5) / levels);
      // An increasing step function: the error is half a level per unit of height, and the same for
      // the tail.
      EXPECT_NEAR(sum / levels, mu, (6.0 + 10.0 * std::sqrt(mu)) / levels);
    } else {
      const double mean =
          integrator.integrate([&](double u) { return family.quantile(mu, u); }, 0.0, 1.0);
      EXPECT_NEAR(mean, mu, 1e-8 * (1.0 + std::abs(family.quantile(mu, 0.01))));
    }
  });
}

TYPED_TEST_P(FamilyContract, MeansLieBetweenTheLowestAndTheHighest) {
  this->for_families([](const auto& family, Random& random) {
    const double low = family.lowest_mean(), high = family.highest_mean();
    const double mu = TypeParam::mean(family, random);
    EXPECT_LT(low, high);
    EXPECT_TRUE(family.possible_mean(mu));
    EXPECT_TRUE(low < mu && mu < high);
    EXPECT_GT(family.variance(mu), 0.0);
    EXPECT_FALSE(family.possible_mean(std::nextafter(low, low - 1.0)));
    EXPECT_FALSE(family.possible_mean(std::nextafter(high, high + 1.0)));
  });
}

TYPED_TEST_P(FamilyContract, NothingInfiniteIsInTheSupport) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  this->for_families([](const auto& family, Random&) {
    for (const double x : {std::numeric_limits<double>::quiet_NaN(), infinity, -infinity}) {
      EXPECT_FALSE(family.in_support(x));
      EXPECT_FALSE(family.possible_mean(x));
    }
  });
}

REGISTER_TYPED_TEST_SUITE_P(FamilyContract, DivergenceIsZeroExactlyAtEqualMeans,
                            DivergenceIsTheMeanLogLikelihoodRatio,
                            DivergenceGrowsAtTheRateOfTheDistanceOverTheVariance,
                            WeightedMeanIsTheCheapestCommonMean,
                            QuantileInvertsTheDistributionFunction, MeanOfTheQuantileIsTheMean,
                            MeansLieBetweenTheLowestAndTheHighest, NothingInfiniteIsInTheSupport);

}  // namespace mirador::testing_support
