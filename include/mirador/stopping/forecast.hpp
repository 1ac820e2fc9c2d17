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
/// moved by a normal of variance σ² (1/N - 1/N').
template <Problem P>
class Futures {
 public:
  Futures(const Standing<P>& standing, Allocation allocation)
      : standing_(standing),
        link_(standing.problem().family().lowest_mean(),
              standing.problem().family().highest_mean()),
        counts_(standing.counts().begin(), standing.counts().end()),
        means_(standing.arms()),
        closest_(standing.problem()) {
    for (Arm a = 0; a < arms(); ++a) {
      estimates_.push_back(estimate_of(a));
      chances_.push_back(chances_of(a));
    }
    allocate(allocation);
  }

  /// F in a future, when there are `total` measurements in all, some of the way to it.
  double value(std::size_t future, double way, double total) {
    move(future, way, total);
    closest_.find({counts_, means_, standing_.stats().variances()});
    return closest_.value();
  }
  /// The standing there.
  Standing<P> standing(std::size_t future, double total) {
    move(future, 1.0, total);
    return {standing_.problem(), ArmStats(counts_, means_, standing_.stats().variances())};
  }

 private:
  using F = typename P::FamilyType;

  /// On the scale of the link: the mean, and the standard deviation of a measurement.
  struct Estimate {
    double mean, spread;
  };

  std::size_t arms() const { return standing_.arms(); }

  Estimate estimate_of(Arm arm) const {
    const double pulls = standing_.counts()[arm];
    const double mean = link_.inside(standing_.means()[arm], pulls);
    return {link_(mean), std::sqrt(variance_of(arm, mean)) * link_.slope(mean)};
  }
  double variance_of(Arm arm, double mean) const {
    if constexpr (OneParameterFamily<F>) {
      return standing_.problem().family().variance(mean);
    } else {
      const double pulls = standing_.counts()[arm];
      return standing_.stats().variances()[arm] * pulls / (pulls - 1.0);
    }
  }

  /// The mean of an arm, some of the way to a future, after its count has become `pulls`.
  double mean_of(Arm arm, std::size_t future, double way, double pulls) const {
    const auto [mean, spread] = estimates_[arm];
    const double share = std::max(0.0, 1.0 / standing_.counts()[arm] - 1.0 / pulls);
    return link_.back(mean + way * spread * std::sqrt(share) * chances_[arm][future]);
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
      for (Arm a = 0; a < arms(); ++a) means_[a] = mean_of(a, f, 1.0, infinity);
      standing_.problem().candidate({counts_, means_, standing_.stats().variances()}, answer,
                                    scratch);
      optimum.solve(answer, means_, standing_.stats().variances());
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
    }
  }

  const Standing<P>& standing_;
  RangeLink link_;
  std::vector<Estimate> estimates_;
  std::vector<OfFutures> chances_;  // of every arm
  std::vector<double> shares_;      // of the arms, one row for all futures or one for each
  std::vector<double> counts_, means_;
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
/// evaluations of F, and one of the rule.
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
  // of a typical future.
  double need = standing.closest().value() + missing;
  OfFutures likely = all_rests(need), sorted = likely;
  const auto middle = sorted.begin() + future_count / 2;
  std::nth_element(sorted.begin(), middle, sorted.end());
  const auto typical =
      static_cast<std::size_t>(std::ranges::find(likely, *middle) - likely.begin());
  const Standing<P> end = futures.standing(typical, now + std::min(*middle, 8.0 * now));
  need = end.closest().value() + rule.required(end, delta) - rule.evidence(end);
  likely = all_rests(need);
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
