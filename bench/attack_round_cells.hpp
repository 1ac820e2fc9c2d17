#pragma once

#include <string>
#include <utility>
#include <vector>

#include "attack_round_contests.hpp"
#include "attack_round_sessions.hpp"
#include "attack_rounds.hpp"

namespace attack {

inline constexpr mirador::SymmetricLaw by_mean{mirador::Compare::mean},
    by_typical{mirador::Compare::typical}, by_wins{mirador::Compare::wins};

/// Arms that tie.
RoundWorld normal_tie();

/// The cells of the table.
class Collection {
 public:
  void add(Contest contest) {
    RoundAttack attack{.law = name_of(contest.terms),
                       .world = std::string(contest.world.name),
                       .attack = attack_name(contest),
                       .arms = contest.arms,
                       .delta = contest.promised > 0.0 ? contest.promised : contest.terms.delta,
                       .rounds = contest.rounds,
                       .proved = proved_,
                       .errs = {}};
    attack.errs = [contest = std::move(contest)](mirador::RandomKey key) {
      return errs(contest, key);
    };
    attacks_.push_back(std::move(attack));
  }
  void add(const LiveAttack& live) {
    attacks_.push_back({.law = std::string(live.law),
                        .world = std::string(live.world),
                        .attack = std::string(live.attack),
                        .arms = live.arms,
                        .delta = live.delta,
                        .rounds = live.rounds,
                        .proved = true,
                        .errs = live.errs});
  }
  void break_assumptions() { proved_ = false; }
  std::vector<RoundAttack> take() { return std::move(attacks_); }

 private:
  bool proved_ = true;
  std::vector<RoundAttack> attacks_;
};

/// Margins, ε̂, intervals, the smallest risk, and "somebody wins".
void add_claims(Collection& all);

}  // namespace attack
