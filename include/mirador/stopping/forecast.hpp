#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "mirador/bound/optimal_weights.hpp"
#include "mirador/core/forecast.hpp"
#include "mirador/core/range_link.hpp"
#include "mirador/problem/standing.hpp"
#include "mirador/random/futures.hpp"
#include "mirador/stopping/stopping_rule.hpp"

namespace mirador {

/// What a sampling rule does with the next measurements.
enum class Allocation {
  optimal,    ///< the proportions that are best for the means
  equal,      ///< every arm as often
  as_before,  ///< the proportions so far: nothing is known of the rule
};

namespace detail {

/// The futures of a standing (docs/theory.md, section 7). In each the true means are a draw from
/// the distribution of the estimates, and after N' measurements of an arm that has N its mean has
/// moved by a normal of variance σ² (1/N - 1/N'). An estimated variance moves likewise.
template <Problem P>
class Futures {
 public:
  Futures(const Standing<P>& standing, Allocation allocation)
      : standing_(standing),
        link_(standing.problem().family().lowest_mean(),
              standing.problem().family().highest_mean()),
        counts_(standing.counts().begin(), standing.counts().end()),
        means_(standing.arms()),
        variances_(standing.stats().variances().begin(), standing.stats().variances().end()),
        closest_(standing.problem()) {
    for (Arm a = 0; a < arms(); ++a) {
      estimates_.push_back(estimate_of(a));
      chances_.push_back(chances_of(a));
      if constexpr (!knows_its_variance) spread_chances_.push_back(chances_of(a, 1));
    }
    allocate(allocation);
  }

  /// F in a future, when there are `total` measurements in all, some of the way to it.
  double value(std::size_t future, double way, double total) {
    move(future, way, total);
    closest_.find({counts_, means_, variances_});
    return closest_.value();
  }
  /// The standing there.
  Standing<P> standing(std::size_t future, double total) {
    move(future, 1.0, total);
    return {standing_.problem(), ArmStats(counts_, means_, variances_)};
  }

 private:
  using F = typename P::FamilyType;
  static constexpr bool knows_its_variance = OneParameterFamily<F>;

  /// On the scale of the link: the mean, and the standard deviation of a measurement.
  struct Estimate {
    double mean, spread;
  };

  std::size_t arms() const { return standing_.arms(); }

  Estimate estimate_of(Arm arm) const {
    const double pulls = standing_.counts()[arm];
    const double mean = link_.inside(standing_.means()[arm], pulls);
    return {link_(mean), std::sqrt(true_variance(arm, mean)) * link_.slope(mean)};
  }
  double true_variance(Arm arm, double mean) const {
    if constexpr (knows_its_variance) {
      return standing_.problem().family().variance(mean);
    } else {
      return unbiased_variance(arm);
    }
  }

  /// The mean of an arm, some of the way to a future, after its count has become `pulls`.
  double mean_of(Arm arm, std::size_t future, double way, double pulls) const {
    const auto [mean, spread] = estimates_[arm];
    const double share = std::max(0.0, 1.0 / standing_.counts()[arm] - 1.0 / pulls);
    const double true_spread = spread * std::sqrt(growth(arm, future, way, infinity));
    return link_.back(mean + way * true_spread * std::sqrt(share) * chances_[arm][future]);
  }
  /// The variance of an arm there, as its data estimate it (1/N).
  double variance_of(Arm arm, std::size_t future, double way, double pulls) const {
    if constexpr (knows_its_variance) return standing_.stats().variances()[arm];
    return unbiased_variance(arm) * growth(arm, future, way, pulls) * (1.0 - 1.0 / pulls);
  }
  double unbiased_variance(Arm arm) const {
    const double pulls = standing_.counts()[arm];
    return standing_.stats().variances()[arm] * pulls / (pulls - 1.0);
  }
  /// The factor by which the unbiased estimate of a variance grows until then. At ν degrees of
  /// freedom its logarithm has about the bias -1/ν and the variance 2/ν + 2/ν².
  double growth(Arm arm, std::size_t future, double way, double pulls) const {
    if constexpr (knows_its_variance) return 1.0;
    const double now = 1.0 / (standing_.counts()[arm] - 1.0), then = 1.0 / (pulls - 1.0);
    const double learned = std::max(0.0, now - then);
    const double deviation = std::sqrt(2.0 * learned * (1.0 + now + then));
    return std::exp(learned + way * deviation * spread_chances_[arm][future]);
  }

  void allocate(Allocation allocation) {
    if (allocation != Allocation::optimal) {
      for (Arm a = 0; a < arms(); ++a) {
        shares_.push_back(allocation == Allocation::equal
                              ? 1.0 / static_cast<double>(arms())
                              : standing_.counts()[a] / static_cast<double>(standing_.total()));
      }
      return;
    }
    OptimalWeights<P> optimum(standing_.problem(), 1e-2);
    typename P::Answer answer{};
    typename P::Scratch scratch;
    for (std::size_t f = 0; f < future_count; ++f) {
      for (Arm a = 0; a < arms(); ++a) {
        means_[a] = mean_of(a, f, 1.0, infinity);
        variances_[a] = variance_of(a, f, 1.0, infinity);
      }
      standing_.problem().candidate({counts_, means_, variances_}, answer, scratch);
      optimum.solve(answer, means_, variances_);
      shares_.insert(shares_.end(), optimum.weights().begin(), optimum.weights().end());
    }
  }
  double share_of(Arm arm, std::size_t future) const {
    return shares_.size() == arms() ? shares_[arm] : shares_[future * arms() + arm];
  }

  void move(std::size_t future, double way, double total) {
    const double more = total - static_cast<double>(standing_.total());
    for (Arm a = 0; a < arms(); ++a) {
      counts_[a] = standing_.counts()[a] + more * share_of(a, future);
      means_[a] = mean_of(a, future, way, counts_[a]);
      variances_[a] = variance_of(a, future, way, counts_[a]);
    }
  }

  const Standing<P>& standing_;
  RangeLink link_;
  std::vector<Estimate> estimates_;
  std::vector<OfFutures> chances_;  // of every arm
  std::vector<OfFutures> spread_chances_;
  std::vector<double> shares_;  // of the arms, one row for all futures or one for each
  std::vector<double> counts_, means_, variances_;
  Alternative<P> closest_;
};

/// The way to a future on which F ends lowest: next to a tie, or where neither claim of a margin is
/// easy.
template <Problem P>
double hardest_way(Futures<P>& futures, std::size_t future, double total) {
  return *std::ranges::min_element(ways, {},
                                   [&](double way) { return futures.value(future, way, total); });
}

}  // namespace detail

/// How many more measurements until the rule stops at risk δ, without earlier proofs. `evidence` is
/// the rule's, passed because it may take long to compute. Deterministic. Costs about a thousand
/// evaluations of F, and one of the rule; with unknown variances some more.
template <Problem P, StoppingRule<P> Rule>
Forecast forecast_of(const Rule& rule, const Standing<P>& standing, double delta,
                     Allocation allocation, double evidence) {
  if (!standing.ready()) return no_forecast;
  const double missing = rule.required(standing, delta) - evidence;
  if (missing <= 0.0) return {};
  detail::Futures<P> futures(standing, allocation);
  const double now = static_cast<double>(standing.total());
  const auto rest = [&](std::size_t future, double way, double need) {
    return time_to_reach(need, now,
                         [&](double total) { return futures.value(future, way, total); }) -
           now;
  };
  const auto all_rests = [&](double need) {
    OfFutures rests;
    for (std::size_t f = 0; f < future_count; ++f) rests[f] = rest(f, 1.0, need);
    return rests;
  };
  // What F must reach: first by the difference of F and the evidence now, then by that at the end
  // of a typical future. With unknown variances the difference falls fast at first, so a first
  // look at the end may lie too far away, and is repeated.
  double need = standing.closest().value() + missing;
  OfFutures likely = all_rests(need);
  constexpr int looks = OneParameterFamily<typename P::FamilyType> ? 1 : 3;
  for (int look = 0; look < looks; ++look) {
    OfFutures sorted = likely;
    const auto middle = sorted.begin() + future_count / 2;
    std::nth_element(sorted.begin(), middle, sorted.end());
    const auto typical =
        static_cast<std::size_t>(std::ranges::find(likely, *middle) - likely.begin());
    const Standing<P> end = futures.standing(typical, now + std::min(*middle, 8.0 * now));
    need = end.closest().value() + rule.required(end, delta) - rule.evidence(end);
    likely = all_rests(need);
  }
  OfFutures hardest = likely;
  for (std::size_t f = 0; f < future_count; ++f) {
    const double way = detail::hardest_way(futures, f, forecast_horizon * now);
    if (way < 1.0) hardest[f] = rest(f, way, need);
  }
  return range_of(likely, hardest);
}
template <Problem P, StoppingRule<P> Rule>
Forecast forecast_of(const Rule& rule, const Standing<P>& standing, double delta,
                     Allocation allocation) {
  const double evidence = standing.ready() ? rule.evidence(standing) : 0.0;
  return forecast_of(rule, standing, delta, allocation, evidence);
}

}  // namespace mirador
