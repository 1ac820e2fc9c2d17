#pragma once

#include <cstddef>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/core/forecast.hpp"
#include "mirador/rounds/bets.hpp"
#include "mirador/rounds/comparison.hpp"
#include "mirador/rounds/round_table.hpp"

namespace mirador {

/// What can be said before a verdict, or out of budget.

/// How far each arm is from the best, at most:
///   ε̂_i = max over j ≠ i in play of min{ε >= 0 : G_ij(ε) >= 1/δ},
///   G_ij(ε) = max over time of a E_j + b W_ij^ε / (K - 1),
/// where W_ij^ε is the capital Σ_q π_q W_q of the bets on D_ij + ε.
///   - With a margin, a = 1/4 and b = 3/4, as in `Comparison`: all arms that leave, the verdict and
///     all ε̂ hold together with risk δ.
///   - Without, an arm leaves when E_j alone reaches 1/δ, so E_j has all of the risk δ. Then
///     a = b = 1, and the ε̂ cost as much again: that no ε̂ is too small and the best has not left
///     hold together with risk 2 δ. `risk` says so; nothing that was decided at δ changes.
/// Proved for the laws of law.hpp, for all arms and all times together: if j is best,
/// a E_j + b/(K-1) Σ_i W_ij^{μ_j - μ_i} is a supermartingale that starts at a + b.
class Nearness {
 public:
  /// Replays the comparison, O(n K² q). The table must outlive this.
  Nearness(const ComparisonTerms& terms, const RoundTable& table);

  /// The probability that any statement, of any arm after any round, is wrong.
  double risk() const { return (share_of_capital_ + share_of_shift_) * terms_.delta; }
  /// ε̂_i, rounded up; infinite while nothing is proved; at most hi - lo for scores. 0: no other
  /// arm is in play, or all others are as good as refuted. About 40 passes over the rounds for each
  /// arm in play.
  double within(Arm i) const;

 private:
  bool is_within(Arm i, Arm j, double margin) const;
  double least_margin(Arm i, Arm j, double at_least) const;

  ComparisonTerms terms_;
  const RoundTable& table_;
  Bets bets_;
  double share_of_capital_, share_of_shift_;
  std::vector<Arm> in_play_;
  std::vector<double> capitals_;  // E_j after each round, row after row
};

/// How many more measurements until the verdict, or until a finite set of items ends
/// (docs/theory.md, section 7). The leader's evidence against j after n rounds is about n r_j, less
/// what a mixture of bets costs, with
///   r_j = min(log(1 + θ²) / 2, log 2) = θ²/2 - θ⁴/4 + ...,  θ = mean / deviation of D.
/// So j leaves after so many rounds; a margin may end it sooner, by evidence with D + ε. Nothing
/// can be said before every rival has two rounds with the leader. Zero after a verdict.
/// `round_size` is that of members_of_round. O(n K), and some hundred steps for each rival.
Forecast forecast_of(const Comparison& comparison, const RoundTable& table, std::size_t round_size);

}  // namespace mirador
