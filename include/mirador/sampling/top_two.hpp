#pragma once

#include <cstdint>

#include "mirador/family/gaussian.hpp"
#include "mirador/problem/best_arm.hpp"
#include "mirador/sampling/sampling_rule.hpp"

namespace mirador {

/// Top-two Thompson sampling with the paper's choice between leader and challenger. Posterior of
/// arm a from a N(0, σ²) prior: N(S_a/(N_a+1), σ²/(N_a+1)). Draw θ', leader I = its best arm;
/// draw θ'' from the posterior given that its best arm J is not I; pull I if
/// d(θ'_I, θ''_I) > d(θ'_J, θ''_J), else J.
/// Redrawing until J != I would take arbitrarily long once the posterior has settled, so θ'' is
/// drawn from that conditional law directly. Only if its probability underflows, the closest
/// alternative (smallest transport cost) is used instead. Best-arm with Gaussian arms only; O(K)
/// per step. The prior's mean 0 is the paper's: means far from 0 (in units of σ) slow it down. No
/// guarantee is claimed (heuristic).
class TopTwoThompson {
 public:
  using Question = BestArm<Gaussian>;

  explicit TopTwoThompson(const Question&) {}

  void start(RandomKey key) { key_ = key; }
  Arm next(const Standing<Question>& standing) const;
  void observe(const Standing<Question>&, Arm) {}

 private:
  RandomKey key_;
};

}  // namespace mirador
