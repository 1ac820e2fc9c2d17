#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/core/interval.hpp"
#include "mirador/rounds/bets.hpp"
#include "mirador/rounds/comparison.hpp"
#include "mirador/rounds/law.hpp"
#include "mirador/rounds/round_table.hpp"

namespace mirador {

/// What two arms differ by within rounds: D = X_i - X_j, positive where i is ahead.

/// The difference that an interval is about: the centre of D for symmetric laws, the point that as
/// many D are above as below for `wins`, the average of D for scores, and the average over exactly
/// the N items for a finite set.
///
/// The interval contains every Δ that is refuted on neither side: "Δ <= c" is refuted when the
/// capital Σ_q π_q W_q of the bets on D - c has ever reached 2/risk, "Δ >= c" likewise. The capital
/// falls as c rises, so each end is found by bisection, and rounded outward. An end is infinite
/// while nothing is refuted; scores end at lo - hi and hi - lo. If the data contradict the law, the
/// two ends cross; then the interval is what lies between them.
///
/// Proved, if D has the law of the bets: with probability at least 1 - risk, the intervals after
/// every round contain the difference at the same time. For one pair named in advance; for all
/// pairs at once use risk_of_each_pair. About 40 passes over the rounds, each O(n q).
Interval difference_interval(const Bets& bets, const RoundTable& table, ArmPair pair, double risk);

/// The risk of one interval if those of all K (K - 1) / 2 pairs are to hold together.
double risk_of_each_pair(double risk, std::size_t arms);

/// What the rounds of a pair look like; it estimates and claims nothing. Of fewer than two rounds
/// the deviation is 0, and so are skewness and autocorrelation if the deviation is 0.
struct DifferenceSummary {
  std::uint64_t rounds = 0;  ///< with both values
  std::uint64_t ahead = 0, behind = 0, tied = 0;
  double mean = 0.0, median = 0.0, deviation = 0.0;
  double skewness = 0.0;
  /// Of one round with both values and the next such round, whatever lies between.
  double autocorrelation = 0.0;
};
DifferenceSummary summarise(const RoundTable& table, ArmPair pair);

/// Reasons to doubt a claim "i is better than j". Heuristic: warnings, which never change a
/// verdict.
enum class Doubt {
  mean_against_claim,    ///< refuted, but the mean difference is within 2 standard errors of 0
  skewed_against_claim,  ///< D has its long tail on the other side than the claim
  luck_carries_over,     ///< successive D are correlated
};

struct PairWarning {
  Doubt doubt;
  ArmPair pair;
  double number;  ///< mean √n / deviation, -skewness, or autocorrelation
  double limit;   ///< 2 (it is below), 2 √(6/n), or 2 / √n (it is above)

  bool operator==(const PairWarning&) const = default;
};

/// The doubts about the leader against every other arm, or about the answer if there is a verdict;
/// none before 20 rounds. The mean is held against claims only: the other arm has left. Mean and
/// skewness matter for symmetric laws, and not for `wins` and scores, which assume no shape.
std::vector<PairWarning> warnings_of(const Comparison& comparison, const RoundTable& table);

}  // namespace mirador
