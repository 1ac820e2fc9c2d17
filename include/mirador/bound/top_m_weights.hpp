#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mirador/bound/optimal_weights.hpp"
#include "mirador/family/gaussian.hpp"
#include "mirador/problem/top_m.hpp"

namespace mirador {

/// Top-m with Gaussian arms and no margin. With r_a = 1/w_a (scaled so that F = 1) every pair
/// requires c_ij w_i w_j / (w_i + w_j) >= 1, c_ij = d(m_i, m_j), which is linear in r:
///   T* = min Σ 1/r_a   subject to   r_i + r_j <= c_ij   for i inside, j outside, r > 0,
/// solved by a primal-dual interior point method. The graph of pairs is bipartite, so Newton's
/// system shrinks to the smaller side p = min(m, K-m): O(p² K) per step, 10 to 40 steps. The
/// multipliers f_ij of the pairs give the certificate, a mixture of cuts with shares ∝ f_ij c_ij.
class GaussianTopMWeights {
 public:
  explicit GaussianTopMWeights(const TopM<Gaussian>& problem, double relative_gap = 1e-9);

  /// No solution is kept for the next call.
  void restart() {}
  void solve(const ArmSet& candidate, std::span<const double> means, std::span<const double> = {});

  std::span<const double> weights() const { return weights_; }
  double upper() const { return upper_; }

 private:
  /// One side of the graph: its arms, r and the Newton step of r, and a number to sum into.
  struct Side {
    std::vector<Arm> arms;
    std::vector<double> r, step, total;
  };
  /// One pair: c, the slack c - r_i - r_j (stored because at the end it is below the rounding of
  /// that difference), the multiplier f and its Newton step.
  struct Pair {
    double cost, slack, flow, flow_step;
  };

  Pair& pair(std::size_t i, std::size_t j) { return pairs_[i * large_.arms.size() + j]; }
  template <class Visit>
  void for_each_pair(Visit&& visit);

  bool load(const ArmSet& candidate, std::span<const double> means);
  void spread_over_ties();
  void start();
  void newton_direction(double target);
  void eliminate_large_side();
  void move();
  double certified_gap();

  const TopM<Gaussian>* problem_;
  double relative_gap_;
  double unit_ = 1.0;  // the smallest c, the unit of all c and r
  Side small_, large_;
  std::vector<Pair> pairs_;  // one row per arm of the small side
  std::vector<double> matrix_;
  std::vector<double> weights_;
  double upper_ = 0.0;
};

template <>
class OptimalWeights<TopM<Gaussian>> : public UnlessMargin<TopM<Gaussian>, GaussianTopMWeights> {
 public:
  using UnlessMargin::UnlessMargin;
};

}  // namespace mirador
