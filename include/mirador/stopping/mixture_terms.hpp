#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "mirador/family/exponential.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/family/normal.hpp"
#include "mirador/family/variance_bound.hpp"
#include "mirador/problem/standing.hpp"
#include "mirador/stopping/sentry.hpp"
#include "mirador/stopping/term_reach.hpp"

namespace mirador {

template <Family F>
double mixture_of_tail(const F& family, ArmData data, Tail tail, double null) {
  return tail == Tail::above ? family.log_mixture_above(data, null)
                             : family.log_mixture_below(data, null);
}

/// log M_a(null) of a part, for families with known variance. Except for Gaussian arms M_a is mixed
/// with the constant 1 at weight 0.01, so that it does not become 0 where a null at the end of the
/// range of means contradicts data of the other tail.
template <Family F>
class MixtureTerms {
 public:
  MixtureTerms(const F& family, const ArmStats& stats, Sentry::Workspace&)
      : family_(&family), stats_(&stats) {}

  /// Nothing to prepare: there are no nuisance parameters.
  void prepare(const Obstacle&, double /*need*/) {}
  void prepare_to_last(Sentry::Layer&, double /*growth*/) {}
  static constexpr std::array<double, 1> growths = {0.0};
  void recall(const Sentry::Layer&) {}
  double log_share() const { return 0.0; }
  static constexpr bool convex = std::same_as<F, Gaussian>;
  static constexpr bool jumps = false;

  double operator()(const Part& part, double theta) const {
    return floored((*stats_)[part.arm], part.tail, part.null(theta));
  }
  /// A coordinate in which the terms are nearly convex, and their bends, which are known if the
  /// null equals the coordinate (docs/theory.md, section 10).
  static double straight(double theta) {
    if constexpr (std::same_as<F, Exponential>) return 1.0 / theta;
    return theta;
  }
  double bend(const Part& part, Interval thetas) const {
    if constexpr (std::same_as<F, Exponential>) {
      return part.slope == 1.0 && part.offset == 0.0 ? 0.0 : INFINITY;
    } else if constexpr (std::same_as<F, Gaussian>) {
      return 0.0;
    } else if constexpr (requires(Interval nulls) { family_->mixture_bend_above(nulls); }) {
      const double ends[] = {part.null(thetas.low), part.null(thetas.high)};
      const Interval nulls{std::min(ends[0], ends[1]), std::max(ends[0], ends[1])};
      return part.tail == Tail::above ? family_->mixture_bend_above(nulls)
                                      : family_->mixture_bend_below(nulls);
    } else {
      return INFINITY;  // unknown: the smallest evidence is proved by monotone pieces alone
    }
  }
  /// The same with another sum of the arm.
  double with_sum(const Part& part, double theta, double sum) const {
    return floored({stats_->counts()[part.arm], sum}, part.tail, part.null(theta));
  }
  /// A lower bound on how far the arm's sum must move towards the part's tail before the term, now
  /// `term`, exceeds `cap`.
  double reach(const Part& part, double theta, double term, double cap) const {
    const double null = part.null(theta), heading = part.tail == Tail::above ? 1.0 : -1.0;
    const ArmData data = (*stats_)[part.arm];
    const double centred = heading * (data.sum - data.pulls * null);
    if constexpr (std::same_as<F, Gaussian>) {
      return family_->mixture_reach(data.pulls, centred, cap - term);
    } else {
      if (centred < 0.0) return reach_before_null(-centred, {term, cap});
      const double spread = std::sqrt(data.pulls * family_->variance(null));
      const double end = heading > 0.0 ? family_->highest_mean() : family_->lowest_mean();
      const double room = heading * (data.pulls * end - data.sum);
      return reach_by_chord(
          std::min(likely_reach(centred, spread, cap - term), room), {term, cap},
          [&](double step) { return with_sum(part, theta, data.sum + heading * step); });
    }
  }

 private:
  double floored(ArmData data, Tail tail, double null) const {
    const double term = mixture_of_tail(*family_, data, tail, null);
    return std::same_as<F, Gaussian> ? term : mixed_with_one(term, share_of_one);
  }

  const F* family_;
  const ArmStats* stats_;
};

/// The same for unknown variance: M_a is that of a Gaussian arm with the largest standard deviation
/// σ̄_a that the data do not rule out. A union bound: at the true means and variances the
/// obstacle's product and average reaches e^x / 0.85 with probability at most 0.85 e^-x, and each
/// V_a (variance_bound.hpp, a martingale in the arm's own pulls) of its n arms reaches n e^x / 0.15
/// with probability at most 0.15 e^-x / n. So σ̄²_a is where V_a reaches n e^x / 0.15, and the
/// evidence at every smaller variance must reach x - log 0.85. While the mean lies on the claimed
/// side of the null M_a falls as σ rises; on the other side it tends to 0 as σ shrinks, so every
/// M_a is mixed with the constant 1 at weight `floor`, which is then a lower bound. (Measurements
/// showed both weights to be close to the best.) Constant data rule out no variance and give no
/// evidence.
template <>
class MixtureTerms<Normal> {
 public:
  MixtureTerms(const Normal&, const ArmStats& stats, Sentry::Workspace& workspace)
      : stats_(&stats), sigmas_(workspace.sigmas), levels_(workspace.levels) {
    sigmas_.resize(stats.arms());
    forget();
  }

  /// Obstacles with the same number of arms have the same σ̄, which is most of the work.
  void prepare(const Obstacle& obstacle, double need) {
    const double log_level = level(obstacle, need);
    obstacle.for_each_part([&](const Part& part) {
      const Arm a = part.arm;
      if (levels_[a] == log_level) return;
      sigmas_[a] = largest_sigma(a, stats_->counts()[a], log_level);
      levels_[a] = log_level;
    });
  }
  /// As if every arm had some more pulls (their growth) without any spread: a σ̄ that is not ruled
  /// out before those pulls are made, stored in the layer.
  void prepare_to_last(Sentry::Layer& layer, double growth) {
    const double log_level = level(layer.obstacle, layer.need);
    if (layer.sigmas.size() != sigmas_.size() || layer.log_level != log_level) {
      layer.sigmas.assign(sigmas_.size(), INFINITY);
      layer.lasts.assign(sigmas_.size(), 0.0);
      layer.log_level = log_level;
    }
    layer.obstacle.for_each_part([&](const Part& part) {
      const Arm a = part.arm;
      const double pulls = stats_->counts()[a];
      // Reuses an earlier value if it lasts at least half as long and not much longer.
      if (!(layer.lasts[a] >= pulls * (1.0 + 0.5 * growth) &&
            layer.lasts[a] <= pulls * (1.0 + growth) + 1.0)) {
        layer.lasts[a] = std::ceil(pulls * (1.0 + growth));
        layer.sigmas[a] = largest_sigma(a, layer.lasts[a], log_level);
        // Constant data: a single measurement may change everything.
        if (std::isinf(layer.sigmas[a])) layer.lasts[a] = pulls;
      }
      sigmas_[a] = layer.sigmas[a];
      levels_[a] = NAN;
      layer.guards[a].pulls = layer.lasts[a];
    });
  }
  static constexpr std::array<double, 3> growths = {0.12, 0.02, 0.004};
  void recall(const Sentry::Layer& layer) {
    sigmas_ = layer.sigmas;
    forget();
  }
  double log_share() const { return std::log(mean_share); }
  static constexpr bool convex = false;
  static constexpr bool jumps = true;  // where θ passes the mean of an arm

  double operator()(const Part& part, double theta) const {
    return at(part, theta, (*stats_)[part.arm]);
  }
  /// As above. Across the null the term jumps, so the chord is no bound there.
  double reach(const Part& part, double theta, double term, double cap) const {
    const double heading = part.tail == Tail::above ? 1.0 : -1.0;
    const ArmData data = (*stats_)[part.arm];
    const double centred = heading * (data.sum - data.pulls * part.null(theta));
    const double spread = std::sqrt(data.pulls) * sigmas_[part.arm];
    const auto moved = [&](double step) {
      return at(part, theta, {data.pulls, data.sum + heading * step});
    };
    const double likely = likely_reach(centred, spread, cap - term);
    if (centred <= 0.0) return moved(likely) > cap ? 0.0 : likely;
    return reach_by_chord(likely, {term, cap}, moved);
  }

 private:
  static constexpr double mean_share = 0.85, floor = 0.15;

  void forget() { levels_.assign(sigmas_.size(), NAN); }
  static double level(const Obstacle& obstacle, double need) {
    return need + std::log(static_cast<double>(obstacle.size()) / (1.0 - mean_share));
  }
  /// σ̄ with the arm's squares spread over `pulls` measurements.
  double largest_sigma(Arm arm, double pulls, double log_level) const {
    const double squares = stats_->counts()[arm] * stats_->variances()[arm];
    if (is_constant({stats_->means()[arm], stats_->variances()[arm]})) return INFINITY;
    return std::sqrt(variance_upper_bound({pulls - 1.0, squares}, log_level));
  }
  double at(const Part& part, double theta, ArmData data) const {
    const double null = part.null(theta), sigma = sigmas_[part.arm];
    const double excess = data.sum - data.pulls * null;
    // A mean on the null up to rounding counts as on the other side.
    const double rounding =
        1e-12 * (std::abs(data.sum) + data.pulls * (std::abs(theta) + std::abs(part.offset)));
    const bool on_its_side = part.tail == Tail::above ? excess > rounding : excess < -rounding;
    if (!on_its_side || !(sigma <= 1e100 && sigma >= 1e-100)) return std::log(floor);
    const double term = mixture_of_tail(Gaussian(sigma), data, part.tail, null);
    return mixed_with_one(term, floor);
  }

  const ArmStats* stats_;
  std::vector<double>& sigmas_;  // σ̄ of every arm of the obstacle
  std::vector<double>& levels_;  // the levels they were computed at; NaN if invalid
};

}  // namespace mirador
