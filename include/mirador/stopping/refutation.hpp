#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "mirador/core/log_average.hpp"
#include "mirador/core/stays_above.hpp"
#include "mirador/core/valley.hpp"
#include "mirador/stopping/edition.hpp"
#include "mirador/stopping/sentry.hpp"

namespace mirador {

/// Terms that are nearly convex in straight(θ), with known bends (convex_window.hpp).
template <class Terms>
concept HasBends = requires(const Terms terms, const Part& part, Interval thetas) {
  { terms.bend(part, thetas) } -> std::same_as<double>;
};

/// The evidence against an obstacle, given the terms log M_a(null) of its parts, and the sentry's
/// bounds. `Terms` is MixtureTerms.
template <class Terms>
class Refutation {
 public:
  Refutation(Terms& terms, const ArmStats& stats, Edition edition = latest_edition)
      : terms_(&terms), stats_(&stats), edition_(edition) {}

  /// The evidence at one θ, as a part that falls with θ and a part that rises with θ.
  Sides sides(const Obstacle& obstacle, double theta) const {
    Sides sides = {terms_->log_share(), 0.0};
    for (const Part& part : obstacle.each) {
      (part.falls() ? sides.falling : sides.rising) += term(part, theta);
    }
    if (obstacle.any.empty()) return sides;
    (obstacle.any[0].falls() ? sides.falling : sides.rising) += log_average(
        obstacle.any.size(), [&](std::size_t k) { return term(obstacle.any[k], theta); });
    return sides;
  }

  /// The minimum of the evidence over θ, which is the evidence against the whole obstacle: to 1e-6
  /// (relative, if it is large), or roughly, on the correct side of `enough`. +inf if no θ is
  /// possible. Found by a search for the bottom of a valley. If the terms are not known to be
  /// convex there may be other valleys, so a value of at least `enough` is proved first. The proof
  /// takes about 50 evaluations when a claim is refuted, and about 3000 if the value itself is
  /// wanted.
  Minimum smallest(const Obstacle& obstacle, double enough = -INFINITY) const {
    const Evidence at = {*this, obstacle};
    if (obstacle.impossible()) return {obstacle.guess, INFINITY};
    Valley valley = obstacle;
    if (!(valley.search.high > valley.search.low)) {
      const double guess = std::clamp(valley.guess, valley.range.low, valley.range.high);
      const Minimum here = {guess, at(guess)};
      if (obstacle.is_fixed() || here.value < enough || edition_ == Edition::first) return here;
      // The means of both arms lie on the line at the same θ: the minimum may be elsewhere.
      const double width = 1e-3 * (1.0 + std::abs(guess));
      valley.search = {guess - width, guess + width};
    }
    if constexpr (Terms::convex) return bottom_of_valley<true>(at, valley, enough);
    if (edition_ == Edition::first && !Terms::jumps) {
      return bottom_of_valley<false>(at, valley, enough);
    }
    if (!std::isfinite(enough)) {
      return lowest_of_valleys(at, stretch(valley), bottom_of_valley<false>(at, valley));
    }
    const Minimum seen = first_look(at, valley);
    return seen.value < enough ? seen : proved_bottom(at, stretch(valley), enough, seen);
  }

  /// Computes bounds within which the evidence at the layer's θ stays below what is needed; false
  /// if it is too close for that.
  bool guard(Sentry::Layer& layer) {
    for (const double growth : Terms::growths) {
      std::fill(layer.guards.begin(), layer.guards.end(), Sentry::Guard{});
      terms_->prepare_to_last(layer, growth);
      double weight = 0.0;
      const double slack = layer.need - note_terms(layer, weight);
      if (!(slack > least_slack)) continue;
      share_out_slack(layer, slack, weight);
      return true;
    }
    return false;
  }

  /// Computes new bounds for the arms that left theirs, if the other caps allow it; false
  /// otherwise.
  bool renew(Sentry::Layer& layer) {
    terms_->recall(layer);
    const Obstacle& obstacle = layer.obstacle;
    const std::size_t fixed = obstacle.each.size();
    for (std::size_t k = 0; k < obstacle.size(); ++k) {
      const Part& part = k < fixed ? obstacle.each[k] : obstacle.any[k - fixed];
      if (layer.guards[part.arm].holds((*stats_)[part.arm])) continue;
      if (!(stats_->counts()[part.arm] <= layer.guards[part.arm].pulls)) return false;
      layer.caps[k] = term(part, layer.theta);
      double weight = 0.0;
      const double slack = layer.need - capped_total(layer, weight);
      if (!(slack > least_slack)) return false;
      const double extra = k < fixed ? 0.0 : std::expm1(0.5 * slack) * weight;
      set_guard(layer, part, k, k < fixed ? 0.5 * slack : 0.0, extra);
    }
    return true;
  }

 private:
  static constexpr double least_slack = 0.002;

  /// The evidence against one obstacle as a function of θ.
  struct Evidence {
    const Refutation& refutation;
    const Obstacle& obstacle;

    Sides sides(double theta) const { return refutation.sides(obstacle, theta); }
    double operator()(double theta) const { return sides(theta).total(); }

    /// As in NearlyConvex. Bends of terms add up; of an average the largest one counts.
    double straight(double theta) const requires HasBends<Terms> { return Terms::straight(theta); }
    double bend(Interval thetas) const requires HasBends<Terms> {
      double sum = 0.0, largest = 0.0;
      for (const Part& part : obstacle.each) sum += refutation.terms_->bend(part, thetas);
      for (const Part& part : obstacle.any) {
        largest = std::max(largest, refutation.terms_->bend(part, thetas));
      }
      return sum + largest;
    }
  };

  double term(const Part& part, double theta) const {
    return part.log_weight + (*terms_)(part, theta);
  }

  static Stretch stretch(const Valley& valley) {
    return {valley.range, 0.1 * (valley.search.high - valley.search.low)};
  }

  /// From the bottom of one valley to the bottom of the lowest.
  static Minimum lowest_of_valleys(const Evidence& at, const Stretch& where, Minimum best) {
    for (int valley = 0; valley < 100; ++valley) {
      Minimum lower = best;
      const double close = best.value - 1e-6 * (1.0 + std::abs(best.value));
      if (stays_above(at, where, close, lower) || !(lower.value < best.value)) break;
      best = lower;
      go_down(at, where, best);
    }
    return best;
  }

  /// Stores every term as its own cap and returns the evidence; `weight` is Σ e^term of the
  /// averaged ones.
  double note_terms(Sentry::Layer& layer, double& weight) const {
    layer.caps.clear();
    layer.obstacle.for_each_part(
        [&](const Part& part) { layer.caps.push_back(term(part, layer.theta)); });
    return capped_total(layer, weight);
  }

  void share_out_slack(Sentry::Layer& layer, double slack, double weight) {
    const Obstacle& obstacle = layer.obstacle;
    const double among = static_cast<double>(obstacle.any.size());
    const double share =
        slack / (static_cast<double>(obstacle.each.size()) + (among > 0.0 ? 1.0 : 0.0));
    std::size_t k = 0;
    for (const Part& part : obstacle.each) set_guard(layer, part, k++, share, 0.0);
    for (const Part& part : obstacle.any) {
      // Most of the allowed rise of the average goes to the arms that dominate it.
      const double carried = 0.8 * std::exp(layer.caps[k]) + 0.2 * weight / among;
      set_guard(layer, part, k++, 0.0, std::expm1(share) * carried);
    }
  }

  /// The evidence with every term at its cap; `weight` is Σ e^cap of the averaged ones.
  double capped_total(const Sentry::Layer& layer, double& weight) const {
    const std::size_t fixed = layer.obstacle.each.size();
    double total = terms_->log_share();
    weight = 0.0;
    for (std::size_t k = 0; k < layer.caps.size(); ++k) {
      if (k < fixed) {
        total += layer.caps[k];
      } else {
        weight += std::exp(layer.caps[k]);
      }
    }
    const double among = static_cast<double>(layer.caps.size() - fixed);
    return among > 0.0 ? total + std::log(weight / among) : total;
  }

  /// Lets the part's term, now caps[k], rise by `rise` (or its exponential by `extra`).
  void set_guard(Sentry::Layer& layer, const Part& part, std::size_t k, double rise, double extra) {
    const double now = layer.caps[k];
    const double cap = extra > 0.0 ? std::log(std::exp(now) + extra) : now + rise;
    Sentry::Guard& guard = layer.guards[part.arm];
    guard.null = part.null(layer.theta);
    const ArmData data = (*stats_)[part.arm];
    const double centred = data.sum - data.pulls * guard.null;
    const bool up = part.tail == Tail::above;
    const double heading = up ? 1.0 : -1.0;
    double step = terms_->reach(part, layer.theta, now - part.log_weight, cap - part.log_weight);
    if (!(step >= 0.0 && std::isfinite(step))) step = 0.0;
    (up ? guard.high : guard.low) = centred + heading * step;
    (up ? guard.low : guard.high) = -heading * INFINITY;
    layer.caps[k] = cap;
  }

  Terms* terms_;
  const ArmStats* stats_;
  Edition edition_;
};

}  // namespace mirador
