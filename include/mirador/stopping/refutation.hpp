#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "mirador/core/log_average.hpp"
#include "mirador/core/valley.hpp"
#include "mirador/stopping/sentry.hpp"

namespace mirador {

/// The evidence against an obstacle, given the terms log M_a(null) of its parts, and the sentry's
/// bounds. `Terms` is MixtureTerms.
template <class Terms>
class Refutation {
 public:
  Refutation(Terms& terms, const ArmStats& stats) : terms_(&terms), stats_(&stats) {}

  /// The evidence at one θ.
  double value(const Obstacle& obstacle, double theta) const {
    double total = terms_->log_share();
    for (const Part& part : obstacle.each) total += (*terms_)(part, theta);
    if (obstacle.any.empty()) return total;
    return total + log_average(obstacle.any.size(),
                               [&](std::size_t k) { return (*terms_)(obstacle.any[k], theta); });
  }

  /// The smallest evidence over θ, what there is against the obstacle as a whole: to about 1e-6, or
  /// roughly where a look shows on which side of `enough` it lies. +inf where no θ is possible.
  Minimum smallest(const Obstacle& obstacle, double enough = -INFINITY) const {
    const auto at = [&](double theta) { return value(obstacle, theta); };
    if (obstacle.impossible()) return {obstacle.guess, INFINITY};
    if (!(obstacle.search.high > obstacle.search.low)) {
      return {obstacle.guess, at(obstacle.guess)};
    }
    Minimum best = bottom_of_valley<Terms::convex>(at, obstacle, enough);
    if constexpr (Terms::has_steps) {
      if (!(best.value < enough)) search_pieces(obstacle, at, best);
    }
    return best;
  }

  /// Works out bounds within which the evidence at the layer's θ stays below what is needed; false
  /// when it is too close for that.
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

  /// Bounds anew for the arms that left theirs, as far as the other caps allow; false when they do
  /// not.
  bool renew(Sentry::Layer& layer) {
    terms_->recall(layer);
    const Obstacle& obstacle = layer.obstacle;
    const std::size_t fixed = obstacle.each.size();
    for (std::size_t k = 0; k < obstacle.size(); ++k) {
      const Part& part = k < fixed ? obstacle.each[k] : obstacle.any[k - fixed];
      if (layer.guards[part.arm].holds((*stats_)[part.arm])) continue;
      if (!(stats_->counts()[part.arm] <= layer.guards[part.arm].pulls)) return false;
      layer.caps[k] = (*terms_)(part, layer.theta);
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

  /// Where θ passes the mean of an arm the evidence jumps; between two jumps it has one valley.
  /// Each term rises or falls all the way, so that with its smaller value at the two ends the
  /// evidence is no larger than anywhere between them: few pieces need a search.
  template <class At>
  void search_pieces(const Obstacle& obstacle, At&& at, Minimum& best) const {
    std::vector<double> steps, before, here;
    obstacle.for_each_part([&](const Part& part) {
      const double theta = (stats_->means()[part.arm] - part.offset) / part.slope;
      if (std::isfinite(theta)) steps.push_back(theta);
    });
    std::sort(steps.begin(), steps.end());
    for (std::size_t k = 0; k < steps.size(); ++k) {
      terms_at(obstacle, steps[k], here);
      detail::take_smaller(best, {steps[k], joined(obstacle, here)});
      if (k > 0 && steps[k] > steps[k - 1]) {
        std::ranges::transform(before, here, before.begin(), std::ranges::min);
        if (joined(obstacle, before) < best.value) {
          detail::take_smaller(best, minimise(at, steps[k - 1], steps[k], {.fine = 1e-3}));
        }
      }
      std::swap(before, here);
    }
  }

  /// log M_a(null) of every part, first those of `each`.
  void terms_at(const Obstacle& obstacle, double theta, std::vector<double>& out) const {
    out.clear();
    obstacle.for_each_part([&](const Part& part) { out.push_back((*terms_)(part, theta)); });
  }
  /// The evidence, given those.
  double joined(const Obstacle& obstacle, const std::vector<double>& terms) const {
    const std::size_t fixed = obstacle.each.size();
    double total = terms_->log_share();
    for (std::size_t k = 0; k < fixed; ++k) total += terms[k];
    if (obstacle.any.empty()) return total;
    return total +
           log_average(obstacle.any.size(), [&](std::size_t k) { return terms[fixed + k]; });
  }

  /// Notes every term as its own cap, and returns the evidence; `weight` is Σ e^term of the
  /// averaged ones.
  double note_terms(Sentry::Layer& layer, double& weight) const {
    layer.caps.clear();
    layer.obstacle.for_each_part(
        [&](const Part& part) { layer.caps.push_back((*terms_)(part, layer.theta)); });
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
      // Most of what the average may rise by goes to the arms that carry it.
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
    const double term = layer.caps[k];
    const double cap = extra > 0.0 ? std::log(std::exp(term) + extra) : term + rise;
    Sentry::Guard& guard = layer.guards[part.arm];
    guard.null = part.null(layer.theta);
    const ArmData data = (*stats_)[part.arm];
    const double centred = data.sum - data.pulls * guard.null;
    const bool up = part.tail == Tail::above;
    const double heading = up ? 1.0 : -1.0;
    double step = terms_->reach(part, layer.theta, term, cap);
    if (!(step >= 0.0 && std::isfinite(step))) step = 0.0;
    (up ? guard.high : guard.low) = centred + heading * step;
    (up ? guard.low : guard.high) = -heading * INFINITY;
    layer.caps[k] = cap;
  }

  Terms* terms_;
  const ArmStats* stats_;
};

}  // namespace mirador
