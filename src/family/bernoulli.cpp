#include "mirador/family/bernoulli.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "memo.hpp"
#include "mirador/core/tail_ratio.hpp"

namespace mirador::detail {

// Why M⁺ falls as θ rises, for every κ and every s and f >= 0 (whole or not).
//
// Let X be Beta(κθ, κ(1-θ)) given X > θ, so that M⁺ = E[(X/θ)^s ((1-X)/(1-θ))^f]. It is enough that
// both X/θ and (1-X)/(1-θ) fall in distribution as θ rises: X grows with its quantile level, so at
// each level both factors then fall.
// (1-X)/(1-θ): with y = (X-θ)/(1-θ), ∂θ∂y log density(y) = 1/X² + κ(X-θ)/(X²(1-X)) > 0, a monotone
// likelihood ratio.
// X/θ = r: the density on (1, 1/θ) is proportional to r^(κθ-1) (1-θr)^(κ(1-θ)-1), and ∂θ∂r of its
// logarithm has the sign of κ - (κ-1)r. So the ratio of the densities at two values of θ first
// rises and then falls in r (to 0 past the shorter support). If the density at r = 1 rises with θ,
// the ratio starts above 1 and crosses 1 once, which orders the distributions. The density at r = 1
// is 1/((1-θ)U), U = ∫_0^∞ exp(-κK(u)) du, u = log-odds of X less those of θ, K(u) = log(1-θ+θe^u)
// - θu. As ∂θK = K'/(θ(1-θ)) - u, (1-θ)U falls iff κE[vu - K'] <= θ for u of density exp(-κK)/U,
// with v = θ(1-θ). By parts, κE[K'φ] = E[φ'] for every φ with φ(0) = 0; take φ = vu/K' - 1 =
// u/(e^u-1) + θu - 1: its derivative is at most θ because u/(e^u-1) falls.

namespace {

double log_prior(double theta, double complement, double scale) {
  thread_local Memo priors;
  return priors.at(theta, complement, scale, [&] {
    return binary_mixture::log_prior_tail<StdMath>(theta, complement, scale);
  });
}

}  // namespace

double log_binary_mixture(const BinaryEvidence& e, std::span<const double> scales) {
  return binary_mixture::log_average_over<StdMath>(
      e, scales, [&](std::size_t k) { return log_prior(e.theta, e.complement, scales[k]); });
}

double binary_mixture_bend(const Interval& nulls) {
  if (!binary_mixture::is_away_from_ends(nulls)) return INFINITY;
  return bend_of_priors(
      nulls, [](double scale, double theta) { return log_prior(theta, 1.0 - theta, scale); });
}

// Stirling's formula for the marginal B(s+1/2, f+1/2)/π, minus s log(s/n) + f log(f/n); the large
// terms are cancelled by hand.
double log_binary_regret(double successes, double failures) {
  const double pulls = successes + failures;
  if (pulls == 0.0) return 0.0;
  const auto bend = [](double count, double step) {
    return count > 0.0 ? count * std::log1p(step / count) : 0.0;
  };
  const double regret = bend(pulls, 1.0) - bend(successes, 0.5) - bend(failures, 0.5) +
                        0.5 * std::log(0.5 * std::numbers::pi * (pulls + 1.0)) +
                        stirling_remainder(pulls + 1.0) - stirling_remainder(successes + 0.5) -
                        stirling_remainder(failures + 0.5);
  return std::max(0.0, regret);
}

}  // namespace mirador::detail
