#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "mirador/bound/concave_maximiser.hpp"
#include "mirador/problem/alternative.hpp"

namespace mirador {

/// The proportions w* that maximise F(·, m) against a candidate answer, and a certified upper
/// bound of the maximum.
///   restart()                 forgets the solution before
///   solve(candidate, means)   finds w*; warm-started by the solution before
///   weights()                 w*
///   upper()                   max F <= upper, from a mixture of cuts
/// Where F is 0 for every w (a tie), the weights are some that separate the tied arms (for best-arm
/// the limit as the tie is approached), and the upper bound is 0.
/// This general form needs nothing but projections and reaches the relative gap given to it;
/// problems with a better way specialise it, in the files included below.
template <Problem P>
class OptimalWeights {
 public:
  using Answer = typename P::Answer;

  explicit OptimalWeights(const P& problem, double relative_gap = 1e-9)
      : relative_gap_(relative_gap), closest_(problem), weights_(problem.arms()) {
    restart();
  }

  void restart() {
    std::fill(weights_.begin(), weights_.end(), 1.0 / static_cast<double>(weights_.size()));
  }

  void solve(const Answer& candidate, std::span<const double> means) {
    const auto oracle = [&](std::span<const double> w, std::span<double> gradient) {
      closest_.find_against(candidate, {w, means});
      closest_.gradient(means, gradient);
      return closest_.value();
    };
    upper_ = maximiser_.maximise(oracle, weights_, {.relative_gap = relative_gap_}).upper;
  }

  std::span<const double> weights() const { return weights_; }
  double upper() const { return upper_; }

 private:
  double relative_gap_;
  Alternative<P> closest_;
  ConcaveMaximiser maximiser_;
  std::vector<double> weights_;
  double upper_ = 0.0;
};

}  // namespace mirador

// The specialisations must be seen wherever the template is.
#include "mirador/bound/best_arm_weights.hpp"
#include "mirador/bound/level_weights.hpp"
#include "mirador/bound/top_m_weights.hpp"
