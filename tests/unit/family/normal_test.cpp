#include "mirador/family/normal.hpp"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <random>

#include "mirador/core/arm_stats.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/normal.hpp"

namespace mirador {
namespace {

using Wide = boost::multiprecision::cpp_bin_float_100;
double reference(MeanVariance x, double y) {
  const Wide off = Wide(x.mean) - Wide(y), square = off * off / Wide(x.variance);
  // log(1 + z) = z - z²/2 to the precision of 100 digits.
  const Wide logarithm = square < Wide(1e-40) ? square - square * square / 2 : log(1 + square);
  return static_cast<double>(logarithm / 2);
}

TEST(NormalFamily, DivergenceAgreesWithMultiprecisionAtAllScales) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> scale(-100.0, 100.0), uniform(-1.0, 1.0), near(-14.0, 2.0);
  for (int i = 0; i < 20000; ++i) {
    const double mean = std::pow(10.0, scale(random)) * std::copysign(1.0, uniform(random));
    const double deviation = i % 2 == 0 ? std::abs(mean) * std::pow(10.0, near(random) / 2.0)
                                        : std::pow(10.0, scale(random) / 2.0);
    const MeanVariance x{mean, deviation * deviation};
    // Near the diagonal, in the same range as the mean, and anywhere.
    const double y = i % 3 == 0 ? mean + deviation * std::pow(10.0, near(random)) * uniform(random)
                     : i % 3 == 1 ? mean * (1.0 + std::pow(10.0, near(random)) * uniform(random))
                                  : std::pow(10.0, scale(random));
    const double d = Normal{}.divergence(x, y);
    if (is_constant(x)) {
      EXPECT_EQ(d, 0.0);
    } else {
      const double expected = reference(x, y);
      EXPECT_NEAR(d, expected, 1e-12 * expected + 1e-300) << mean << ' ' << x.variance << ' ' << y;
    }
  }
}

TEST(NormalFamily, DivergenceIsZeroOnlyAtTheMean) {
  const MeanVariance x{3.0, 0.25};
  EXPECT_EQ(Normal{}.divergence(x, 3.0), 0.0);
  EXPECT_GT(Normal{}.divergence(x, std::nextafter(3.0, 4.0)), 0.0);
  EXPECT_DOUBLE_EQ(Normal{}.divergence(x, 3.5), 0.5 * std::log(2.0));
  EXPECT_EQ(Normal{}.divergence(x, 2.5), Normal{}.divergence(x, 3.5));
}

TEST(NormalFamily, ConstantDataSayNothing) {
  for (const MeanVariance x :
       {MeanVariance{0.0, 0.0}, MeanVariance{5.0, 0.0}, MeanVariance{1e9, 1e-7},
        MeanVariance{-1e100, 1e170}, MeanVariance{0.0, -1e-30}, MeanVariance{1.0, NAN}}) {
    EXPECT_TRUE(is_constant(x));
    for (const double y : {0.0, 5.0, -1e100, 1e100}) EXPECT_EQ(Normal{}.divergence(x, y), 0.0);
  }
  EXPECT_FALSE(is_constant({0.0, 1e-100}));
  EXPECT_FALSE(is_constant({1e9, 1e-5}));
}

TEST(NormalFamily, RepeatedNumbersAreConstantWhateverTheirRounding) {
  for (const double number : {0.1, 1.0 / 3.0, 1e9, 1e9 + 0.1, -7.7e-80, 3.3e80}) {
    ArmStats stats(1);
    for (int i = 0; i < 20000; ++i) stats.add_with_spread(0, number);
    EXPECT_TRUE(is_constant({stats.means()[0], stats.variances()[0]})) << number;
  }
}

TEST(NormalFamily, MeasurementsAndMeansAreFinite) {
  const Normal family;
  EXPECT_TRUE(family.in_support(-1e300) && family.possible_mean(0.0));
  for (const double x : {infinity, -infinity, std::nan("")}) {
    EXPECT_FALSE(family.in_support(x));
    EXPECT_FALSE(family.possible_mean(x));
  }
  EXPECT_EQ(family.lowest_mean(), -infinity);
  EXPECT_EQ(family.highest_mean(), infinity);
  EXPECT_EQ(Normal::least_pulls, 2U);
}

TEST(NormalFamily, QuantileMovesAndScales) {
  EXPECT_DOUBLE_EQ(Normal{}.quantile(10.0, 2.0, normal_cdf(1.5)), 13.0);
  EXPECT_EQ(Normal{}.quantile(10.0, 2.0, 0.5), 10.0);
}

}  // namespace
}  // namespace mirador
