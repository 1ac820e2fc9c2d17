#include "mirador/core/tail_ratio.hpp"

#include <gtest/gtest.h>

#include <boost/math/special_functions/beta.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <random>

namespace mirador {
namespace {

double upper_beta(double a, double b, double x) {
  return log_upper_beta_ratio({a, b, x, 1.0 - x, b * (a / b * (1.0 - x) - x)});
}
double upper_gamma(double a, double x) { return log_upper_gamma_ratio({a, x, a - x}); }
double lower_gamma(double a, double x) { return log_lower_gamma_ratio({a, x, a - x}); }

// Computed with mpmath, 50 digits.
TEST(TailRatio, MatchesReferenceValues) {
  constexpr double error = 1e-10;
  EXPECT_NEAR(upper_beta(0.5, 0.5, 0.25), 1.57625299452707157, error);
  EXPECT_NEAR(upper_beta(1e-8, 4.0, 0x1.0p-30), 2.94238866614802575, error);
  EXPECT_NEAR(upper_beta(3.0, 1e-9, 0.75), 21.5863120538330039, error);
  EXPECT_NEAR(upper_beta(300.0, 700.0, 0.5), -5.30447252215922291, error);
  EXPECT_NEAR(upper_beta(0x1.0p-20, 1.0, 0x1.0p-20), 2.62922691702101654, error);
  EXPECT_NEAR(upper_beta(5e6, 5e6, 0.5), -7.14010926727448715, error);
  EXPECT_NEAR(upper_gamma(0.5, 0.25), 0.780500993647560993, error);
  EXPECT_NEAR(lower_gamma(0.5, 0.25), 0.862546497808314236, error);
  EXPECT_NEAR(upper_gamma(1e-8, 0x1.0p-30), 3.00653381744616512, error);
  EXPECT_NEAR(lower_gamma(1e-8, 0x1.0p-30), 18.420680744883688, error);
  EXPECT_NEAR(upper_gamma(300.0, 700.0), -5.99580324739736388, error);
  EXPECT_NEAR(lower_gamma(300.0, 700.0), 143.877966957390386, error);
  EXPECT_NEAR(upper_gamma(700.0, 300.0), 190.752019684336449, error);
  EXPECT_NEAR(lower_gamma(700.0, 300.0), -5.99332623956894141, error);
  EXPECT_NEAR(upper_gamma(1e6, 1e6), -6.68222983989985922, error);
  EXPECT_NEAR(lower_gamma(1e6, 1e6), -6.6816979168438269, error);
  EXPECT_NEAR(upper_gamma(5.0, 1e5), -11.5128854645702311, error);
  EXPECT_NEAR(lower_gamma(5.0, 1e5), 99945.6134265054968, error);
  EXPECT_NEAR(upper_gamma(1e7, 1e7 - 4096.0), -6.40371831273278039, error);
}

TEST(TailRatio, AgreesWithBoostWhereNothingUnderflows) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> exponent(-3.0, 6.0), uniform(1e-3, 1.0 - 1e-3);
  for (int i = 0; i < 1500; ++i) {
    const double a = std::exp(exponent(random)), b = std::exp(exponent(random));
    const double x = uniform(random), y = std::exp(exponent(random));
    const long double la = a, lb = b, lx = x, ly = y;
    const long double beta =
        std::log(boost::math::betac(la, lb, lx)) - la * std::log(lx) - lb * std::log1p(-lx);
    EXPECT_NEAR(upper_beta(a, b, x), static_cast<double>(beta),
                1e-10 + 1e-12 * std::abs(static_cast<double>(beta)))
        << a << ' ' << b << ' ' << x;
    const long double scale = la * std::log(ly) - ly;
    const long double upper = std::log(boost::math::tgamma(la, ly)) - scale;
    const long double lower = std::log(boost::math::tgamma_lower(la, ly)) - scale;
    EXPECT_NEAR(upper_gamma(a, y), static_cast<double>(upper), 1e-10) << a << ' ' << y;
    EXPECT_NEAR(lower_gamma(a, y), static_cast<double>(lower), 1e-10) << a << ' ' << y;
  }
}

// log(tail + opposite tail) must be continuous where the method changes.
TEST(TailRatio, HasNoSeams) {
  for (const double centre : {0.99, 1.0, 399.0, 400.0, 401.0, 1600.0}) {
    double upper = upper_gamma(centre, 0.9 * centre), lower = lower_gamma(centre, 0.9 * centre);
    double beta = upper_beta(2.0 * centre, 6.0 * centre, 0.2);
    for (int k = 1; k <= 400; ++k) {
      const double x = (0.9 + 0.0005 * k) * centre;
      const double next_upper = upper_gamma(centre, x), next_lower = lower_gamma(centre, x);
      const double next_beta = upper_beta(2.0 * centre, 6.0 * centre, 0.2 + 0.00025 * k);
      EXPECT_LT(next_upper, upper);
      EXPECT_GT(next_lower, lower);
      EXPECT_LT(next_beta, beta);
      upper = next_upper;
      lower = next_lower;
      beta = next_beta;
    }
  }
}

TEST(TailRatio, StirlingRemainder) {
  const double arguments[] = {1e-3, 0.5, 3.0, 7.999, 8.0, 1e3};
  for (const double a : arguments) {
    const long double la = a;
    const long double expected = boost::math::lgamma(la) - (la - 0.5L) * std::log(la) + la -
                                 0.91893853320467274178032973640562L;
    EXPECT_NEAR(stirling_remainder(a), static_cast<double>(expected), 5e-14) << a;
  }
  EXPECT_NEAR(stirling_remainder(1e9), 1e-9 / 12.0, 1e-24);
}

}  // namespace
}  // namespace mirador
