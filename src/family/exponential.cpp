#include "mirador/family/exponential.hpp"

#include "gamma_regret.hpp"
#include "memo.hpp"
#include "mirador/core/tail_ratio.hpp"

namespace mirador {
namespace {

/// s/θ: the sum in units of the null mean; 0 if the sum is 0.
double relative_sum(ArmData data, double theta) { return data.sum > 0.0 ? data.sum / theta : 0.0; }

}  // namespace

// E[g^n exp(-(g-1)w)] over g ~ Gamma(κ, κ) given g < 1 is the quotient of ∫_0^1 g^(n+κ-1)
// exp(-(g-1)(w+κ)) dg, a lower tail of Gamma(n+κ) at w+κ, and the same with n = w = 0.
double Exponential::log_mixture_above(ArmData data, double theta,
                                      std::span<const double> scales) const {
  const double w = relative_sum(data, theta);
  if (!std::isfinite(w)) return std::numeric_limits<double>::infinity();
  thread_local detail::Memo priors;
  return log_average(scales, [&](double scale) {
    return log_lower_gamma_ratio({data.pulls + scale, w + scale, data.pulls - w}) -
           priors.at(scale, scale, 0.0, [&] {
             return log_lower_gamma_ratio({scale, scale, 0.0});
           });
  });
}

double Exponential::log_mixture_below(ArmData data, double theta,
                                      std::span<const double> scales) const {
  const double w = relative_sum(data, theta);
  if (!std::isfinite(w)) return log_vanished;
  thread_local detail::Memo priors;
  return log_average(scales, [&](double scale) {
    return log_upper_gamma_ratio({data.pulls + scale, w + scale, data.pulls - w}) -
           priors.at(scale, scale, 0.0, [&] {
             return log_upper_gamma_ratio({scale, scale, 0.0});
           });
  });
}

double Exponential::log_regret(ArmData data) const {
  return detail::log_gamma_regret(data.pulls, data.sum);
}

}  // namespace mirador
