#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "mirador/rounds/law.hpp"

namespace mirador {

/// The differences D = X_i - X_j of a pair of arms in the rounds so far.
struct PairPast {
  std::uint64_t rounds = 0;   ///< with both values
  std::uint64_t unknown = 0;  ///< without one of them
  double sum = 0.0;           ///< Σ D
  double sum_absolute = 0.0;  ///< Σ |D|
  double sum_squares = 0.0;   ///< Σ D²

  /// NaN: one of the values is missing.
  void add(double difference);
  /// The same pair, with j first.
  PairPast reversed() const;
  double mean() const { return sum / static_cast<double>(rounds); }
};

/// The bets on one pair: f_q = 1 + g_q, with f_q >= 0 and E[f_q | past] <= 1 while "i is no better
/// than j" holds. For SymmetricLaw, with s the mean of |D| times √(π/2), this round included:
///   f = 1 + tanh(k D / s),       k = 2^-14, ..., 4
///   f = 1 + λ tanh(2 D / s),     λ = 2^-13, ..., 1/4     (typical only)
///   f = 1 + λ sign(D)                                    (wins only)
/// For ScoreLaw, R = hi - lo:
///   f = 1 + λ D / R,             λ = 2^-10, ..., 1/2, 0.95
/// and with N items, m = -(Σ D) / (N - b + 1) the largest mean that the remaining items can have if
/// i is no better than j:
///   f = 1 + min(λ N / (R (N - b + 1)), 0.95 / (R + m)) (D - m).
/// A shift ε makes the null "i is worse than j by ε or more", for margins and intervals. Then s
/// holds earlier rounds only, and every f_q rises with ε; after four rounds s is the standard
/// deviation of D if that is smaller (at least s / 1024). Proofs: docs/theory.md, section 13.
class Bets {
 public:
  explicit Bets(const Law& law);

  std::size_t size() const { return weights_.size(); }
  /// The shares of the capital with which the bets start; their sum is 1.
  std::span<const double> weights() const { return weights_; }

  /// The largest possible difference: hi - lo of scores, infinite otherwise.
  double limit() const;
  /// Whether g_q changes its sign with D, so that one call of `gains` serves both directions.
  bool is_odd() const { return items_ == 0; }
  /// g_q for the difference D of the next round. NaN: one of the values is missing; the round
  /// counts as the worst that it can be for i if the set of items is finite, and is left out
  /// otherwise.
  void gains(const PairPast& before, double difference, std::span<double> gains) const;
  /// The same for the null Δ <= -shift.
  void shifted_gains(const PairPast& before, double difference, double shift,
                     std::span<double> gains) const;

  /// Whether the finite set of items already excludes Δ <= -shift.
  bool excluded(const PairPast& so_far, double shift) const;
  /// Whether the pair had the same total on all items of a finite set.
  bool is_tied(const PairPast& so_far) const;

 private:
  void gains_by_slope(double scaled, std::span<double> gains) const;
  void gains_by_stake(double score, std::span<double> gains) const;
  void gains_of_item(const PairPast& before, double difference, double shift,
                     std::span<double> gains) const;
  void gains_of_missing(const PairPast& before, double shift, std::span<double> gains) const;
  /// At least Σ D if missing values are the worst for i, by shift more per item.
  double least_sum(const PairPast& past, double shift) const;

  enum class Kind { slopes, wins, scores };
  Kind kind_;
  std::size_t slopes_ = 0;      // the first bets are 1 + tanh(k x)
  std::vector<double> stakes_;  // the others 1 + λ ψ
  std::vector<double> weights_;
  double range_ = 1.0;  // R
  std::uint64_t items_ = 0;
};

}  // namespace mirador
