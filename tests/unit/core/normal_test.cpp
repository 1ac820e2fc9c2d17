#include "mirador/core/normal.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/log1p.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <numbers>
#include <random>

#include "mirador/simd/functions.hpp"

namespace mirador {
namespace {

/// Boost in long double, so that its rounding is negligible.
double reference_quantile(double u) {
  const long double x = 2.0L * static_cast<long double>(u);
  return static_cast<double>(-std::numbers::sqrt2_v<long double> * boost::math::erfc_inv(x));
}

TEST(NormalQuantile, AgreesWithBoostIncludingTheFarTails) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(0.0, 1.0), exponent(-300.0, 0.0);
  for (int i = 0; i < 20000; ++i) {
    const double u = i % 2 == 0 ? uniform(random) : std::pow(10.0, exponent(random));
    if (!(u > 0.0 && u < 1.0)) continue;
    const double expected = reference_quantile(u);
    // Near ½ the quantile vanishes and only the rounding of u remains.
    EXPECT_NEAR(normal_quantile(u), expected, 1e-14 * std::abs(expected) + 1e-16) << u;
  }
}

TEST(NormalQuantile, IsOddAndMeetsItsOwnSeams) {
  EXPECT_EQ(normal_quantile(0.5), 0.0);
  for (const double u : {0.075, 0.25, 0.01, std::exp(-25.0), 0x1.0p-40}) {
    EXPECT_NEAR(normal_quantile(1.0 - u), -normal_quantile(u), 1e-15 / u);
    const double step = 1e-9 * u;
    EXPECT_LT(normal_quantile(u - step), normal_quantile(u));
    EXPECT_LT(normal_quantile(u), normal_quantile(u + step));
  }
}

TEST(NormalQuantile, InvertsTheDistributionFunction) {
  for (double x = -37.0; x <= 5.0; x += 0.37) {
    EXPECT_NEAR(normal_quantile(normal_cdf(x)), x,
                1e-13 * (1.0 + std::abs(x)) + 1e-16 / normal_cdf(-x));
  }
}

TEST(NormalCdf, AgreesWithBoost) {
  const boost::math::normal_distribution<long double> normal;
  for (double x = -37.5; x <= 9.0; x += 0.173) {
    const auto expected =
        static_cast<double>(boost::math::cdf(normal, static_cast<long double>(x)));
    // A relative error ε in x/√2 becomes x² ε in the tail.
    EXPECT_NEAR(normal_cdf(x), expected, (1e-15 + 3e-16 * x * x) * expected) << x;
  }
}

using Big = boost::multiprecision::cpp_bin_float_50;

TEST(ScaledErfc, AgreesWithManyDigits) {
  EXPECT_NEAR(scaled_erfc(0.0), 1.0, 1e-15);
  for (double x = 1e-8; x < 100.0; x *= 1.07) {
    const Big exact = exp(Big(x) * x) * boost::math::erfc(Big(x));
    EXPECT_NEAR(scaled_erfc(x) / static_cast<double>(exact), 1.0, 2e-15) << x;
  }
  for (const double x : {1e6, 1e50, 1e150}) {
    EXPECT_NEAR(scaled_erfc(x) * x * std::sqrt(std::numbers::pi), 1.0, 2e-12);
  }
}

TEST(LogNormalCdf, AgreesWithManyDigitsInBothTails) {
  for (double x = -90.0; x <= 30.0; x += 0.37) {
    const Big tail = boost::math::erfc(abs(Big(x)) / sqrt(Big(2))) / 2;
    const Big exact = x < 0.0 ? Big(log(tail)) : Big(boost::math::log1p(Big(-tail)));
    const double expected = static_cast<double>(exact);
    // In the upper tail a relative error ε in x becomes x² ε.
    const double error = 4e-15 + (x > 0.0 ? 3e-16 * x * x : 0.0);
    EXPECT_NEAR(log_normal_cdf(x), expected, error * std::abs(expected)) << x;
  }
}

}  // namespace
}  // namespace mirador
