#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/exponential.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/poisson.hpp>
#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "mirador/family/bernoulli.hpp"
#include "mirador/family/bounded.hpp"
#include "mirador/family/exponential.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/poisson.hpp"
#include "points.hpp"

/// One case per family, for the contracts in family_contract.hpp and mixture_contract.hpp:
///   - Type, all(): the family with several parameters
///   - whole: measurements are integers
///   - models_its_draws: the quantile draws from the distribution whose divergence is d
///   - martingale: the mixtures have mean one, not only at most one
///   - marginal: so has the universal e-value, as far as it can be summed here (heavy tails:
///     otherwise it is only checked to be at most one)
///   - mean(family, random): a possible mean
///   - legal(family, pulls, sum): the nearest possible sum of this many measurements
///   - cdf(family, mu, x): the distribution function, computed independently
///   - log_density(family, mu, x)
///   - expectation(family, mu, n, log_f): E[exp(log_f(S))] for the sum S of n measurements
///   - log_prior(family, κ, θ, t), log_likelihood_ratio(family, data, θ, t): the parts of the
///     mixtures by definition, for the mean at the (natural) distance t from θ
namespace mirador::testing_support {

using Real = long double;

inline double uniform(Random& random, double low = 0.0, double high = 1.0) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

/// exp of a uniform: uniform over orders of magnitude.
inline double log_uniform(Random& random, double low, double high) {
  return std::exp(uniform(random, std::log(low), std::log(high)));
}

inline double log_binomial(double n, double k) {
  return std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0);
}

struct GaussianCase {
  using Type = Gaussian;
  static constexpr bool whole = false, models_its_draws = true, martingale = true, marginal = true;
  static std::vector<Gaussian> all() {
    return {Gaussian(1.0), Gaussian(1e-3), Gaussian(0.7), Gaussian(250.0)};
  }
  static double mean(const Gaussian&, Random& random) {
    return std::normal_distribution<double>(1.0, 3.0)(random);
  }
  static double legal(const Gaussian&, double, double sum) { return sum; }
  static double cdf(const Gaussian& family, double mu, double x) {
    return boost::math::cdf(boost::math::normal(mu, family.sigma()), x);
  }
  static double log_density(const Gaussian& family, double mu, double x) {
    const double z = (x - mu) / family.sigma();
    return -0.5 * z * z - std::log(family.sigma() * std::sqrt(2.0 * std::numbers::pi));
  }
  template <class LogF>
  static double expectation(const Gaussian& family, double mu, double n, LogF&& log_f) {
    // Panels that resolve every scale around the mean and around 0, where priors are centred.
    const double unit = std::sqrt(n) * family.sigma(), centre = n * mu / unit;
    Vector borders = {0.0, centre};
    for (double step = 0.25; step < 2e4; step *= 2.0) {
      for (const double end : {-step, step, centre - step, centre + step}) borders.push_back(end);
    }
    std::sort(borders.begin(), borders.end());
    const auto integrand = [&](double x) {
      const double z = x - centre;
      return std::exp(log_f(unit * x) - 0.5 * z * z) / std::sqrt(2.0 * std::numbers::pi);
    };
    double total = 0.0;
    for (std::size_t k = 1; k < borders.size(); ++k) {
      if (borders[k] == borders[k - 1]) continue;
      total += boost::math::quadrature::gauss<double, 20>::integrate(integrand, borders[k - 1],
                                                                     borders[k]);
    }
    return total;
  }
  static Real log_prior(const Gaussian&, Real kappa, Real, Real t) { return -kappa * t * t / 2; }
  static Real log_likelihood_ratio(const Gaussian& family, ArmData data, Real theta, Real t) {
    return (data.sum - data.pulls * theta) / family.sigma() * t - data.pulls * t * t / 2;
  }
};

struct BernoulliCase {
  using Type = Bernoulli;
  static constexpr bool whole = true, models_its_draws = true, martingale = true, marginal = true;
  static std::vector<Bernoulli> all() { return {Bernoulli()}; }
  static double mean(const Bernoulli&, Random& random) {
    const double kind = uniform(random), small = log_uniform(random, 1e-9, 0.5);
    return kind < 0.6 ? uniform(random) : kind < 0.8 ? small : 1.0 - small;
  }
  static double legal(const Bernoulli&, double pulls, double sum) {
    return std::clamp(std::round(sum), 0.0, pulls);
  }
  static double cdf(const Bernoulli&, double mu, double x) {
    return x < 0.0 ? 0.0 : x < 1.0 ? 1.0 - mu : 1.0;
  }
  static double log_density(const Bernoulli&, double mu, double x) {
    return x == 1.0 ? std::log(mu) : std::log1p(-mu);
  }
  template <class LogF>
  static double expectation(const Bernoulli&, double mu, double n, LogF&& log_f) {
    double total = 0.0;
    for (double s = 0.0; s <= n; ++s) {
      total +=
          std::exp(log_f(s) + log_binomial(n, s) + s * std::log(mu) + (n - s) * std::log1p(-mu));
    }
    return total;
  }
  /// log of p/θ and of (1-p)/(1-θ) where the log-odds of p exceed those of θ by t.
  static Real log_gain(Real theta, Real t) {
    return t > 0 ? -std::log(theta + (1 - theta) * std::exp(-t))
                 : t - std::log1p(theta * std::expm1(t));
  }
  static Real log_loss(Real theta, Real t) { return log_gain(1 - theta, -t); }
  // The Jacobian p(1-p) of the log-odds raises both exponents of the Beta density by one.
  static Real log_prior(const Bernoulli&, Real kappa, Real theta, Real t) {
    return kappa * (theta * log_gain(theta, t) + (1 - theta) * log_loss(theta, t));
  }
  static Real log_likelihood_ratio(const Bernoulli&, ArmData data, Real theta, Real t) {
    return data.sum * log_gain(theta, t) + (data.pulls - data.sum) * log_loss(theta, t);
  }
};

struct BoundedCase {
  using Type = Bounded;
  static constexpr bool whole = false, models_its_draws = false, martingale = false,
                        marginal = false;
  static std::vector<Bounded> all() { return {Bounded(), Bounded(-1.5, 40.0), Bounded(7.0, 7.01)}; }
  static Real map(const Bounded& family, Real x) {
    return (x - family.lo()) / (Real{family.hi()} - family.lo());
  }
  static double mean(const Bounded& family, Random& random) {
    const double mapped = uniform(random, 0.002, 0.998);
    return family.lo() + mapped * (family.hi() - family.lo());
  }
  static double legal(const Bounded& family, double pulls, double sum) {
    return std::clamp(sum, pulls * family.lo(), pulls * family.hi());
  }
  static double cdf(const Bounded& family, double mu, double x) {
    const Real m = map(family, mu), level = map(family, x);
    if (level <= 0 || level >= 1) return level <= 0 ? 0.0 : 1.0;
    const Real cdf =
        2 * m >= 1 ? std::pow(level, m / (1 - m)) : -std::expm1((1 - m) / m * std::log1p(-level));
    return static_cast<double>(cdf);
  }
  /// Half of the measurements are constant, the others are at the ends of the interval.
  template <class LogF>
  static double expectation(const Bounded& family, double mu, double n, LogF&& log_f) {
    const double width = family.hi() - family.lo(), m = static_cast<double>(map(family, mu));
    const double step = 0.7 * std::min(m, 1.0 - m), constant = mu + step * width;
    double total = 0.0;
    for (double k = 0.0; k <= n; ++k) {
      const double share = std::exp(log_binomial(n, k)) * std::pow(0.5, n);
      total += share * BernoulliCase::expectation({}, m - step, n - k, [&](double s) {
                 return log_f(k * constant + (n - k) * family.lo() + s * width);
               });
    }
    return total;
  }
  static Real log_prior(const Bounded& family, Real kappa, Real theta, Real t) {
    return BernoulliCase::log_prior({}, kappa, map(family, theta), t);
  }
  static Real log_likelihood_ratio(const Bounded& family, ArmData data, Real theta, Real t) {
    const Real width = Real{family.hi()} - family.lo(), p = map(family, theta);
    const Real s = (data.sum - data.pulls * Real{family.lo()}) / width;
    return s * BernoulliCase::log_gain(p, t) + (data.pulls - s) * BernoulliCase::log_loss(p, t);
  }
};

struct PoissonCase {
  using Type = Poisson;
  static constexpr bool whole = true, models_its_draws = true, martingale = true, marginal = false;
  static std::vector<Poisson> all() { return {Poisson()}; }
  static double mean(const Poisson&, Random& random) {
    return uniform(random) < 0.7 ? uniform(random, 0.0, 8.0) : log_uniform(random, 1e-6, 200.0);
  }
  static double legal(const Poisson&, double, double sum) { return std::max(0.0, std::round(sum)); }
  static double cdf(const Poisson&, double mu, double x) {
    return x < 0.0 ? 0.0 : boost::math::cdf(boost::math::poisson(mu), x);
  }
  static double log_density(const Poisson&, double mu, double x) {
    return x * std::log(mu) - mu - std::lgamma(x + 1.0);
  }
  /// Sums up to counts far beyond the mean: the mixtures decrease no faster than 4^-s times a
  /// power.
  template <class LogF>
  static double expectation(const Poisson& family, double mu, double n, LogF&& log_f) {
    const double last = 2.0 * n * (mu + 1.0) * (n + 4.0) + 400.0;
    double total = 0.0;
    for (double s = 0.0; s <= last; ++s) {
      total += std::exp(log_f(s) + log_density(family, n * mu, s));
    }
    return total;
  }
  static Real log_prior(const Poisson&, Real kappa, Real theta, Real t) {
    return kappa * theta * (t - std::expm1(t));
  }
  static Real log_likelihood_ratio(const Poisson&, ArmData data, Real theta, Real t) {
    return data.sum * t - data.pulls * theta * std::expm1(t);
  }
};

struct ExponentialCase {
  using Type = Exponential;
  static constexpr bool whole = false, models_its_draws = true, martingale = true, marginal = false;
  static std::vector<Exponential> all() { return {Exponential()}; }
  static double mean(const Exponential&, Random& random) {
    return log_uniform(random, 1e-2, 100.0);
  }
  static double legal(const Exponential&, double pulls, double sum) {
    return std::max(1e-6 * pulls, sum);
  }
  static double cdf(const Exponential&, double mu, double x) {
    return boost::math::cdf(boost::math::exponential(1.0 / mu), x);
  }
  static double log_density(const Exponential&, double mu, double x) {
    return -std::log(mu) - x / mu;
  }
  template <class LogF>
  static double expectation(const Exponential&, double mu, double n, LogF&& log_f) {
    boost::math::quadrature::exp_sinh<double> integrator(12);
    const auto integrand = [&](double w) {
      if (w < 1e-200 || w > 1e9) return 0.0;  // rounding of w would matter
      return std::exp(log_f(mu * w) - w + (n - 1.0) * std::log(w) - std::lgamma(n));
    };
    return integrator.integrate(integrand, 1e-10);
  }
  /// The rate is exp(-t)/θ.
  static Real log_prior(const Exponential&, Real kappa, Real, Real t) {
    return -kappa * (t + std::expm1(-t));
  }
  static Real log_likelihood_ratio(const Exponential&, ArmData data, Real theta, Real t) {
    return -data.pulls * t - data.sum / theta * std::expm1(-t);
  }
};

/// Every family whose mixtures have one parameter; tests/unit/family has those of normal arms.
using EveryFamily =
    testing::Types<GaussianCase, BernoulliCase, BoundedCase, PoissonCase, ExponentialCase>;

/// Tests are named after the family.
struct FamilyName {
  template <class Case>
  static std::string GetName(int) {
    return std::string(Case::Type::name);
  }
};

}  // namespace mirador::testing_support
