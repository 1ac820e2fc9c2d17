#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "mirador/sampling/exploration.hpp"
#include "mirador/sampling/learner.hpp"
#include "mirador/sampling/sampling_rule.hpp"
#include "mirador/sampling/tracker.hpp"

namespace mirador {

/// Lazy mirror ascent (Ménard 2019, Algorithm 1): one step of a learner on the sub-gradient of
/// F(·, m(t)) at the mirror weights w̃(t), mixed with γ_t of uniform, tracked cumulatively.
///   learner      AdaHedge by default; ExponentialWeights for the paper's η_t = 1/(L√t) and LMAc
///   clip M       gradients are cut at M√t; M = ∞ (the default) does not clip
/// Serves every problem. O(K) a step beside the projection. Asymptotically optimal with AdaHedge
/// and with η_t = 1/(L√t) (proved for Gaussian arms); LMAc has no such guarantee.
template <Problem P, class Learner>
class LazyMirrorAscent {
 public:
  LazyMirrorAscent(const P& problem, Learner learner,
                   double clip = std::numeric_limits<double>::infinity())
      : learner_(std::move(learner)),
        clip_(clip),
        tracker_(problem.arms()),
        closest_(problem),
        gain_(problem.arms()) {}

  void start(RandomKey) {
    learner_.start();
    started_ = false;
  }

  Arm next(const Standing<P>& standing) const { return tracker_.next(standing.pending()); }

  void observe(const Standing<P>& standing, Arm arm) {
    const std::uint64_t t = standing.total();
    if (started_) {
      tracker_.pulled(arm);
    } else {
      tracker_.start(standing.counts(), t);
      started_ = true;
    }
    closest_.find({learner_.weights(), standing.means()});
    learner_.learn(clipped(closest_.gradient(), t), t + 1);
    const double share = uniform_share(t);
    const double floor = share / static_cast<double>(standing.arms());
    const std::span<const double> weights = learner_.weights();
    const std::span<double> deficits = tracker_.deficits();
    for (Arm a = 0; a < deficits.size(); ++a) deficits[a] += (1.0 - share) * weights[a] + floor;
  }

  /// w̃(t+1), before the uniform share is mixed in.
  std::span<const double> weights() const { return learner_.weights(); }
  /// Σ_{s<=t+1} w'(s) - N(t).
  std::span<const double> deficits() const { return tracker_.deficits(); }

 private:
  std::span<const double> clipped(std::span<const double> gradient, std::uint64_t t) {
    if (clip_ == std::numeric_limits<double>::infinity()) return gradient;
    const double ceiling = clip_ * std::sqrt(static_cast<double>(t));
    std::transform(gradient.begin(), gradient.end(), gain_.begin(),
                   [&](double g) { return std::min(g, ceiling); });
    return gain_;
  }

  Learner learner_;
  double clip_;
  bool started_ = false;
  CumulativeTracker tracker_;
  Alternative<P> closest_;
  std::vector<double> gain_;
};

}  // namespace mirador
