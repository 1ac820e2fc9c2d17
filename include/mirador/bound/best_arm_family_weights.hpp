#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "mirador/bound/meeting.hpp"
#include "mirador/bound/optimal_weights.hpp"
#include "mirador/problem/best_arm.hpp"

namespace mirador {

/// Best arm with any one-parameter family and no margin, to machine precision. With w_i ∝ 1 and
/// w_a ∝ x_a the cost of rival a is f_a(x_a) of meeting.hpp, and at the optimum
///   f_a(x_a) = y for every rival,   Φ = Σ_a d(m_i, θ_a) / d(m_a, θ_a) = 1,   T* = (1 + Σx)/y.
/// y is set through the closest rival b, y = f_b(1/t), because f_b lies below every other f_a; then
/// Φ(t)^(-1/2) rises with t and is nearly straight (for Gaussian arms t = ζ - 1, see
/// best_arm_weights.hpp). Newton's method in t inside a bracket, with the x_a of the step before as
/// starts of the inner ones: O(K) a step, two to four steps when warm.
/// Supported: means at the edge of the support. The gap grows where means agree to many digits, up
/// to about 1e-8 where they agree to eight.
template <OneParameterFamily F>
class BestArmFamilyWeights {
 public:
  explicit BestArmFamilyWeights(const BestArm<F>& problem, double /*relative_gap*/ = 0.0)
      : problem_(&problem), x_(problem.arms()), weights_(problem.arms()) {
    restart();
  }

  void restart() {
    t_ = 1.0;
    std::fill(x_.begin(), x_.end(), 1.0);
  }

  void solve(Arm candidate, std::span<const double> means, std::span<const double> = {}) {
    const Instance at{candidate, closest_rival(candidate, means), means};
    double ties = 0.0;
    for (Arm a = 0; a < x_.size(); ++a) ties += tied(at, a) ? 1.0 : 0.0;
    if (ties > 0.0) {
      upper_ = 0.0;
      write_weights(at, [&](Arm a) { return tied(at, a) ? 1.0 / std::sqrt(ties) : 0.0; });
    } else {
      find_root(at);
      write_weights(at, [&](Arm a) { return x_[a]; });
    }
  }

  std::span<const double> weights() const { return weights_; }
  double upper() const { return upper_; }

 private:
  struct Instance {
    Arm candidate;
    Arm rival;  // the closest one
    std::span<const double> means;
  };
  /// Sums over the rivals.
  struct Sums {
    double ratio = 0.0;    // Φ
    double slope = 0.0;    // dΦ / dlog y
    double inverse = 0.0;  // Σ 1/d(m_a, θ_a)
  };

  Arm closest_rival(Arm candidate, std::span<const double> means) const {
    Arm rival = candidate == 0 ? 1 : 0;
    for (Arm a = rival + 1; a < means.size(); ++a) {
      if (a != candidate && problem_->score(means[a] - means[rival]) > 0.0) rival = a;
    }
    return rival;
  }

  MeetingCost<F> meeting(const Instance& at, Arm a) const {
    return {problem_->family(), at.means[at.candidate], at.means[a]};
  }
  bool tied(const Instance& at, Arm a) const {
    if (a == at.candidate) return false;
    const bool worse = problem_->score(at.means[at.candidate] - at.means[a]) > 0.0;
    return !worse || !meeting(at, a).apart();
  }

  void find_root(const Instance& at) {
    double low = 0.0, high = std::numeric_limits<double>::infinity(), error_before = high;
    for (int step = 0; step < 100; ++step) {
      const Meeting closest = meeting(at, at.rival)(1.0 / t_);
      // All rivals infinitely far (exponential arms whose measurements are all 0): any weights do.
      if (upper_ = closest.cost(); std::isinf(upper_)) return;
      const Sums sums = meet_all(at, closest);
      // The mixture of cuts with shares ∝ 1/d(m_a, θ_a) gives every rival the same payoff.
      upper_ = std::max(1.0, sums.ratio) / sums.inverse;
      const double error = std::abs(sums.ratio - 1.0);
      // Convergence is quadratic: when it ends, rounding is reached.
      if (error <= 1e-13 || (error_before <= 1e-5 && error >= 0.5 * error_before)) return;
      error_before = error;
      (sums.ratio > 1.0 ? low : high) = t_;
      const double slope = sums.slope * closest.second / (closest.cost() * t_ * t_);
      const double next = t_ + 2.0 * sums.ratio * (std::sqrt(sums.ratio) - 1.0) / slope;
      t_ = next > low && next < high ? next : between_magnitudes(low, high);
    }
  }

  /// Lets the candidate meet every rival at the cost at which it meets the closest one.
  Sums meet_all(const Instance& at, const Meeting& closest) {
    Sums sums;
    for (Arm a = 0; a < x_.size(); ++a) {
      if (a == at.candidate) continue;
      const bool same = at.means[a] == at.means[at.rival];
      const Meeting met = same ? closest : meeting(at, a).reaching(closest.cost(), x_[a]);
      const double ratio = met.first / met.second;
      x_[a] = met.x;
      sums.ratio += ratio;
      sums.slope += (ratio + met.x) * (ratio + met.x) * (met.curvature / met.second);
      sums.inverse += 1.0 / met.second;
    }
    return sums;
  }

  template <class Share>
  void write_weights(const Instance& at, Share&& share) {
    double total = 0.0;
    for (Arm a = 0; a < weights_.size(); ++a) {
      weights_[a] = a == at.candidate ? 1.0 : share(a);
      total += weights_[a];
    }
    for (double& weight : weights_) weight /= total;
  }

  const BestArm<F>* problem_;
  double t_ = 1.0;         // 1/x of the closest rival
  std::vector<double> x_;  // w_a / w_i; the candidate's entry is not used
  std::vector<double> weights_;
  double upper_ = 0.0;
};

template <OneParameterFamily F>
class OptimalWeights<BestArm<F>> : public UnlessMargin<BestArm<F>, BestArmFamilyWeights<F>> {
 public:
  using UnlessMargin<BestArm<F>, BestArmFamilyWeights<F>>::UnlessMargin;
};

}  // namespace mirador
