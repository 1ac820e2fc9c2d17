#pragma once

namespace mirador {

/// The calibration functions C of Kaufmann and Koolen (2021), "Mixture martingales revisited with
/// applications to sequential tests and confidence intervals", JMLR 22. With x = log(1/δ), the sum
/// applications to sequential tests and confidence intervals", JMLR 22. With x = log(1/δ), the sum
/// over r arms of N_a d(m_a, μ_a) stays below r C(x/r) plus 2 Σ log(4 + log N_a) for Gaussian arms
/// (3 Σ log(1 + log N_a) for one-parameter exponential families) at all times, with probability at
/// least 1 - δ (proved).
///
/// Supported: x >= 0; accurate to 1e-12 (1 + x), tested up to x = 1e4. Both functions are
/// concave, increasing and above x, and C(x)/x falls to 1. They depend on δ and the number of
/// alternatives only: compute them once, not at every step.
///
/// Gaussian arms:
///   C_G(x) = min over λ in (½, 1) of (g(λ) + x) / λ,
///   g(λ) = 2λ - 2λ log(4λ) + log ζ(2λ) - ½ log(1 - λ).
/// C_G'(x) = 1/λ at the minimiser: 1.0993 at x = 0, falling to 1. Brent's method, 1 to 2 µs.
double gaussian_calibration(double x);

/// One-parameter exponential families:
///   C_exp(x) = 2 h̃((h⁻¹(1 + x) + log(2 ζ(2))) / 2),   h(u) = u - log u on u >= 1,
///   h̃(y) = u e^{1/u} with u = h⁻¹(y) where u >= 1/log(3/2), and (3/2)(y - log log(3/2)) below,
/// the tangent that continues it. C_exp'(x) is infinite at 0. Newton's method, 0.2 µs.
double exponential_calibration(double x);

}  // namespace mirador
