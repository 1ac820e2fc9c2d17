#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>

#include "mirador/core/arm_stats.hpp"

namespace mirador {

/// The law of one arm.
///   - name: as on the command line
///   - Datum: what a divergence needs of an arm's data: the mean, or mean and variance if the
///     variance is unknown
///   - least_pulls: measurements of an arm before its datum is defined
///   - divergence(x, y): d(x, y) >= 0, the Kullback-Leibler divergence from the law of datum x to
///     the nearest law of mean y (data first, model second)
///   - in_support(x): can a single measurement be x?
///   - possible_mean(mu): can the mean be mu?
///   - lowest_mean(), highest_mean(): the ends of the range of means, possibly infinite
template <class F>
concept Family = std::is_trivially_copyable_v<F> &&
    requires(const F family, typename F::Datum datum, double x) {
  { F::name } -> std::convertible_to<std::string_view>;
  { F::least_pulls } -> std::convertible_to<std::size_t>;
  { family.divergence(datum, x) } -> std::same_as<double>;
  { family.in_support(x) } -> std::same_as<bool>;
  { family.possible_mean(x) } -> std::same_as<bool>;
  { family.lowest_mean() } -> std::same_as<double>;
  { family.highest_mean() } -> std::same_as<double>;
};

/// A family with the mean as its only parameter. The weighted mean Σ w x / Σ w must minimise Σ w_a
/// d(x_a, θ) over θ; problems rely on it.
///   - variance(mu): of the law with mean mu (of the Bernoulli law for bounded arms), so that
///     d/dy d(x, y) = (y - x) / variance(y)
///   - quantile(mu, u): the measurement at level u in (0,1) when the mean is mu: one uniform in,
///     one measurement out
///   - log_mixture_above(data, θ): log M⁺(θ), a martingale (or supermartingale) of mean one in the
///     data when the mean is θ, under any adaptive sampling; large if the data lie above θ; falls
///     as θ rises, rises with the sum
///   - log_mixture_below(data, θ): log M⁻(θ), the same for data below θ
///   - log_regret(data): log of the largest likelihood divided by a conjugate marginal of the data
///     that depends on no parameter
template <class F>
concept OneParameterFamily = Family<F> && std::same_as<typename F::Datum, double> &&
    requires(const F family, ArmData data, double x) {
  { family.variance(x) } -> std::same_as<double>;
  { family.quantile(x, x) } -> std::same_as<double>;
  { family.log_mixture_above(data, x) } -> std::same_as<double>;
  { family.log_mixture_below(data, x) } -> std::same_as<double>;
  { family.log_regret(data) } -> std::same_as<double>;
};

}  // namespace mirador
