#pragma once

#include <cstddef>

namespace mirador::simd {

/// Input of an exponential-weights step in which at most two arms have a gain: `top` is the larger,
/// `lower` the smaller or 0, with the weights of their arms.
struct TwoGains {
  double top_weight, lower_weight;
  double top, lower;
  double rate;
};

/// Functions of math.hpp and of the simulator for scalar code, with the best instructions of the
/// processor and the same bits on all of them: a live rule computes exactly what the simulator
/// computes.
struct Functions {
  /// Replaces u[i] by Φ⁻¹(u[i]).
  void (*normal_quantiles)(double* u, std::size_t n);
  /// e^loss for losses <= 0, at least e^-300.
  void (*exp_of_losses)(const double* losses, double* out, std::size_t n);
  /// The growth of AdaHedge's mixability gap, see mixability.hpp.
  double (*mixability_gap)(const TwoGains& gains);
  /// d(x, y) of Bernoulli arms for 0 <= x <= 1 and 1e-290 < y < 1.
  double (*binary_divergence)(double x, double y);
};

const Functions& functions();

}  // namespace mirador::simd

namespace mirador {

/// Φ⁻¹(u) for u from 2^-1022 to 1 - 2^-53, by math.hpp.
inline double normal_quantile(double u) {
  simd::functions().normal_quantiles(&u, 1);
  return u;
}

}  // namespace mirador
