#include "mirador/family/poisson.hpp"

#include <algorithm>

#include "gamma_regret.hpp"
#include "memo.hpp"
#include "mirador/core/tail_ratio.hpp"
#include "mirador/simd/functions.hpp"

namespace mirador {
namespace {

// Up to this mean, summing probabilities from 0 is the fastest way to a quantile.
constexpr double small_mean = 30.0;
// From this mean on a normal approximation is used.
constexpr double huge_mean = 1e15;

double quantile_from_zero(double mu, double u) {
  double count = 0.0, probability = std::exp(-mu), reached = probability;
  // Past the mean and below this probability the rest cannot change the sum.
  while (reached < u && (count < mu || probability > 1e-18)) {
    count += 1.0;
    probability *= mu / count;
    reached += probability;
  }
  return count;
}

double log_probability(double mu, double count) {
  if (count == 0.0) return -mu;
  constexpr double log_two_pi = 1.8378770664093454836;
  return -relative_entropy(count, mu, mu - count) - 0.5 * (log_two_pi + std::log(count)) -
         stirling_remainder(count);
}

/// Cornish and Fisher's correction of the normal approximation.
double approximate_quantile(double mu, double u) {
  const double z = normal_quantile(u);
  return std::max(0.0, std::floor(mu + std::sqrt(mu) * z + (z * z - 1.0) / 6.0 + 0.5));
}

/// P(X <= k) is the upper tail of Gamma(k+1) at mu. Below the median the walk compares it with u,
/// above it compares sums of the other tail, so that neither is a difference of numbers close to 1.
double quantile_near(double count, double mu, double u) {
  const double border = mu * std::exp(log_probability(mu, count));
  const GammaTail tail = {count + 1.0, mu, count + 1.0 - mu};
  double probability = border / mu;
  if (u <= 0.5) {
    double reached = border * std::exp(log_upper_gamma_ratio(tail));
    while (reached < u) {
      count += 1.0;
      probability *= mu / count;
      reached += probability;
    }
    while (count > 0.0 && reached - probability >= u) {
      reached -= probability;
      probability *= count / mu;
      count -= 1.0;
    }
    return count;
  }
  const double most = 1.0 - u;
  double left = border * std::exp(log_lower_gamma_ratio(tail));
  while (left > most) {
    count += 1.0;
    probability *= mu / count;
    left -= probability;
  }
  while (count > 0.0 && left + probability <= most) {
    left += probability;
    probability *= count / mu;
    count -= 1.0;
  }
  return count;
}

/// The prior factors of M⁺ and M⁻, which do not depend on the data, by κθ.
double log_upper_prior(double prior) {
  thread_local detail::Memo priors;
  return priors.at(prior, 0.0, 0.0, [&] { return log_upper_gamma_ratio({prior, prior, 0.0}); });
}
double log_lower_prior(double prior) {
  thread_local detail::Memo priors;
  return priors.at(prior, 0.0, 0.0, [&] { return log_lower_gamma_ratio({prior, prior, 0.0}); });
}

}  // namespace

double Poisson::quantile(double mu, double u) const {
  if (mu <= small_mean) return quantile_from_zero(mu, u);
  const double guess = approximate_quantile(mu, u);
  return mu < huge_mean ? quantile_near(guess, mu, u) : guess;
}

// M⁺ is the quotient of ∫_θ^∞ λ^(κθ+s-1) exp(-(κ+n)(λ-θ)) dλ, an upper tail of Gamma(κθ+s) at
// (κ+n)θ, and the same with s = n = 0.
//
// Why M⁺ falls as θ rises, for every κ: it is E[(λ/θ)^s exp(-n(λ-θ))] over λ given λ > θ, and as θ
// rises λ/θ falls and λ-θ rises in distribution, by monotone likelihood ratios: ∂θ∂r log density is
// κ/r - κ < 0 for r = λ/θ > 1, and ∂θ∂y log density is (κy+1)/(θ+y)² > 0 for y = λ-θ.
// Why M⁻ = E[(λ/θ)^s exp(n(θ-λ))] rises: for r = λ/θ < 1, κ/r - κ > 0. For y = θ-λ, ∂θ∂y log
// density is (κy-1)/(θ-y)², negative and then positive, so y rises in distribution if its density
// at 0 falls. That is 1/(θU), U = ∫_0^∞ exp(-κJ(u)) du, J(u) = θ(e^-u - 1 + u), and θU rises iff
// κE[J] <= 1 for u of density exp(-κJ)/U; by parts κE[J'φ] = E[φ'] with φ = J/J' = u/(1-e^-u) - 1,
// and φ' <= 1.
double Poisson::log_mixture_above(ArmData data, double theta,
                                  std::span<const double> scales) const {
  if (data.pulls == 0.0) return 0.0;
  if (theta == 0.0) return data.sum > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
  theta = std::max(theta, least_distance_to_end);
  const double excess = std::fma(-data.pulls, theta, data.sum);
  if (!std::isfinite(excess)) return log_vanished;
  return log_average(scales, [&](double scale) {
    const double prior = scale * theta;
    return log_upper_gamma_ratio({prior + data.sum, (scale + data.pulls) * theta, excess}) -
           log_upper_prior(prior);
  });
}

double Poisson::log_mixture_below(ArmData data, double theta,
                                  std::span<const double> scales) const {
  if (data.pulls == 0.0) return 0.0;
  if (theta == 0.0) return data.sum > 0.0 ? log_vanished : 0.0;
  theta = std::max(theta, least_distance_to_end);
  const double excess = std::fma(-data.pulls, theta, data.sum);
  if (!std::isfinite(excess)) return std::numeric_limits<double>::infinity();
  return log_average(scales, [&](double scale) {
    const double prior = scale * theta;
    return log_lower_gamma_ratio({prior + data.sum, (scale + data.pulls) * theta, excess}) -
           log_lower_prior(prior);
  });
}

double Poisson::mixture_bend_above(const Interval& nulls) const {
  return bend_of_priors(nulls,
                        [](double scale, double theta) { return log_upper_prior(scale * theta); });
}
double Poisson::mixture_bend_below(const Interval& nulls) const {
  return bend_of_priors(nulls,
                        [](double scale, double theta) { return log_lower_prior(scale * theta); });
}

double Poisson::log_regret(ArmData data) const {
  return detail::log_gamma_regret(data.sum, data.pulls);
}

}  // namespace mirador
