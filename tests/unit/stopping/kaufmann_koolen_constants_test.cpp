#include "mirador/stopping/kaufmann_koolen_constants.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace mirador {
namespace {

using Real = long double;

/// ζ(s) for s > 1 by Euler-Maclaurin: a sum of 20 terms and seven corrections.
Real zeta(Real s) {
  constexpr int terms = 20;
  Real sum = 0.0L;
  for (int n = 1; n < terms; ++n) sum += std::pow(static_cast<Real>(n), -s);
  const Real last = terms;
  sum += std::pow(last, 1.0L - s) / (s - 1.0L) + 0.5L * std::pow(last, -s);
  // B_2k / (2k)!
  const std::vector<Real> bernoulli = {1.0L / 12.0L,         -1.0L / 720.0L,
                                       1.0L / 30240.0L,      -1.0L / 1209600.0L,
                                       1.0L / 47900160.0L,   -691.0L / 1307674368000.0L,
                                       1.0L / 74724249600.0L};
  Real rising = s * std::pow(last, -s - 1.0L);
  for (std::size_t k = 0; k < bernoulli.size(); ++k) {
    sum += bernoulli[k] * rising;
    const Real next = s + 2.0L * static_cast<Real>(k);
    rising *= (next + 1.0L) * (next + 2.0L) / (last * last);
  }
  return sum;
}

Real gaussian_objective(Real x, Real rest) {
  const Real lambda = 1.0L - rest;
  return (2.0L * lambda - 2.0L * lambda * std::log(4.0L * lambda) + std::log(zeta(2.0L * lambda)) -
          0.5L * std::log(rest) + x) /
         lambda;
}

/// C_G by a grid in log(1 - λ) that is repeatedly refined around its minimum.
Real gaussian_by_grid(Real x) {
  constexpr int points = 200;
  Real low = std::log(1e-9L), high = std::log(0.499L), smallest = 0.0L;
  for (int round = 0; round < 8; ++round) {
    const Real step = (high - low) / points;
    int best = 0;
    smallest = std::numeric_limits<Real>::infinity();
    for (int i = 0; i <= points; ++i) {
      const Real value = gaussian_objective(x, std::exp(low + step * i));
      if (value < smallest) smallest = value, best = i;
    }
    const Real centre = low + step * best;
    low = centre - 2.0L * step;
    high = std::min(centre + 2.0L * step, std::log(0.499L));
  }
  return smallest;
}

/// The u >= 1 with u - log u = y, by bisection.
Real inverse_by_bisection(Real y) {
  Real low = 1.0L, high = 2.0L * y + 2.0L;
  for (int i = 0; i < 200; ++i) {
    const Real middle = 0.5L * (low + high);
    (middle - std::log(middle) < y ? low : high) = middle;
  }
  return 0.5L * (low + high);
}

Real exponential_by_bisection(Real x) {
  const Real pi = std::numbers::pi_v<Real>;
  const Real y = 0.5L * (inverse_by_bisection(1.0L + x) + std::log(pi * pi / 3.0L));
  const Real corner = 1.0L / std::log(1.5L);
  if (y < corner - std::log(corner)) return 3.0L * (y + std::log(corner));
  const Real u = inverse_by_bisection(y);
  return 2.0L * u * std::exp(1.0L / u);
}

std::vector<double> arguments() {
  std::vector<double> grid = {1e-12, 1e-9, 1e-6};
  for (double x = 1e-4; x < 1e4; x *= 1.6) grid.push_back(x);
  grid.push_back(1e4);
  return grid;
}

/// The x at which the two branches of h̃ meet: h⁻¹(1 + x) = 2 h(1/log(3/2)) - log(2ζ(2)).
double switch_point() {
  const double corner = 1.0 / std::log(1.5);
  const double u =
      2.0 * (corner - std::log(corner)) - std::log(std::numbers::pi * std::numbers::pi / 3.0);
  return u - std::log(u) - 1.0;
}

TEST(KaufmannKoolen, ReferenceValues) {
  // 40 digits with mpmath.
  const std::vector<std::vector<double>> reference = {
      {1e-9, 1.4169040270066374, 5.9944996747390047},
      {0.1, 1.5267281151342144, 6.7687643338372091},
      {1.0, 2.5070945465805812, 9.1045170256587379},
      {3.0, 4.648365117954214, 12.40755233170838},
      {10.0, 11.954646257253876, 21.44681941840693},
      {30.0, 32.367470252386999, 43.861760087468767},
      {100.0, 102.90727383034803, 116.97134267060514},
      {700.0, 703.85274179230209, 722.52912040266756},
      {1e4, 10005.177309642999, 10030.442474679683},
      {1e6, 1000007.4794461454, 1000044.2511861117}};
  for (const auto& row : reference) {
    const double tolerance = 1e-12 * (1.0 + row[0]);
    EXPECT_NEAR(gaussian_calibration(row[0]), row[1], tolerance) << row[0];
    EXPECT_NEAR(exponential_calibration(row[0]), row[2], tolerance) << row[0];
  }
}

TEST(KaufmannKoolen, EqualAnIndependentComputation) {
  for (const double x : arguments()) {
    const double tolerance = 1e-12 * (1.0 + x);
    EXPECT_NEAR(gaussian_calibration(x), static_cast<double>(gaussian_by_grid(x)), tolerance) << x;
    EXPECT_NEAR(exponential_calibration(x), static_cast<double>(exponential_by_bisection(x)),
                x < 1e-9 ? 1e-9 : tolerance)
        << x;
  }
}

TEST(KaufmannKoolen, IncreasingConcaveAndAboveTheIdentity) {
  for (const auto calibration : {gaussian_calibration, exponential_calibration}) {
    double before = calibration(0.0), at = 0.0;
    double slope = std::numeric_limits<double>::infinity();
    double ratio = std::numeric_limits<double>::infinity();
    for (const double x : arguments()) {
      const double value = calibration(x);
      EXPECT_GT(value, x);
      EXPECT_GE(value, before);
      EXPECT_LT(value / x, ratio);
      if (x > 1e-3) {  // below, the difference is rounding
        const double chord = (value - before) / (x - at);
        EXPECT_GE(chord, 1.0);
        EXPECT_LE(chord, slope * (1.0 + 1e-9));
        slope = chord;
      }
      before = value;
      at = x;
      ratio = value / x;
    }
    EXPECT_NEAR(calibration(1e4) / 1e4, 1.0, 0.004);
    EXPECT_NEAR(calibration(1e7) / 1e7, 1.0, 1e-5);
  }
}

TEST(KaufmannKoolen, Limits) {
  // C_exp(0) = 2 h̃((1 + log 2ζ(2))/2) lies on the straight part.
  const double pi = std::numbers::pi;
  const double end = 3.0 * (0.5 * (1.0 + std::log(pi * pi / 3.0)) - std::log(std::log(1.5)));
  EXPECT_NEAR(exponential_calibration(0.0), end, 1e-13);
  EXPECT_NEAR(exponential_calibration(1e-16), end, 1e-7);
  EXPECT_NEAR(gaussian_calibration(0.0), gaussian_calibration(1e-12), 2e-12);
  // For large x, C_G(x) - x tends to ½ log(2x) + ½ + g(1) with the logarithm of g left out.
  const double rest = 2.0 - 2.0 * std::log(4.0) + std::log(pi * pi / 6.0) + 0.5;
  EXPECT_NEAR(gaussian_calibration(1e4) - 1e4, 0.5 * std::log(2e4) + rest, 1e-3);
}

TEST(KaufmannKoolen, SlopesFollowFromTheFormulas) {
  const double pi = std::numbers::pi;
  for (const double x : {0.3, 1.0, 4.0, 20.0, 300.0}) {
    const double h = 1e-4 * x;
    const auto slope = [&](double (*f)(double)) { return (f(x + h) - f(x - h)) / (2.0 * h); };
    // An envelope: the slope of a minimum of lines x/λ + g/λ lies between 1 and 1.0993.
    EXPECT_GT(slope(gaussian_calibration), 1.0);
    EXPECT_LT(slope(gaussian_calibration), 1.0993);
    // The chain rule, with h̃' = min(e^{1/u}, 3/2).
    const auto u = static_cast<double>(inverse_by_bisection(1.0L + static_cast<Real>(x)));
    const double y = 0.5 * (u + std::log(pi * pi / 3.0));
    const double inner = std::exp(1.0 / static_cast<double>(inverse_by_bisection(y)));
    EXPECT_NEAR(slope(exponential_calibration), std::min(inner, 1.5) / (1.0 - 1.0 / u), 1e-6);
  }
}

TEST(KaufmannKoolen, TheBranchesMeetSmoothly) {
  const double x = switch_point(), h = 1e-4;
  ASSERT_GT(x, 0.0);
  const double below = exponential_calibration(x - h), middle = exponential_calibration(x),
               above = exponential_calibration(x + h);
  EXPECT_NEAR(exponential_calibration(x * (1.0 - 1e-13)), middle, 1e-12);
  EXPECT_NEAR(exponential_calibration(x * (1.0 + 1e-13)), middle, 1e-12);
  EXPECT_NEAR(middle, 3.0 / std::log(1.5), 1e-12);
  EXPECT_NEAR((above - middle) / h, (middle - below) / h, 1e-2);
}

}  // namespace
}  // namespace mirador
