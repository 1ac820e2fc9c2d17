#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "mirador/family/bernoulli.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/poisson.hpp"

namespace mirador {
namespace {

using Real = long double;

/// The definitions, in long double and without rearrangement.
Real plain_gamma_regret(Real count, Real exposure) {
  const Real largest = count > 0 ? count * std::log(count / exposure) - count : 0;
  Real marginal = 0;
  for (int k = -10; k <= 10; ++k) {
    const Real rate = std::pow(Real{4}, -k), shape = count + 0.5L;
    marginal += std::exp(0.5L * std::log(rate) - std::lgamma(0.5L) + std::lgamma(shape) -
                         shape * std::log(rate + exposure) - largest) /
                21;
  }
  return -std::log(marginal);
}

Real plain_binary_regret(Real s, Real f) {
  const Real n = s + f;
  const Real largest = (s > 0 ? s * std::log(s / n) : 0) + (f > 0 ? f * std::log(f / n) : 0);
  return largest - std::lgamma(s + 0.5L) - std::lgamma(f + 0.5L) + std::lgamma(n + 1) +
         std::log(std::numbers::pi_v<Real>);
}

TEST(Regret, OfBernoulliIsThatOfKrichevskyAndTrofimov) {
  for (const double n : {1.0, 2.0, 9.0, 400.0, 1e4}) {
    for (const double share : {0.0, 0.2, 0.5, 1.0}) {
      const double s = std::round(share * n);
      EXPECT_NEAR(Bernoulli().log_regret({n, s}),
                  static_cast<double>(plain_binary_regret(s, n - s)), 1e-12);
    }
  }
  EXPECT_NEAR(Bernoulli().log_regret({1.0, 1.0}), std::numbers::ln2, 1e-13);
  // At most log(n)/2 + log 2, and about log(n π/2)/2 in the middle.
  EXPECT_LE(Bernoulli().log_regret({1e7, 0.0}), 0.5 * std::log(1e7) + std::numbers::ln2);
  EXPECT_NEAR(Bernoulli().log_regret({1e7, 5e6}), 0.5 * std::log(5e6 * std::numbers::pi), 1e-6);
}

TEST(Regret, OfPoissonAndExponentialFollowsItsDefinition) {
  for (const double n : {1.0, 7.0, 300.0, 1e4}) {
    for (const double mean : {0.0, 1e-3, 0.6, 4.0, 1e3}) {
      const double sum = std::round(mean * n);
      EXPECT_NEAR(Poisson().log_regret({n, sum}), static_cast<double>(plain_gamma_regret(sum, n)),
                  1e-9);
      if (mean > 0.0) {
        EXPECT_NEAR(Exponential().log_regret({n, mean * n}),
                    static_cast<double>(plain_gamma_regret(n, mean * n)), 1e-9);
      }
    }
  }
  EXPECT_EQ(Exponential().log_regret({3.0, 0.0}), std::numeric_limits<double>::infinity());
}

TEST(Regret, GrowsSlowlyAtEveryScale) {
  // Half a logarithm, the choice among 21 scales, and the cost of a slightly wrong prior.
  for (const double mean : {1e-4, 1.0, 1e4}) {
    for (const double n : {1e2, 1e5, 1e7}) {
      const double bound = 0.5 * std::log(n) + std::log(21.0) + 1.5;
      EXPECT_LE(Exponential().log_regret({n, n * mean}), bound);
      EXPECT_LE(Poisson().log_regret({n, n * mean}),
                0.5 * std::log1p(n * mean) + std::log(21.0) + 1.5);
    }
  }
  for (const double sigma : {1e-3, 1.0, 50.0}) {
    for (const double mean : {0.0, -0.5, 100.0}) {
      EXPECT_LE(Gaussian(sigma).log_regret({1e5, 1e5 * mean * sigma}),
                0.5 * std::log(1e5) + std::log(21.0) + 8.0);
      EXPECT_GE(Gaussian(sigma).log_regret({1e5, 1e5 * mean * sigma}), 0.0);
    }
  }
}

}  // namespace
}  // namespace mirador
