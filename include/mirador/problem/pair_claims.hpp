#pragma once

#include <cmath>

#include "mirador/problem/pair_cost.hpp"
#include "mirador/problem/problem.hpp"

namespace mirador {

/// One arm of a point, as pair_cost needs it.
template <Family F>
Weighted<typename F::Datum> weighted(Point at, Arm a) {
  return {at.weights[a], datum_of<F>(at, a)};
}

/// The cheapest way to contradict a claim about two arms: its cost and the means it moves them to.
struct PairMove {
  double value;
  double first, second;  ///< λ of the two arms
};

/// The claims about a first arm that looks at least as good as a second one:
///   - better: it is at least as good; contradicted by score(λ_2) >= score(λ_1)
///   - within: they are within the margin ε; contradicted by |λ_1 - λ_2| >= ε
///   - good enough: it is at most ε worse; contradicted by score(λ_2) >= score(λ_1) + ε
/// and the cost Σ w d(m, λ) of moving the means to the nearest contradiction. Without a margin
/// there is only the first claim, or the last.
template <Family F>
class PairClaims {
 public:
  using Arm2 = Weighted<typename F::Datum>;

  PairClaims(const F& family, const Ranking& ranking) : family_(&family), ranking_(&ranking) {}

  /// 0 if the second arm looks at least as good.
  PairMove against_better(Arm2 first, Arm2 second) const {
    const double one = mean_of(first.datum), two = mean_of(second.datum);
    if (!(ranking_->score(one - two) > 0.0)) return {0.0, one, two};
    const PairCost cost = pair_cost(*family_, first, second);
    return {cost.value, cost.theta, cost.theta};
  }

  /// 0 if the second arm looks better by ε or more.
  PairMove against_good_enough(Arm2 first, Arm2 second) const {
    const double one = mean_of(first.datum), two = mean_of(second.datum);
    const double enough = ranking_->good_enough;
    if (!(ranking_->score(one - two) + enough > 0.0)) return {0.0, one, two};
    const auto cost = pair_cost_at_distance(*family_, first, second, -ranking_->score(enough));
    return {cost.value, cost.first, cost.second};
  }

  /// 0 if the two look farther apart than the margin.
  PairMove against_within(Arm2 first, Arm2 second) const {
    const double one = mean_of(first.datum), two = mean_of(second.datum);
    if (!(std::abs(one - two) < ranking_->margin)) return {0.0, one, two};
    const auto up = pair_cost_at_distance(*family_, first, second, ranking_->margin);
    const auto down = pair_cost_at_distance(*family_, first, second, -ranking_->margin);
    const auto& cheaper = up.value <= down.value ? up : down;
    return {cheaper.value, cheaper.first, cheaper.second};
  }

  /// Against the claim that is easier to prove. The choice depends on the data and not on the
  /// weights (it is made at equal weights), so that the cost stays concave in the weights.
  PairMove against_either(Arm2 first, Arm2 second) const {
    if (ranking_->margin == 0.0) return against_better(first, second);
    const Arm2 one{1.0, first.datum}, two{1.0, second.datum};
    return against_within(one, two).value > against_better(one, two).value
               ? against_within(first, second)
               : against_better(first, second);
  }

 private:
  const F* family_;
  const Ranking* ranking_;
};

}  // namespace mirador
