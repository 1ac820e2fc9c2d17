#include "mirador/assumption/residual.hpp"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <numbers>

#include "mirador/core/relative_entropy.hpp"
#include "mirador/core/tail_ratio.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador {
namespace {

using Plain = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

double clamped(double z) { return std::clamp(z, -largest_residual, largest_residual); }

/// Both tails of a law at the measurement; their sum is 1.
struct Tails {
  double lower, upper;
};

/// Φ⁻¹ from the smaller tail, which is the more precise one.
double normal_score(Tails tails) {
  constexpr double least = 1e-300;
  return tails.lower <= tails.upper ? clamped(normal_quantile(std::max(tails.lower, least)))
                                    : clamped(-normal_quantile(std::max(tails.upper, least)));
}

/// P(X < x), P(X = x) and P(X > x).
struct DiscreteTails {
  double below, at, above;
};

/// Of Binomial(n, p) by summing probabilities: O(x), for n p up to a few hundred.
DiscreteTails summed_binomial(double x, double n, double p) {
  const double odds = p / (1.0 - p);
  double term = std::exp(n * std::log1p(-p)), below = 0.0;
  double j = 0.0;
  for (; j < x; j += 1.0) {
    below += term;
    term *= (n - j) / (j + 1.0) * odds;
  }
  const double at = term;
  double above = 0.0;
  for (; j < n; j += 1.0) {
    term *= (n - j) / (j + 1.0) * odds;
    above += term;
    if (j > n * p && term < 1e-18 * above) break;
  }
  return {below, at, above};
}

/// P(X = x) of Binomial(n, p) without cancellation (Loader 2000).
double binomial_probability(double x, double n, double p) {
  if (x == 0.0) return std::exp(n * std::log1p(-p));
  if (x == n) return std::exp(n * std::log(p));
  const double up = n * p, down = n * (1.0 - p);
  const double distance = relative_entropy(x, up, up - x) + relative_entropy(n - x, down, x - up);
  const double remainders =
      stirling_remainder(n) - stirling_remainder(x) - stirling_remainder(n - x);
  return std::exp(remainders - distance) * std::sqrt(n / (2.0 * std::numbers::pi * x * (n - x)));
}

DiscreteTails binomial_tails(double x, double n, double p) {
  constexpr double many = 30.0;
  if (n * p < many) return summed_binomial(x, n, p);
  const double at = binomial_probability(x, n, p);
  if (x < n * p) {
    const double up_to = boost::math::ibetac(x + 1.0, n - x, p, Plain());
    return {std::max(up_to - at, 0.0), at, 1.0 - up_to};
  }
  const double from = boost::math::ibeta(x, n - x + 1.0, p, Plain());
  return {1.0 - from, at, std::max(from - at, 0.0)};
}

double coin_residual(Past& past, double x, double uniform) {
  past.add(x);
  const double ones = past.sum / past.pulls;
  const Tails tails = x == 1.0 ? Tails{1.0 - uniform * ones, uniform * ones}
                               : Tails{uniform * (1.0 - ones), 1.0 - uniform * (1.0 - ones)};
  return normal_score(tails);
}

/// x against the mean of the earlier values, scaled to variance 1.
double recursive_residual(const Past& past, double x) {
  return std::sqrt(past.pulls / (past.pulls + 1.0)) * (x - past.mean);
}

}  // namespace

double normal_score_of_student(double t, double freedom) {
  if (freedom < 30.0) {
    const double tail = boost::math::cdf(boost::math::complement(
        boost::math::students_t_distribution<double, Plain>(freedom), std::abs(t)));
    return std::copysign(normal_score({1.0 - tail, tail}), t);
  }
  const double ratio = t * t / freedom;
  const double a = freedom - 0.5, b = 48.0 * a * a;
  const double y = a * (ratio < 1e300 ? std::log1p(ratio) : 700.0);
  const double correction =
      (((-0.4 * y - 3.3) * y - 24.0) * y - 85.5) / (0.8 * y * y + 100.0 + b) + y + 3.0;
  return std::copysign(clamped((correction / b + 1.0) * std::sqrt(y)), t);
}

std::optional<double> next_residual(const Gaussian& family, Past& past, double x, const Dither&) {
  std::optional<double> residual;
  if (past.pulls > 0.0) residual = clamped(recursive_residual(past, x) / family.sigma());
  past.add(x);
  return residual;
}

std::optional<double> next_residual(const Normal&, Past& past, double x, const Dither&) {
  std::optional<double> residual;
  if (past.pulls > 1.0 && !is_constant({past.mean, past.squares / past.pulls})) {
    const double freedom = past.pulls - 1.0;
    const double spread = std::sqrt(past.squares / freedom);
    residual = normal_score_of_student(recursive_residual(past, x) / spread, freedom);
  }
  past.add(x);
  return residual;
}

std::optional<double> next_residual(const Exponential&, Past& past, double x, const Dither&) {
  std::optional<double> residual;
  if (x > 0.0 && past.sum > 0.0) {
    const double log_upper = -past.pulls * std::log1p(x / past.sum);
    residual = normal_score({-std::expm1(log_upper), std::exp(log_upper)});
  }
  past.add(x);
  return residual;
}

std::optional<double> next_residual(const Poisson&, Past& past, double x, const Dither& dither) {
  past.add(x);
  if (past.pulls == 1.0) return std::nullopt;
  // While all counts are 0 the residual is the uniform alone. Leaving such counts out would bias
  // the residual of the first other count.
  const auto [below, at, above] = binomial_tails(x, past.sum, 1.0 / past.pulls);
  const double uniform = dither.pair()[0];
  return normal_score({below + uniform * at, above + (1.0 - uniform) * at});
}

std::optional<double> next_residual(const Bernoulli&, Past& past, double x, const Dither& dither) {
  const bool first = past.pulls == 0.0;
  const double residual = coin_residual(past, x, dither.pair()[0]);
  return first ? std::nullopt : std::optional(residual);
}

std::optional<double> next_residual(const Bounded& family, Past& past, double x,
                                    const Dither& dither) {
  const auto [toss, uniform] = dither.pair();
  const double chance = (x - family.lo()) / (family.hi() - family.lo());
  const bool first = past.pulls == 0.0;
  const double residual = coin_residual(past, toss < chance ? 1.0 : 0.0, uniform);
  return first ? std::nullopt : std::optional(residual);
}

}  // namespace mirador
