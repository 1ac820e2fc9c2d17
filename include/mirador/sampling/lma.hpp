#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "mirador/sampling/exploration.hpp"
#include "mirador/sampling/learner.hpp"
#include "mirador/sampling/sampling_rule.hpp"
#include "mirador/sampling/tracker.hpp"

namespace mirador {

/// Lazy mirror ascent (Ménard 2019, Algorithm 1): one step of a learner on the sub-gradient of
/// F(·, m(t)) at the mirror weights w̃(t), mixed with γ_t of uniform, tracked cumulatively.
///   - learner: AdaHedge by default; ExponentialWeights for the paper's η_t = 1/(L√t) and LMAc
///   - candidate: the standing's answer; for means inside a set it is the only one, and outside all
///     sets fixing it keeps the maximised function concave
///   - clip M: gradients are cut at M√t; M = ∞ (the default) does not clip
/// Works for every problem. O(K) per step plus the projection. Asymptotically optimal for Gaussian
/// arms: proved with η_t = 1/(L√t) (Ménard 2019, Thm 2), and with AdaHedge by the same proof, which
/// only needs a learner with regret O(√T). LMAc has no such guarantee (heuristic).
template <Problem P, class Learner>
class LazyMirrorAscent {
 public:
  LazyMirrorAscent(const P& problem, Learner learner,
                   double clip = std::numeric_limits<double>::infinity())
      : learner_(std::move(learner)), clip_(clip), tracker_(problem.arms()), closest_(problem) {
    if (learner_.weights().size() != problem.arms()) {
      throw InputError("learner: made for " + std::to_string(learner_.weights().size()) +
                       " arms, but the problem has " + std::to_string(problem.arms()));
    }
  }

  void start(RandomKey) {
    learner_.start();
    started_ = false;
  }

  Arm next(const Standing<P>& standing) const {
    if (standing.total_pending() == 0) return tracker_.next();
    return tracker_.next(standing.pending(), {learner_.weights(), uniform_share(round_)});
  }

  void observe(const Standing<P>& standing, Arm arm) {
    if (started_) {
      tracker_.pulled(arm);
    } else {
      round_ = Round(standing.total());
      tracker_.start(standing.counts(), standing.total());
      started_ = true;
    }
    // The scale of the weights cancels.
    const Point at = standing.at(learner_.raw_weights());
    closest_.find_against(standing.closest().answer(), at);
    const Round next(standing.total() + 1);
    learner_.learn(ClippedGradient{closest_, at, ceiling()}, next);
    tracker_.aim({learner_.weights(), uniform_share(round_)});
    round_ = next;
  }

  /// w̃(t+1), before the uniform share is mixed in.
  std::span<const double> weights() const { return learner_.weights(); }
  const Learner& learner() const { return learner_; }
  /// Σ_{s<=t+1} w'(s) - N(t).
  std::span<const double> deficits() const { return tracker_.deficits(); }

 private:
  /// clip_t of the sub-gradient, computed on demand.
  struct ClippedGradient {
    const Alternative<P>& closest;
    Point at;
    double ceiling;

    double operator[](Arm a) const { return std::min(closest.gradient(a, at), ceiling); }
  };

  double ceiling() const { return clip_ * round_.root(); }

  Learner learner_;
  double clip_;
  bool started_ = false;
  Round round_{1};  // the pulls so far
  CumulativeTracker tracker_;
  Alternative<P> closest_;
};

}  // namespace mirador
