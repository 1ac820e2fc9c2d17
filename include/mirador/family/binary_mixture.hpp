#pragma once

#include <limits>

#include "mirador/core/tail_formulas.hpp"
#include "mirador/family/mixture_scales.hpp"

/// The formulas of the mixtures for arms that give 0 or 1 (bernoulli.hpp), over any set of
/// elementary functions.
namespace mirador {

namespace detail {

/// s successes and f failures against the null mean θ. 1 - θ and the excess s - (s+f)θ are passed
/// separately because computing them here would cancel. s and f need not be integers.
struct BinaryEvidence {
  double successes, failures;
  double theta, complement;
  double excess;

  MIRADOR_HD BinaryEvidence mirrored() const {
    return {failures, successes, complement, theta, -excess};
  }
};

}  // namespace detail

namespace binary_mixture {

MIRADOR_HD inline double away_from_end(double distance) {
  return distance < least_distance_to_end ? least_distance_to_end : distance;
}

/// Is 1 - θ precise enough to compute a bend?
MIRADOR_HD inline bool is_away_from_ends(const Interval& nulls) {
  return nulls.low > 1e-6 && nulls.high < 1.0 - 1e-6;
}

/// The prior Beta(κθ, κ(1-θ)) beyond its centre, without data.
template <class Math>
MIRADOR_HD double log_prior_tail(double theta, double complement, double scale) {
  theta = away_from_end(theta);
  complement = away_from_end(complement);
  return tail_formulas::log_upper_beta_ratio<Math>(
      {scale * theta, scale * complement, theta, complement, 0.0});
}

/// The mixture for "above", given log_prior_tail of every scale k as log_prior(k).
template <class Math, class Scales, class LogPrior>
MIRADOR_HD double log_average_over(const detail::BinaryEvidence& e, const Scales& scales,
                                   LogPrior&& log_prior) {
  if (e.successes + e.failures == 0.0) return 0.0;
  if (e.theta <= 0.0) return e.successes > 0.0 ? std::numeric_limits<double>::infinity() : 0.0;
  if (e.complement <= 0.0) return e.failures > 0.0 ? log_vanished : 0.0;
  const double theta = away_from_end(e.theta), complement = away_from_end(e.complement);
  return log_average<Math>(scales.size(), [&](std::size_t k) {
    const double a = scales[k] * theta, b = scales[k] * complement;
    return tail_formulas::log_upper_beta_ratio<Math>(
               {a + e.successes, b + e.failures, theta, complement, e.excess}) -
           log_prior(k);
  });
}

}  // namespace binary_mixture
}  // namespace mirador
