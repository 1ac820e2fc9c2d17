#pragma once

#include <cstddef>

namespace mirador::simd {

/// The weights and gains of an exponential-weights step in which at most two arms have a gain:
/// `top` the larger and `lower` the smaller or 0, with the weights of their arms.
struct TwoGains {
  double top_weight, lower_weight;
  double top, lower;
  double rate;
};

/// Functions of math.hpp and of the simulators' lanes for code that has no lanes, by the best
/// instructions of the processor and with the same bits on all: what a live rule computes is what
/// the lanes compute.
struct Functions {
  /// u[i] becomes Φ⁻¹(u[i]).
  void (*normal_quantiles)(double* u, std::size_t n);
  /// e^loss for losses <= 0, at least e^-300.
  void (*exp_of_losses)(const double* losses, double* out, std::size_t n);
  /// By how much AdaHedge's mixability gap grows, mixability.hpp.
  double (*mixability_gap)(const TwoGains& gains);
  /// d(x, y) of Bernoulli arms for 0 <= x <= 1 and 1e-290 < y < 1.
  double (*binary_divergence)(double x, double y);
};

const Functions& functions();

}  // namespace mirador::simd

namespace mirador {

/// Φ⁻¹(u) for u from 2^-1022 to 1 - 2^-53, as math.hpp computes it.
inline double normal_quantile(double u) {
  simd::functions().normal_quantiles(&u, 1);
  return u;
}

}  // namespace mirador
