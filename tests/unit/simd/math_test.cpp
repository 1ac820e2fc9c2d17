#include "mirador/simd/math.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace mirador {
namespace {

/// At least eleven bits more than double: references are accurate to a hundredth of an ulp.
using Wide = long double;

/// Arguments evenly scattered between low and high, or between their logarithms.
struct NumberRange {
  double low, high;
  bool logarithmic = false;
  int count = 250'000;
};

template <class F>
double largest(const NumberRange& range, F&& f) {
  const double start = std::log(std::abs(range.low)),
               ratio = std::log(std::abs(range.high)) - start;
  double worst = 0.0, u = 0.0;
  for (int i = 0; i < range.count; ++i) {
    u += std::numbers::phi - 1.0;
    if (u >= 1.0) u -= 1.0;
    worst =
        std::max(worst, f(range.logarithmic ? std::copysign(std::exp(start + u * ratio), range.low)
                                            : range.low + u * (range.high - range.low)));
  }
  return worst;
}

/// An error in ulps of the value.
double ulps(Wide error, double value) {
  return static_cast<double>(std::abs(error)) /
         std::ldexp(1.0, std::max(std::ilogb(value), -1022) - 52);
}

/// The largest error of f in ulp.
template <class F, class Reference>
double error(const NumberRange& range, F&& f, Reference&& reference) {
  return largest(range, [&](double x) {
    const Wide exact = reference(Wide{x});
    return ulps(f(x) - exact, static_cast<double>(exact));
  });
}

/// Exactly a/b: a mean must equal the result of a division.
TEST(LaneMath, Quotient) {
  double u = 0.0;
  for (int i = 0; i < 2'000'000; ++i) {
    u = std::fmod(u + std::numbers::phi, 1.0);
    const double b = 1.0 + std::floor(std::exp2(32.0 * u * u) - 1.0);
    const double a = (u - 0.5) * std::exp2(static_cast<double>(i % 120 - 60)) * b;
    ASSERT_EQ(simd::quotient(a, b, 1.0 / b), a / b) << a << " / " << b;
  }
  for (double b = 1.0; b < 3000.0; ++b) {
    for (double a = 0.0; a <= b; ++a) ASSERT_EQ(simd::quotient(a, b, 1.0 / b), a / b);
  }
}

TEST(LaneMath, Exp) {
  const auto f = [](double x) { return simd::exp(x); };
  const auto exact = [](Wide x) { return std::exp(x); };
  EXPECT_LE(error({-708.0, 709.0}, f, exact), 1.1);
  EXPECT_LE(error({-708.0, -690.0}, f, exact), 1.1);
  EXPECT_LE(error({-2.0, 2.0, false, 500'000}, f, exact), 1.1);
  EXPECT_LE(error({1e-18, 709.0, true}, f, exact), 1.1);
  EXPECT_EQ(simd::exp(0.0), 1.0);
  EXPECT_EQ(simd::exp(-1e9), simd::exp(-708.0));
  EXPECT_EQ(simd::exp(1e9), simd::exp(709.0));
  EXPECT_EQ(simd::exp_of_loss(-1e9), simd::exp(-300.0));
  EXPECT_EQ(simd::exp_of_loss(-3.0), simd::exp(-3.0));
}

TEST(LaneMath, Expm1) {
  const auto f = [](double x) { return simd::expm1(x); };
  const auto exact = [](Wide x) { return std::expm1(x); };
  EXPECT_LE(error({-40.0, 709.0}, f, exact), 2.5);
  EXPECT_LE(error({-3.0, 3.0, false, 500'000}, f, exact), 2.5);
  EXPECT_LE(error({1e-300, 700.0, true}, f, exact), 2.5);
  EXPECT_LE(error({-1e-18, -40.0, true}, f, exact), 2.5);
  EXPECT_EQ(simd::expm1(0.0), 0.0);
  EXPECT_EQ(simd::expm1(-1e9), -1.0);
  EXPECT_EQ(simd::expm1(1e9), simd::expm1(709.0));
}

TEST(LaneMath, Log) {
  const auto f = [](double x) { return simd::log(x); };
  const auto exact = [](Wide x) { return std::log(x); };
  EXPECT_LE(error({0x1.0p-1022, 1.7e308, true}, f, exact), 1.4);
  EXPECT_LE(error({0.25, 4.0, false, 500'000}, f, exact), 1.4);
  EXPECT_LE(error({0.999, 1.001}, f, exact), 1.4);
  EXPECT_EQ(simd::log(1.0), 0.0);
}

TEST(LaneMath, Log1p) {
  const auto f = [](double x) { return simd::log1p(x); };
  const auto exact = [](Wide x) { return std::log1p(x); };
  EXPECT_LE(error({1e-300, 8e307, true}, f, exact), 2.0);
  EXPECT_LE(error({1e-5, 1e5, true}, f, exact), 2.0);
  EXPECT_LE(error({-0.999, 3.0, false, 500'000}, f, exact), 2.0);
  EXPECT_LE(error({-1e-20, -0.999, true}, f, exact), 2.0);
  EXPECT_EQ(simd::log1p(0.0), 0.0);
  EXPECT_EQ(simd::log1p(-1.0 + 0x1.0p-53), simd::log(0x1.0p-53));
}

/// Φ(x) for x <= 0. The rounding error of x/√2 is amplified x² times and corrected to first order.
Wide lower_tail(Wide x) {
  const Wide root = std::numbers::sqrt2_v<Wide> / 2, y = -x * root;
  const Wide lost = std::fma(-x, root, -y);
  return (std::erfc(y) - 2 * std::numbers::inv_sqrtpi_v<Wide> * std::exp(-y * y) * lost) / 2;
}

/// exp(x²) erfc(x): by its asymptotic series where erfc is small.
Wide scaled_erfc(Wide x) {
  if (x < 12) return std::exp(x * x) * std::erfc(x);
  const Wide step = 1 / (2 * x * x);
  Wide sum = 1;
  for (int k = 30; k > 0; --k) sum = 1 - (2 * k - 1) * step * sum;
  return sum * std::numbers::inv_sqrtpi_v<Wide> / x;
}

TEST(LaneMath, ScaledErfc) {
  const auto f = [](double x) { return simd::scaled_erfc(x); };
  EXPECT_LE(error({0.0, 12.0, false, 500'000}, f, scaled_erfc), 7.0);
  EXPECT_LE(error({12.0, 100.0}, f, scaled_erfc), 7.0);
  EXPECT_LE(error({1e-300, 1e27, true}, f, scaled_erfc), 7.0);
  EXPECT_EQ(simd::scaled_erfc(0.0), 1.0);
  EXPECT_EQ(simd::scaled_erfc(1e300), simd::scaled_erfc(1e27));
}

TEST(LaneMath, NormalCdf) {
  const auto f = [](double x) { return simd::normal_cdf(x); };
  const auto exact = [](Wide x) { return x < 0 ? lower_tail(x) : 1 - lower_tail(-x); };
  EXPECT_LE(error({-37.5, 0.0, false, 500'000}, f, exact), 8.0);
  EXPECT_LE(error({-3.0, 9.0}, f, exact), 8.0);
  EXPECT_LE(error({-1e-18, -37.5, true}, f, exact), 8.0);
  EXPECT_EQ(simd::normal_cdf(0.0), 0.5);
  EXPECT_EQ(simd::normal_cdf(1e300), 1.0);
  EXPECT_EQ(simd::normal_cdf(-1e300), simd::normal_cdf(-37.5));
}

/// The first-order error of z as Φ⁻¹(u): the distance of Φ(z) from u, divided by the density.
double error_of_quantile(double u, double z) {
  const Wide x = -std::abs(Wide{z}), density = std::exp(-x * x / 2) *
                                               std::numbers::inv_sqrtpi_v<Wide> /
                                               std::numbers::sqrt2_v<Wide>;
  const Wide below = Wide{u} - Wide{0.5};
  const Wide off = std::abs(z) < 0.5 ? std::erf(Wide{z} / std::numbers::sqrt2_v<Wide>) / 2 - below
                                     : lower_tail(x) - (Wide{0.5} - std::abs(below));
  return ulps(off / density, z);
}
double error_of_tiny_quantile(double u, double z) {
  const Wide density =
      std::exp(-Wide{z} * z / 2) * std::numbers::inv_sqrtpi_v<Wide> / std::numbers::sqrt2_v<Wide>;
  return ulps((lower_tail(z) - u) / density, z);
}

double on_grid(double u) { return (std::floor(u * 0x1.0p52) + 0.5) * 0x1.0p-52; }

TEST(LaneMath, NormalQuantile) {
  const auto error_at = [](double u) { return error_of_quantile(u, simd::normal_quantile(u)); };
  const auto on_the_grid = [&](double u) { return error_at(on_grid(u)); };
  EXPECT_LE(largest({0.0, 1.0, false, 500'000}, on_the_grid), 8.0);
  EXPECT_LE(largest({0.49, 0.51}, on_the_grid), 8.0);
  EXPECT_LE(largest({0.9998, 1.0}, on_the_grid), 8.0);
  EXPECT_LE(largest({0.1, 0.5}, error_at), 8.0);  // for u where 1 - u is not a double
  EXPECT_LE(largest({0x1.0p-1022, 0.3, true},
                    [](double u) { return error_of_tiny_quantile(u, simd::normal_quantile(u)); }),
            8.0);
  EXPECT_EQ(simd::normal_quantile(0.5), 0.0);
}

TEST(LaneMath, NormalQuantileIsOdd) {
  const auto asymmetry = [](double u) {
    return std::abs(simd::normal_quantile(1.0 - u) + simd::normal_quantile(u));
  };
  EXPECT_EQ(largest({0.0, 0.5}, [&](double u) { return asymmetry(on_grid(u)); }), 0.0);
  EXPECT_EQ(largest({0x1.0p-52, 0.5, true}, [&](double u) { return asymmetry(on_grid(u)); }), 0.0);
}

}  // namespace
}  // namespace mirador
