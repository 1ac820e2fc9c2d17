#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "mirador/bound/best_arm_meetings.hpp"
#include "mirador/bound/optimal_weights.hpp"
#include "mirador/problem/best_arm.hpp"

namespace mirador {

/// Best arm with any one-parameter family and no margin (best_arm_meetings.hpp), warm-started.
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
    const BestArmMeetings<F> meetings(problem_->family(), x_.size(), problem_->score(1.0));
    upper_ = meetings.solve(candidate, means.data(), t_, x_.data(), weights_.data());
    double total = 0.0;
    for (const double weight : weights_) total += weight;
    for (double& weight : weights_) weight /= total;
  }

  std::span<const double> weights() const { return weights_; }
  double upper() const { return upper_; }

 private:
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
