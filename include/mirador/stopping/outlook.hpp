#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "mirador/core/interval.hpp"
#include "mirador/stopping/mixture_terms.hpp"
#include "mirador/stopping/risk.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// What can be said at any time, whether or not the experiment has stopped.

/// The risk of the current answer: the smallest δ at which the rule would stop now, 1 when it would
/// stop at none. For mixture stopping that is exp(-evidence) times the union factor. As good as the
/// rule's guarantee: a bound where that is proved, a guess where it is heuristic.
template <Problem P, StoppingRule<P> Rule>
double error_bound(const Rule& rule, const Standing<P>& standing) {
  const double evidence = rule.evidence(standing);
  const auto stops_at = [&](double log_risk) {
    const double delta = std::exp(-log_risk);
    return standing.closest().value() >= rule.gate(standing, delta) &&
           evidence >= rule.required(standing, delta);
  };
  if (!standing.ready() || !stops_at(0.0)) return 1.0;
  double low = 0.0, high = 700.0;  // below e^-700 is as good as 0
  if (stops_at(high)) return 0.0;
  while (high - low > 1e-12 * high) {
    const double middle = 0.5 * (low + high);
    (stops_at(middle) ? low : high) = middle;
  }
  return std::exp(-low);
}

/// About how many measurements are missing at risk δ: the evidence grows by F(N/t, m) a measurement
/// as long as means and proportions stay what they are. An estimate, not a bound; 0 when nothing is
/// missing, infinite on a tie.
template <Problem P, StoppingRule<P> Rule>
double samples_to_go(const Rule& rule, const Standing<P>& standing, double delta) {
  if (!standing.ready()) return std::numeric_limits<double>::infinity();
  const double missing = rule.required(standing, delta) - rule.evidence(standing);
  if (missing <= 0.0) return 0.0;
  return missing * static_cast<double>(standing.total()) / standing.closest().value();
}

namespace detail {

/// One end of a confidence interval: the value nearest to the mean that the tail rules out.
template <class Terms>
class IntervalEnd {
 public:
  IntervalEnd(Terms& terms, Arm arm, Tail tail, double need) : terms_(terms), need_(need) {
    obstacle_.each.push_back({arm, tail, 1.0, 0.0});
    terms_.prepare(obstacle_, need);
  }

  /// Away from the mean until a value is ruled out or the range ends, then between the two.
  double from(double mean, double end) const {
    const double heading = end < mean ? -1.0 : 1.0;
    double step = 1e-3 * (1.0 + std::abs(mean)), inside = mean, outside = mean + heading * step;
    const auto beyond = [&] { return !(heading * (end - outside) > 0.0); };
    for (; !beyond() && !ruled_out(outside); outside = mean + heading * step) {
      if (step > 1e150) return end;  // nothing is ruled out
      inside = outside;
      step *= 2.0;
    }
    if (beyond() && !ruled_out(outside = end)) return end;
    for (int i = 0; i < 200 && std::abs(outside - inside) > 1e-14 * std::abs(outside); ++i) {
      const double middle = 0.5 * (inside + outside);
      (ruled_out(middle) ? outside : inside) = middle;
    }
    return outside;
  }

 private:
  bool ruled_out(double theta) const {
    return terms_.log_share() + terms_(obstacle_.each[0], theta) >= need_;
  }

  Terms& terms_;
  Obstacle obstacle_;
  double need_;
};

}  // namespace detail

/// A confidence interval for the mean of an arm which may be looked at after every measurement:
/// with probability 1 - δ it holds the true mean for ever (proved, from the same mixtures as
/// mixture stopping: each end with risk δ/2). For one arm; give δ/K for all K at once. The whole
/// range while the arm has no or too few data. Throws InputError for an arm that does not exist or
/// a risk outside (0, 1).
template <Problem P>
Interval confidence_interval(const Standing<P>& standing, Arm arm, double delta) {
  using Terms = MixtureTerms<typename P::FamilyType>;
  const auto& family = standing.problem().family();
  validate_risks(std::span(&delta, 1));
  if (arm >= standing.arms()) throw InputError("arm: " + std::to_string(arm) + " does not exist");
  if (standing.counts()[arm] < static_cast<double>(P::FamilyType::least_pulls)) {
    return {family.lowest_mean(), family.highest_mean()};
  }
  const double need = std::log(2.0 / delta), mean = standing.means()[arm];
  Sentry::Workspace workspace;
  Terms terms(family, standing.stats(), workspace);
  const double low = mean > family.lowest_mean()
                         ? detail::IntervalEnd<Terms>(terms, arm, Tail::above, need)
                               .from(mean, family.lowest_mean())
                         : mean;
  const double high = mean < family.highest_mean()
                          ? detail::IntervalEnd<Terms>(terms, arm, Tail::below, need)
                                .from(mean, family.highest_mean())
                          : mean;
  return {low, high};
}

}  // namespace mirador
