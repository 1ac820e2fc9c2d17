#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "mirador/core/arm.hpp"
#include "mirador/rounds/bets.hpp"
#include "mirador/rounds/law.hpp"

namespace mirador {

/// When a comparison is decided.
enum class Goal {
  best,         ///< one arm is left
  equal,        ///< or all that are left are proved within a margin of the best
  good_enough,  ///< or one arm is proved within a margin of the best
};

/// The share of the capital that bets against "j is best"; the rest bets on the margin.
constexpr double capital_share(Goal goal) { return goal == Goal::best ? 1.0 : 0.25; }

struct ComparisonTerms {
  Law law = SymmetricLaw{};
  double delta = 0.05;
  Goal goal = Goal::best;
  double margin = 0.0;  ///< ε of `equal` and `good_enough`
};

struct ComparisonVerdict {
  Arm answer;
  /// `best`: all others are refuted. `equal`: so are those that are not in play; all in play are
  /// within the margin of the best, or tie exactly on a finite set of items. `good_enough`: the
  /// answer is within the margin of the best.
  Goal kind;
  std::uint64_t rounds;

  bool operator==(const ComparisonVerdict&) const = default;
};

/// What is looked for after a round.
enum class RoundLook {
  none,     ///< who leaves
  verdict,  ///< and whether there is a verdict
};

/// Sums of squares of larger values overflow.
inline constexpr double largest_measurement = 1e100;

/// Finds the best of K arms that are measured side by side. Each arm has a capital that grows by
/// bets against "this arm is best" (docs/theory.md, section 13):
///   E_j *= Σ_{i,q} u_iq f_q(D_ij),   u_iq ∝ π_q W_ij,q / E_i over the other arms of the round,
/// where W_ij,q is what bet q alone has made of 1. If j is best, E_j ever reaches 1/δ with
/// probability at most δ: proved for the laws of law.hpp and any dependence between the arms of a
/// round. An arm leaves for good when it does. With a margin ε the capital is split, 1/4 for E_j,
/// and the rest bets on "some i is worse than j by more than ε".
///   - Rounds must be added in their order. The arms of a round must be chosen before the round.
///   - Values must be oriented so that higher is better, and at most `largest_measurement` in size.
///   - With N items there are at most N rounds, and every arm in play is in each.
///   - If the best arm has left (probability at most δ) and the others tie, there may be no
///     verdict. A budget or a margin ends such a comparison.
/// A round costs O(M² q) for M arms and q <= 29 bets, and allocates nothing. Memory O(K² q).
class Comparison {
 public:
  Comparison(std::size_t arms, const ComparisonTerms& terms);

  /// Forgets all rounds.
  void start();
  /// Counts a round: `values` has a place for every arm, NaN where a value of a member is missing.
  /// Arms that have left are ignored. Does nothing after the verdict.
  void add(std::span<const Arm> members, std::span<const double> values,
           RoundLook look = RoundLook::verdict);

  const std::optional<ComparisonVerdict>& verdict() const { return verdict_; }
  std::size_t arms() const { return arms_; }
  const ComparisonTerms& terms() const { return terms_; }
  std::uint64_t rounds() const { return rounds_; }
  bool in_play(Arm arm) const { return left_in_[arm] == 0; }
  std::size_t arms_in_play() const { return still_; }
  /// The round after which the arm left, 0 if it is in play.
  std::uint64_t left_in(Arm arm) const { return left_in_[arm]; }
  /// log E_j.
  double log_capital(Arm arm) const { return log_capital_[arm]; }
  /// The arm in play with the least evidence against it; ties go to the lowest index.
  Arm leader() const;
  /// The evidence for the leader, or for the verdict, in nats: the smallest, over the other arms,
  /// of the largest evidence so far. With a margin it is the evidence that the leader is within it,
  /// also if another arm has more; for `equal`, that every other arm is refuted or within it, too.
  /// For a verdict that one arm is the best it is the evidence against the others alone.
  double evidence() const;
  /// log(1/δ).
  double required() const;
  /// The smallest δ at which all that have left would have left when they did; 0 if none has.
  double least_delta() const;
  /// The differences of a pair in the rounds that both were in.
  PairPast past(Arm i, Arm j) const;
  /// Has "i is within the margin of the best" been proved?
  bool within_margin(Arm i) const;
  /// Has it been proved if j is the best? For goals with a margin.
  bool within_margin_of(Arm i, Arm j) const;
  /// log Σ_q π_q W_ij,q of the bets on D_ij + margin. For goals with a margin.
  double log_margin_wealth(Arm i, Arm j) const;

 private:
  std::size_t pair(Arm i, Arm j) const { return i * arms_ + j; }
  bool has_margin() const { return terms_.goal != Goal::best; }
  std::span<double> wealths_of(std::vector<double>& all, std::size_t pair) {
    return std::span(all).subspan(pair * bets_.size(), bets_.size());
  }
  /// 1/E_i relative to the other rivals of j.
  double trust(Arm i, Arm j) const;

  /// Bets on D_ij and on D_ji, NaN if one of the values is missing; i < j.
  void bet(Arm i, Arm j, double difference);
  void bet_one_way(std::size_t pair, const PairPast& past, double difference);
  void bet_on_margin(std::size_t pair, const PairPast& past, double difference);
  void weigh_rivals();
  void grow_capitals();
  void note_margin_evidence();
  void let_leave();
  void look_for_verdict();
  bool all_tied() const;
  double evidence_for(Arm arm) const;
  /// The largest evidence so far against "j is best".
  double evidence_against(Arm j) const;

  std::size_t arms_;
  ComparisonTerms terms_;
  Bets bets_;
  double share_;  // of the capital E_j; the rest bets on the margin

  std::uint64_t rounds_ = 0;
  std::size_t still_ = 0;
  std::vector<std::uint64_t> left_in_;
  std::vector<double> log_capital_, highest_log_capital_;
  std::vector<PairPast> past_;                        // pairs i < j
  std::vector<double> wealth_, total_;                // π_q W_ij,q and its sum over q
  std::vector<double> margin_wealth_, margin_total_;  // the same with D + ε
  std::vector<double> margin_evidence_;               // the largest G_ij so far
  std::optional<ComparisonVerdict> verdict_;

  // Scratch of a round.
  std::vector<Arm> playing_;
  std::vector<double> trust_, trust_beside_best_, before_, after_, gains_;
  Arm least_refuted_ = 0;
};

/// The arms of the next round, in their order: all in play, or with a size of at least 2 the leader
/// and those that were in the fewest rounds so far (`times`, one number for each arm).
std::vector<Arm> members_of_round(const Comparison& comparison,
                                  std::span<const std::uint64_t> times, std::size_t size);

}  // namespace mirador
