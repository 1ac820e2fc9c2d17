#include "mirador/family/variance_bound.hpp"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>

namespace mirador {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// Temme's uniform expansion of the incomplete gamma function (DLMF 8.12): with λ = b/a and
/// η²/2 = λ - 1 - log λ (η of the sign of λ - 1),
///   Γ(a,b)/Γ(a) = ½ erfc(η √(a/2)) + e^{-aη²/2} / √(2πa) · Σ_k a^{-k} Σ_n d_{k,n} η^n.
/// Precise for a >= 20 and |η| below about 2.
struct TemmeTable {
  static constexpr std::size_t orders = 9, powers = 26;
  std::array<double, orders> stirling{};  ///< Γ(a) = √(2π/a) (a/e)^a Σ g_k a^{-k}
  std::array<std::array<double, powers>, orders> d{};

  constexpr TemmeTable() {
    constexpr std::size_t length = powers + 2 * orders + 2;
    std::array<double, length> alpha{};  // λ - 1 = Σ α_n η^n
    alpha[1] = 1.0;
    for (std::size_t n = 2; n < length; ++n) {
      double sum = 0.0;
      for (std::size_t i = 2; i < n; ++i) sum += alpha[i] * alpha[n + 1 - i];
      alpha[n] = alpha[n - 1] / static_cast<double>(n + 1) - 0.5 * sum;
    }
    std::array<double, length - 2> first{}, row{};
    for (std::size_t n = 0; n + 2 < length; ++n) {
      first[n] = static_cast<double>(n + 2) * alpha[n + 2] - (n == 0 ? 1.0 : 0.0);
    }
    row = first;
    double factor = 1.0, sign = 1.0;  // (2k + 1)!! and (-1)^k
    for (std::size_t k = 0; k < orders; ++k) {
      if (k > 0) {
        factor *= static_cast<double>(2 * k + 1);
        sign = -sign;
      }
      stirling[k] = factor * alpha[2 * k + 1];
      if (k > 0) {
        for (std::size_t n = 0; n + 2 * k + 2 < length; ++n) {
          row[n] = sign * stirling[k] * first[n] + static_cast<double>(n + 2) * row[n + 2];
        }
      }
      std::copy_n(row.begin(), powers, d[k].begin());
    }
  }
};
constexpr TemmeTable temme;

/// log G(a,b) by the expansion; half = aη²/2, at most 40 to bound its exponential.
double log_g_temme(double a, double half, double eta) {
  // The number of terms keeps the error below 1e-12.
  const std::size_t orders = a < 40.0 ? TemmeTable::orders : a < 200.0 ? 7 : a < 2000.0 ? 5 : 3;
  const double size = std::abs(eta);
  const std::size_t powers = size < 0.1   ? 7
                             : size < 0.3 ? 11
                             : size < 0.8 ? 18
                                          : TemmeTable::powers;
  double correction = 0.0, stirling = 0.0;
  for (std::size_t k = orders; k-- > 0;) {
    double c = 0.0;
    for (std::size_t n = powers; n-- > 0;) c = c * eta + temme.d[k][n];
    correction = correction / a + c;
    stirling = stirling / a + temme.stirling[k];
  }
  const double root = std::copysign(std::sqrt(half), eta);
  const double normal = std::sqrt(0.5 * std::numbers::pi / a) * std::exp(half) * std::erfc(root);
  return std::log(stirling * (normal + correction / a));
}

/// log G(a,b) by Legendre's continued fraction, for b well above a.
double log_g_fraction(double a, double b) {
  double q = b + 1.0 - a, c = inf, d = 1.0 / q, product = d;
  for (int i = 1; i < 500; ++i) {
    const double p = -i * (i - a);
    q += 2.0;
    d = 1.0 / (q + p * d);
    c = q + p / c;
    const double factor = c * d;
    product *= factor;
    if (std::abs(factor - 1.0) < 1e-15) break;
  }
  return std::log(product);
}

/// log of G(a,b) = ∫ over h > 0 of (1 + h)^{a-1} e^{-bh}, for a, b > 0.
double log_g(double a, double b) {
  const double excess = (b - a) / a;
  const double half = a * (excess - std::log1p(excess));  // aη²/2
  if (b > a && half > 12.0) return log_g_fraction(a, b);
  if (a < 20.0) {
    using namespace boost::math::policies;
    using Plain = policy<promote_double<false>, underflow_error<ignore_error>>;
    return b - a * std::log(b) + boost::math::lgamma(a, Plain{}) +
           std::log(boost::math::gamma_q(a, b, Plain{}));
  }
  if (half < 30.0) return log_g_temme(a, half, std::copysign(std::sqrt(2.0 * half / a), b - a));
  // b far below a: nearly all of Γ(a) is in the tail.
  double stirling = 0.0;
  for (std::size_t k = TemmeTable::orders; k-- > 0;) {
    stirling = stirling / a + temme.stirling[k];
  }
  return half + 0.5 * std::log(2.0 * std::numbers::pi / a) + std::log(stirling);
}

/// λ in (0,1) with λ - 1 - log λ = c, roughly: two Newton steps on -log λ.
double smaller_lambda(double c) {
  double s = std::sqrt(2.0 * c) + c / 3.0;
  for (int i = 0; i < 2; ++i) s -= (std::expm1(-s) + s - c) / -std::expm1(-s);
  return std::exp(-s);
}

const VarianceMixture& standard_mixture() {
  static const VarianceMixture mixture(variance_scales);
  return mixture;
}

}  // namespace

VarianceMixture::VarianceMixture(std::span<const double> scales) {
  scales_.reserve(scales.size());
  const double log_size = std::log(static_cast<double>(scales.size()));
  for (const double kappa : scales) {
    scales_.push_back({0.5 * kappa, log_g(0.5 * kappa, 0.5 * kappa) + log_size});
  }
}

VarianceMixture::Local VarianceMixture::at(double degrees, double x) const {
  if (x == inf) return {-inf, 0.0, 0.0};
  double largest = -inf, sum = 0.0, first = 0.0, second = 0.0;
  for (const Scale& scale : scales_) {
    const double a = 0.5 * degrees + scale.half, b = x + scale.half;
    const double log_value = log_g(a, b);
    // By parts: G' = G (1 - a/b) - 1/b, and once more.
    const double inverse = std::exp(-log_value);
    const double slope = 1.0 - (a + inverse) / b;
    const double bend = slope * (1.0 - a / b) + (a + inverse) / (b * b);
    const double term = log_value - scale.log_norm;
    if (term > largest) {
      const double shrink = std::exp(largest - term);
      sum *= shrink;
      first *= shrink;
      second *= shrink;
      largest = term;
    }
    const double share = std::exp(term - largest);
    sum += share;
    first += share * slope;
    second += share * bend;
  }
  first /= sum;
  return {largest + std::log(sum), first, second / sum - first * first};
}

double VarianceMixture::log_value(SpreadData data, double v) const {
  return at(data.degrees, 0.5 * (data.squares / v)).value;
}

double VarianceMixture::upper_bound(SpreadData data, double log_level) const {
  const double degrees = data.degrees;
  if (!(degrees > 0.0 && data.squares > 0.0)) return inf;
  // In most cases v = ∞ is rejected, usually by the first scale alone.
  const bool bounded = std::any_of(scales_.begin(), scales_.end(), [&](const Scale& scale) {
    return log_g(0.5 * degrees + scale.half, scale.half) - scale.log_norm >= log_level;
  });
  if (!bounded && at(degrees, 0.0).value < log_level) return inf;
  // log M falls in x = R/(2v): low < root < high. The first guess is the likelihood ratio at its
  // best g minus the cost of averaging over g.
  const double cost = 0.5 * std::log1p(degrees / 16.0) + 1.0;
  double low = 0.0, high = inf;
  double x = 0.5 * degrees * smaller_lambda(2.0 * std::max(log_level + cost, 0.1) / degrees);
  for (int i = 0; i < 200; ++i) {
    const Local local = at(degrees, x);
    const double error = local.value - log_level;
    (error >= 0.0 ? low : high) = x;
    // Halley's step in log x.
    const double slope = x * local.slope, bend = slope + x * x * local.bend;
    const double newton = -error / slope;
    const double step = newton / std::max(0.5, 1.0 + 0.5 * newton * bend / slope);
    double next = x * std::exp(step);
    if (std::abs(step) <= 1e-6) return 0.5 * (data.squares / next);
    if (!(next > low && next < high)) {
      next = high == inf ? 4.0 * x : low == 0.0 ? 0.25 * x : 0.5 * (low + high);
    }
    x = next;
  }
  return 0.5 * (data.squares / x);
}

double log_variance_mixture(SpreadData data, double v) {
  return standard_mixture().log_value(data, v);
}

double variance_upper_bound(SpreadData data, double log_level) {
  return standard_mixture().upper_bound(data, log_level);
}

}  // namespace mirador
