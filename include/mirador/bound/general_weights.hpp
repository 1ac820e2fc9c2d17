#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "mirador/bound/concave_maximiser.hpp"
#include "mirador/problem/alternative.hpp"

namespace mirador {

/// The optimal weights of any problem (see optimal_weights.hpp): uses only projections and reaches
/// the given relative gap. The cost is that of ConcaveMaximiser, tens to hundreds of projections
/// per call; up to a few hundred arms.
template <Problem P>
class GeneralOptimalWeights {
 public:
  using Answer = typename P::Answer;

  explicit GeneralOptimalWeights(const P& problem, double relative_gap = 1e-9)
      : relative_gap_(relative_gap), closest_(problem), weights_(problem.arms()) {
    restart();
  }

  void restart() {
    std::fill(weights_.begin(), weights_.end(), 1.0 / static_cast<double>(weights_.size()));
  }

  void solve(const Answer& candidate, std::span<const double> means,
             std::span<const double> variances = {}) {
    const auto oracle = [&](std::span<const double> w, std::span<double> gradient) {
      const Point at{w, means, variances};
      closest_.find_against(candidate, at);
      closest_.gradient(at, gradient);
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

/// Uses `Special`, which needs a problem without a margin, if there is none and only the best is
/// good enough; otherwise the general solver.
template <Problem P, class Special>
class UnlessMargin {
 public:
  explicit UnlessMargin(const P& problem, double relative_gap = 1e-9)
      : margin_(has_margin(problem)),
        special_(problem, relative_gap),
        general_(problem, relative_gap) {}

  void restart() {
    special_.restart();
    general_.restart();
  }
  void solve(const typename P::Answer& candidate, std::span<const double> means,
             std::span<const double> variances = {}) {
    if (margin_) {
      general_.solve(candidate, means, variances);
    } else {
      special_.solve(candidate, means, variances);
    }
  }
  std::span<const double> weights() const {
    return margin_ ? general_.weights() : special_.weights();
  }
  double upper() const { return margin_ ? general_.upper() : special_.upper(); }

 private:
  static bool has_margin(const P& problem) {
    if constexpr (requires { problem.good_enough(); }) {
      if (problem.good_enough() > 0.0) return true;
    }
    return problem.margin() > 0.0;
  }

  bool margin_;
  Special special_;
  GeneralOptimalWeights<P> general_;
};

}  // namespace mirador
