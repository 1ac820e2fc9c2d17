#include "mirador/stopping/kaufmann_koolen_constants.hpp"

#include <boost/math/special_functions/zeta.hpp>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <numbers>

namespace mirador {
namespace {

/// h⁻¹(1 + y) for y >= 0: u = 1 + v with v - log(1 + v) = y. Because e^s >= 1 + s + s²/2 the start
/// lies right of the root, from where Newton descends to it without overshooting.
double inverse_h(double y) {
  double v = y + std::sqrt(2.0 * y);
  for (int i = 0; i < 50 && v > 0.0; ++i) {
    const double step = (v - std::log1p(v) - y) * (1.0 + v) / v;
    v -= step;
    if (std::abs(step) <= 1e-12 * (1.0 + v)) break;  // quadratic: the next is below rounding
  }
  return 1.0 + v;
}

}  // namespace

double gaussian_calibration(double x) {
  // In z = log(1 - λ) the minimum is about as wide for every x. It falls from 1 - λ = 0.0903 at
  // x = 0 to 1/(2x) for large x, and lies between the ends of the bracket.
  const auto objective = [x](double z) {
    const double rest = std::exp(z), lambda = 1.0 - rest;
    const double g = 2.0 * lambda * (1.0 - std::log(4.0 * lambda)) +
                     std::log(boost::math::zeta(2.0 * lambda)) - 0.5 * z;
    return (g + x) / lambda;
  };
  constexpr int bits = 24;
  return boost::math::tools::brent_find_minima(objective, -std::log(4.0 * x + 20.0), std::log(0.2),
                                               bits)
      .second;
}

double exponential_calibration(double x) {
  const double corner = 1.0 / std::log(1.5);
  const double log_twice_zeta = std::log(std::numbers::pi * std::numbers::pi / 3.0);
  const double y = 0.5 * (inverse_h(x) + log_twice_zeta);
  const double u = inverse_h(y - 1.0);
  return 2.0 * (u >= corner ? u * std::exp(1.0 / u) : 1.5 * (y + std::log(corner)));
}

}  // namespace mirador
