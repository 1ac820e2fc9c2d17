#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "mirador/bound/optimal_weights.hpp"
#include "mirador/problem/signed.hpp"
#include "mirador/problem/thresholding.hpp"

namespace mirador {

/// Thresholding, every family: w*_a ∝ 1/d_a, max F = 1 / Σ 1/d_a with d_a = d(m_a, τ), or with a
/// margin the cost of contradicting the easier claim about the arm.
template <Family F>
class OptimalWeights<Thresholding<F>> {
 public:
  explicit OptimalWeights(const Thresholding<F>& problem, double /*relative_gap*/ = 0.0)
      : problem_(&problem), ones_(problem.arms(), 1.0), weights_(problem.arms()) {}

  void restart() {}

  void solve(const ArmSet& candidate, std::span<const double> means,
             std::span<const double> variances = {}) {
    double total = 0.0;
    std::size_t ties = 0;
    for (Arm a = 0; a < weights_.size(); ++a) {
      const double d = problem_->settling_cost(candidate, a, {ones_, means, variances});
      // Denormal differences count as ties, because dividing by them overflows.
      const bool apart = d >= std::numeric_limits<double>::min();
      weights_[a] = apart ? 1.0 / d : std::numeric_limits<double>::infinity();
      total += apart ? weights_[a] : 0.0;
      ties += apart ? 0 : 1;
    }
    upper_ = ties > 0 ? 0.0 : 1.0 / total;
    for (double& weight : weights_) {
      const bool tied = std::isinf(weight);
      weight = ties == 0 ? weight / total : (tied ? 1.0 / static_cast<double>(ties) : 0.0);
    }
  }

  std::span<const double> weights() const { return weights_; }
  double upper() const { return upper_; }

 private:
  const Thresholding<F>* problem_;
  std::vector<double> ones_, weights_;
  double upper_ = 0.0;
};

/// Signed, every family: F is linear in w, so all weight goes to the arms farthest from the level
/// on the answer's side (equally if there are several), and max F = max d(m_a, τ).
template <Family F>
class OptimalWeights<Signed<F>> {
 public:
  explicit OptimalWeights(const Signed<F>& problem, double /*relative_gap*/ = 0.0)
      : problem_(&problem), weights_(problem.arms()) {}

  void restart() {}

  void solve(Side candidate, std::span<const double> means,
             std::span<const double> variances = {}) {
    upper_ = 0.0;
    for (Arm a = 0; a < weights_.size(); ++a) {
      const bool right =
          candidate == Side::above ? means[a] > problem_->level() : means[a] < problem_->level();
      const double d =
          problem_->family().divergence(datum_of<F>(means, variances, a), problem_->level());
      weights_[a] = right ? d : 0.0;
      upper_ = std::max(upper_, weights_[a]);
    }
    const auto leaders = std::count(weights_.begin(), weights_.end(), upper_);
    for (double& weight : weights_) {
      weight = weight == upper_ ? 1.0 / static_cast<double>(leaders) : 0.0;
    }
  }

  std::span<const double> weights() const { return weights_; }
  double upper() const { return upper_; }

 private:
  const Signed<F>* problem_;
  std::vector<double> weights_;
  double upper_ = 0.0;
};

}  // namespace mirador
