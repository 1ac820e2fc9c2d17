#include "mirador/family/variance_bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "mirador/core/arm_stats.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/normal.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador {
namespace {

using Rule = boost::math::quadrature::gauss_kronrod<long double, 31>;
const std::vector<double> octaves{2, 4, 8, 16, 32, 64, 128, 256};

/// log of ∫ over h > 0 of (1 + h)^{a-1} e^{-bh}, by quadrature on both sides of the peak.
long double log_integral(long double a, long double b) {
  const long double peak = std::max(0.0L, (a - 1.0L) / b - 1.0L);
  const auto exponent = [&](long double h) { return (a - 1.0L) * std::log1p(h) - b * h; };
  const long double top = exponent(peak);
  const auto f = [&](long double h) { return std::exp(exponent(h) - top); };
  const long double slope = b - (a - 1.0L) / (1.0L + peak);
  const long double width =
      1.0L / (std::max(slope, 0.0L) + std::sqrt(std::abs(a - 1.0L)) / (1.0L + peak) + b * 1e-3L);
  // Panels so narrow that the quadrature is exact on each: equal around the peak, then doubling.
  long double sum = 0.0L, from = std::max(0.0L, peak - 48.0L * width);
  while (from < peak + 1e7L * width) {
    const long double to = from + std::max(2.0L * width, 0.25L * (from - peak));
    sum += Rule::integrate(f, from, to, 0);
    from = to;
  }
  return top + std::log(sum);
}

double reference(SpreadData data, double v, const std::vector<double>& scales) {
  const long double x = 0.5L * data.squares / v;
  std::vector<long double> logs;
  for (const double kappa : scales) {
    const long double half = 0.5L * kappa;
    logs.push_back(log_integral(0.5L * data.degrees + half, x + half) - log_integral(half, half));
  }
  const long double largest = *std::max_element(logs.begin(), logs.end());
  long double sum = 0.0L;
  for (const long double value : logs) sum += std::exp(value - largest);
  return static_cast<double>(largest + std::log(sum / static_cast<long double>(scales.size())));
}

const std::vector<double> standard(variance_scales.begin(), variance_scales.end());

TEST(VarianceMixture, AgreesWithQuadratureWhereItMatters) {
  const VarianceMixture others(octaves);
  int compared = 0;
  for (const double nu : {1.0, 2.0, 3.0, 7.0, 20.0, 38.0, 41.0, 100.0, 999.0, 1e4, 123457.0, 1e6}) {
    for (const double deviations : {-15.0, -8.0, -5.0, -3.0, -1.0, 0.0, 1.0, 4.0, 9.0, 40.0, 1e4}) {
      const double r = nu + deviations * std::sqrt(2.0 * nu);
      if (r <= 0.0) continue;
      const SpreadData data{nu, r};
      const double expected = reference(data, 1.0, standard);
      if (expected > -50.0 && expected < 200.0) {
        EXPECT_NEAR(log_variance_mixture(data, 1.0), expected, 1e-9) << nu << ' ' << r;
        EXPECT_NEAR(log_variance_mixture({nu, r * 1e20}, 1e20), expected, 1e-9) << nu << ' ' << r;
        ++compared;
      }
      const double with_octaves = reference(data, 1.0, octaves);
      if (with_octaves > -50.0 && with_octaves < 200.0) {
        EXPECT_NEAR(others.log_value(data, 1.0), with_octaves, 1e-9) << nu << ' ' << r;
      }
    }
  }
  EXPECT_GT(compared, 100);
}

TEST(VarianceMixture, FarTailsAreRight) {
  for (const double nu : {1.0, 2.0, 30.0, 1000.0}) {
    for (const double r : {1e6, 1e12, 1e18, 1e21}) {
      const double expected = reference({nu, r}, 1.0, standard);
      EXPECT_NEAR(log_variance_mixture({nu, r}, 1.0), expected, 1e-9) << nu << ' ' << r;
    }
  }
  EXPECT_EQ(log_variance_mixture({5.0, 1e300}, 1e-300), -infinity);
}

TEST(VarianceMixture, IsOneWithoutData) {
  EXPECT_NEAR(log_variance_mixture({0.0, 0.0}, 7.0), 0.0, 1e-14);
}

/// ∫ of f against the law of a χ² variable, in the variable √r, which is smooth at 0.
template <class Function>
double chi_squared_mean(double degrees, Function&& f) {
  const boost::math::chi_squared_distribution<double> law(degrees);
  double sum = 0.0;
  for (double from = 0.0; from < 12.0; from += 1.0) {
    sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(
        [&](double y) { return f(y * y) * boost::math::pdf(law, y * y) * 2.0 * y; }, from,
        from + 1.0, 8, 1e-12);
  }
  return sum;
}

TEST(VarianceMixture, HasMeanOneAtTheTrueVariance) {
  for (const double v : {1.0, 3.7}) {
    for (const double nu : {1.0, 2.0, 5.0}) {
      const double mean = chi_squared_mean(nu, [&](double r) {
        return std::exp(log_variance_mixture({nu, r * v}, v));
      });
      EXPECT_NEAR(mean, 1.0, 1e-9) << nu;
    }
  }
}

TEST(VarianceMixture, IsAMartingale) {
  for (const SpreadData now : {SpreadData{1.0, 0.3}, {4.0, 9.0}, {60.0, 31.0}, {500.0, 440.0}}) {
    const double next = chi_squared_mean(1.0, [&](double r) {
      return std::exp(log_variance_mixture({now.degrees + 1.0, now.squares + r}, 1.0));
    });
    const double value = std::exp(log_variance_mixture(now, 1.0));
    EXPECT_NEAR(next, value, 1e-9 * value);
  }
}

TEST(VarianceMixture, RisesWithTheVarianceAndDegreesAndFallsWithSquares) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> decade(0.0, 6.0), ratio(-1.0, 1.0), step(-5.0, -1.0);
  for (int i = 0; i < 3000; ++i) {
    const double nu = std::floor(std::pow(10.0, decade(random)));
    const double r = nu * std::pow(4.0, ratio(random)), more = 1.0 + std::pow(10.0, step(random));
    const double here = log_variance_mixture({nu, r}, 1.0);
    EXPECT_GT(log_variance_mixture({nu, r}, more), here);
    EXPECT_LT(log_variance_mixture({nu, r * more}, 1.0), here);
    EXPECT_GT(log_variance_mixture({nu + 1.0, r}, 1.0), here);
  }
}

TEST(VarianceBound, IsWhereTheMixtureReachesTheLevel) {
  std::mt19937_64 random(6);
  std::uniform_real_distribution<double> decade(0.0, 7.0), level(-5.0, 60.0);
  int finite = 0;
  for (int i = 0; i < 3000; ++i) {
    const SpreadData data{std::floor(std::pow(10.0, decade(random))),
                          std::pow(10.0, decade(random))};
    const double log_level = level(random), v = variance_upper_bound(data, log_level);
    if (v == infinity) {
      EXPECT_LT(log_variance_mixture(data, 1e300), log_level);
      continue;
    }
    ++finite;
    // log M is steep in v for many data: a relative step of 1e-12 has √ν times the effect.
    EXPECT_NEAR(log_variance_mixture(data, v), log_level,
                1e-10 * std::max(1.0, std::sqrt(data.degrees)));
    if (log_level > 0.0) {
      EXPECT_GT(v, data.squares / data.degrees);
    }
  }
  EXPECT_GT(finite, 2000);
}

TEST(VarianceBound, FallsWithTheDegreesAndRisesWithTheLevel) {
  double before = infinity;
  for (double nu = 2.0; nu < 1e9; nu = std::ceil(nu * 1.1)) {
    const double bound = variance_upper_bound({nu, nu}, std::log(300.0));
    EXPECT_TRUE(bound < before || bound == infinity) << nu;
    EXPECT_GE(variance_upper_bound({nu, nu}, std::log(3000.0)), bound);
    before = bound;
  }
  EXPECT_LT(before, 1.001);
}

TEST(VarianceBound, FewDataBoundNothing) {
  for (const double nu : {0.0, 1.0, 2.0, 3.0}) {
    EXPECT_EQ(variance_upper_bound({nu, 1.0}, std::log(300.0)), infinity);
  }
}

TEST(VarianceBound, ConstantDataNeverMakeSure) {
  EXPECT_EQ(variance_upper_bound({1e6, 0.0}, 5.0), infinity);
  for (const double number : {0.1, 1e9, 1e9 + 0.1}) {
    ArmStats stats(1);
    for (int i = 0; i < 20000; ++i) stats.add_with_spread(0, number);
    const SpreadData data = spread_of(stats.counts()[0], {stats.means()[0], stats.variances()[0]});
    EXPECT_EQ(data.degrees, 19999.0);
    EXPECT_EQ(data.squares, 0.0);
    EXPECT_EQ(variance_upper_bound(data, 5.0), infinity);
  }
}

TEST(VarianceBound, ScalesWithTheData) {
  for (const double nu : {12.0, 300.0, 1e5}) {
    const double bound = variance_upper_bound({nu, nu}, 4.0);
    for (const double factor : {0x1.0p-600, 0x1.0p+600}) {
      EXPECT_EQ(variance_upper_bound({nu, nu * factor}, 4.0), bound * factor);
    }
    EXPECT_NEAR(variance_upper_bound({nu, nu * 1e-200}, 4.0) / 1e-200, bound, 1e-12 * bound);
  }
}

TEST(VarianceBound, TheTrueVarianceIsSeldomEverRejected) {
  constexpr int runs = 20000, pulls = 2000;
  constexpr double alpha = 0.1;
  // M falls with R: the true variance 1 is rejected if R is below a number that depends on ν.
  std::vector<double> lowest(pulls);
  for (int nu = 1; nu < pulls; ++nu) {
    const double bound = variance_upper_bound({static_cast<double>(nu), 1.0}, -std::log(alpha));
    lowest[static_cast<std::size_t>(nu)] = 1.0 / bound;
  }
  std::mt19937_64 random(20190101);
  int rejected = 0;
  for (int run = 0; run < runs; ++run) {
    ArmStats stats(1);
    for (std::size_t n = 0; n < pulls; ++n) {
      const double u = (static_cast<double>(random() >> 11) + 0.5) * 0x1.0p-53;
      stats.add_with_spread(0, 5.0 + normal_quantile(u));
      if (stats.variances()[0] * static_cast<double>(n + 1) < lowest[n]) {
        ++rejected;
        break;
      }
    }
  }
  const boost::math::binomial_distribution<double> worst(runs, alpha);
  EXPECT_GT(boost::math::cdf(boost::math::complement(worst, rejected)), 1e-6) << rejected;
  // The bound is nearly used: most of α is spent within 2000 measurements.
  EXPECT_GT(rejected, runs / 50);
}

}  // namespace
}  // namespace mirador
