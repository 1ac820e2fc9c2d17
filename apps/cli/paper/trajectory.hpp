#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mirador::paper {

/// The quantities of the theorem's proof along one trajectory of lazy mirror ascent, at some of its
/// rounds.
struct TrajectoryPoint {
  std::uint64_t round;         ///< t
  std::vector<double> shares;  ///< N(t)/t
  double tracking;             ///< max over a of |Σ_{s<=t} w̃_a(s) - N_a(t)|
  double tracking_bound;       ///< 2K√t
  double regret;               ///< Σ_s F(w*, m(s)) - F(w̃(s), m(s)), of the paper's Proposition
  double linear_regret;        ///< max over w of Σ_s g(s)·(w - w̃(s)); by concavity no less
  double regret_bound;         ///< the guaranteed bound of the linear regret
};

struct TrajectoryRecord {
  std::string rule;          ///< as `mirador sim --rules` names it
  std::string regret_proof;  ///< where the bound comes from
  std::vector<TrajectoryPoint> points;
};

/// Follows lma and lma:L=0.01 on the paper's instance up to `horizon` rounds (replication 0 of the
/// seed, without stopping), recorded at rounds that grow by a tenth.
std::vector<TrajectoryRecord> follow_trajectories(std::uint64_t seed, std::uint64_t horizon);

}  // namespace mirador::paper
