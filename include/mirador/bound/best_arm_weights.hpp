#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "mirador/bound/optimal_weights.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/problem/best_arm.hpp"

namespace mirador {

/// Best arm with Gaussian arms, to machine precision. With D_a = d(m_i, m_a) and ζ = min D / y the
/// closed form reads
///   x_a = 1 / (ζ D_a/min D - 1),   Σ x_a² = 1,   w_i ∝ 1,   w_a ∝ x_a,   T* = (1 + Σx)/y.
/// φ(ζ) = (Σ x_a²)^(-1/2) is concave, increasing and nearly straight, with its root φ = 1 between 2
/// and 1 + √(K-1): Newton from the left rises to the root without overshooting, and from the right
/// it lands on the left. O(K) per step, two or three steps when warm-started. With a margin ε the
/// easier claim about a rival at distance Δ costs as much as telling it apart at max(Δ, ε - |Δ|),
/// and if ε is good enough as much as at Δ + ε.
template <>
class OptimalWeights<BestArm<Gaussian>> {
 public:
  explicit OptimalWeights(const BestArm<Gaussian>& problem, double /*relative_gap*/ = 0.0)
      : problem_(&problem), ratio_(problem.arms()), weights_(problem.arms()) {}

  void restart() { zeta_ = 2.0; }

  void solve(Arm candidate, std::span<const double> means, std::span<const double> = {}) {
    candidate_ = candidate;
    smallest_ = std::numeric_limits<double>::infinity();
    ratio_[candidate] = smallest_;
    for (Arm a = 0; a < ratio_.size(); ++a) {
      if (a == candidate) continue;
      const double gap = problem_->gap(problem_->score(means[candidate] - means[a]));
      const double d = problem_->family().divergence(gap, 0.0);
      // Denormal differences count as ties, because dividing by them overflows.
      ratio_[a] = gap > 0.0 && d >= std::numeric_limits<double>::min() ? d : 0.0;
      smallest_ = std::min(smallest_, ratio_[a]);
    }
    if (smallest_ > 0.0) {
      const double scale = 1.0 / smallest_;
      for (double& ratio : ratio_) ratio *= scale;
      find_root();
      write_weights([&](Arm a) { return 1.0 / (zeta_ * ratio_[a] - 1.0); });
    } else {
      const auto ties = static_cast<double>(std::count(ratio_.begin(), ratio_.end(), 0.0));
      write_weights([&](Arm a) { return ratio_[a] == 0.0 ? 1.0 / std::sqrt(ties) : 0.0; });
    }
  }

  std::span<const double> weights() const { return weights_; }

  /// The mixture of cuts with shares ∝ 1/d(m_a, θ_a) gives every rival the same payoff.
  double upper() const {
    if (!(smallest_ > 0.0)) return 0.0;
    double total = 0.0, squares = 0.0;
    for (Arm a = 0; a < ratio_.size(); ++a) {
      if (a == candidate_) continue;
      const double x = 1.0 / (zeta_ * ratio_[a] - 1.0);
      total += (1.0 + x) * (1.0 + x) / ratio_[a];
      squares += x * x;
    }
    return smallest_ * std::max(1.0, squares) / total;
  }

 private:
  void find_root() {
    const double highest = 1.0 + std::sqrt(static_cast<double>(ratio_.size() - 1));
    zeta_ = std::clamp(zeta_, 2.0, highest);
    for (int step = 0; step < 100; ++step) {
      double squares = 0.0, slope = 0.0;
      for (Arm a = 0; a < ratio_.size(); ++a) {
        if (a == candidate_) continue;
        const double x = 1.0 / (zeta_ * ratio_[a] - 1.0);
        squares += x * x;
        slope += ratio_[a] * x * x * x;
      }
      const double before = zeta_;
      zeta_ = std::clamp(zeta_ + squares * (std::sqrt(squares) - 1.0) / slope, 2.0, highest);
      // Convergence is quadratic: after a step this short the next one is within rounding.
      if (std::abs(zeta_ - before) <= 1e-9 * zeta_) return;
    }
  }

  template <class Share>
  void write_weights(Share&& share) {
    double total = 1.0;
    for (Arm a = 0; a < weights_.size(); ++a) {
      weights_[a] = a == candidate_ ? 1.0 : share(a);
      if (a != candidate_) total += weights_[a];
    }
    const double scale = 1.0 / total;
    for (double& weight : weights_) weight *= scale;
  }

  const BestArm<Gaussian>* problem_;
  Arm candidate_ = 0;
  double smallest_ = 0.0;
  double zeta_ = 2.0;
  std::vector<double> ratio_;  // D_a, then D_a / min D; the candidate's entry is not used
  std::vector<double> weights_;
};

}  // namespace mirador
