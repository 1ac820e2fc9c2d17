#include "mirador/assumption/evidence.hpp"

#include <algorithm>
#include <numbers>

namespace mirador {
namespace {

/// Prior of the precision; worth 4 residuals.
constexpr double prior_shape = 2.0;
/// log Γ(2.5), where Γ(2) = 1.
constexpr double log_first_half_step = 0.28468287047291915963;
constexpr double step_prior = 32.0, trend_prior = 1e4, lag_prior = 8.0;

/// Likelihood ratios are capped far above every threshold and far below overflow.
constexpr double most_evidence = 1e200, most_log_ratio = 300.0;

double ratio_of(double log_ratio) { return std::exp(std::min(log_ratio, most_log_ratio)); }

/// The density in which one residual in 20 has three times the spread, divided by the normal one.
double outlier_ratio(double z) {
  constexpr double share = 0.05, spread = 3.0;
  constexpr double less_precision = 0.5 * (1.0 - 1.0 / (spread * spread));
  return 1.0 - share + share / spread * ratio_of(less_precision * z * z);
}

/// Gumbel's density with mean 0 and scale 0.85, divided by the normal one. A little wider than the
/// normal law, so that normal residuals of a smaller spread are no evidence for it.
double gumbel_ratio(double z) {
  constexpr double scale = 0.85, constant = 1.0814574627024476;  // log(√(2π) / scale)
  const double w = z / scale + std::numbers::egamma;
  return ratio_of(constant + 0.5 * z * z - w - std::exp(-w));
}

}  // namespace

void ArmEvidence::add(double z) {
  const double before = n_;
  n_ += 1.0;
  squares_ += z * z;
  const double next = before == 0.0 ? log_first_half_step
                                    : log_rising_[1] + std::log(prior_shape + 0.5 * (before - 1.0));
  log_rising_ = {next, log_rising_[0]};
  const std::array<double, 3> ratios = {outlier_ratio(z), gumbel_ratio(z), gumbel_ratio(-z)};
  const double begins = 1.0 / (n_ * (n_ + 1.0));
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    laws_[i] = std::min((laws_[i] + begins) * ratios[i], most_evidence);
  }
  step_.add(1.0, z);
  trend_.add(n_, z);
  if (before > 0.0) lag_.add(last_, z);
  last_ = z;
}

double ArmEvidence::log_spread_evidence() const {
  const double half = 0.5 * squares_;
  return prior_shape * std::log(prior_shape) + log_rising_[0] + half -
         (prior_shape + 0.5 * n_) * std::log(prior_shape + half);
}

double ArmEvidence::law_evidence() const {
  return (laws_[0] + laws_[1] + laws_[2]) / 3.0 + 1.0 / (n_ + 1.0);
}

double ArmEvidence::log_evidence(Assumed assumed) const {
  switch (assumed) {
    case Assumed::spread:
      return log_spread_evidence();
    case Assumed::law:
      return std::log(law_evidence());
    case Assumed::drift:
      return std::max(step_.log_evidence(step_prior), trend_.log_evidence(trend_prior)) -
             std::numbers::ln2;
    case Assumed::autocorrelation:
      return lag_.log_evidence(lag_prior);
  }
  return 0.0;
}

Shape ArmEvidence::shape() const {
  return static_cast<Shape>(std::ranges::max_element(laws_) - laws_.begin());
}

}  // namespace mirador
