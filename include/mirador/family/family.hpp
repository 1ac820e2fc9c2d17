#pragma once

#include <concepts>
#include <type_traits>

namespace mirador {

/// The law of one arm, given its mean: a one-parameter exponential family.
///   divergence(x, y)  d(x, y) >= 0, the Kullback-Leibler divergence (data first, model second)
///   in_support(x)     can a single measurement be x?
///   quantile(mu, u)   the measurement at level u in (0,1) when the mean is mu: one uniform in,
///                     one measurement out
/// The weighted mean Σ w x / Σ w must minimise Σ w_a d(x_a, θ) over θ; problems rely on it.
template <class F>
concept Family = std::is_trivially_copyable_v<F> && requires(const F family, double x) {
  { family.divergence(x, x) } -> std::same_as<double>;
  { family.in_support(x) } -> std::same_as<bool>;
  { family.quantile(x, x) } -> std::same_as<double>;
};

}  // namespace mirador
