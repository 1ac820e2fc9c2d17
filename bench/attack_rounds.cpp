#include "attack_rounds.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <utility>

#include "attack_round_worlds.hpp"
#include "mirador/rounds/shifted_capital.hpp"
#include "mirador/simulate/workers.hpp"

namespace attack {
namespace {

using namespace mirador;

constexpr SymmetricLaw by_mean{Compare::mean}, by_typical{Compare::typical}, by_wins{Compare::wins};

/// One cell: who compares, how, and what happens to the rounds.
struct Contest {
  ComparisonTerms terms;
  std::size_t arms = 2;
  std::uint64_t rounds = 150;
  RoundWorld world;
  Adversary adversary = everyone;
  RoundEvent event = RoundEvent::best_leaves;
  double promised = 0.0;  ///< where it is not δ
  double truth = 0.0;     ///< of interval_misses
};

bool has(RoundEvent event, const Comparison& now, double promised) {
  if (event == RoundEvent::early_certainty) {
    return now.leader() != 0 && now.evidence() >= -std::log(promised);
  }
  if (!now.in_play(0)) return true;
  if (event == RoundEvent::best_leaves) return false;
  for (Arm a = 1; a < now.arms(); ++a) {
    if (now.in_play(a) && now.within_margin(a)) return true;
  }
  return false;
}

/// Plays a run until the event, the verdict, or the last round.
bool errs(const Contest& contest, double promised, RandomKey key) {
  Comparison comparison(contest.arms, contest.terms);
  const Values next = contest.world.values();
  std::vector<Arm> members;
  std::vector<double> values(contest.arms);
  while (comparison.rounds() < contest.rounds && !comparison.verdict()) {
    Draws draws(key, comparison.rounds());
    contest.adversary.choose(comparison, members);
    next(comparison, draws, values);
    if (contest.adversary.hide) contest.adversary.hide(comparison, values);
    comparison.add(members, values);
    if (has(contest.event, comparison, promised)) return true;
  }
  return false;
}

/// Plays a run in which the interval of the difference of arms 0 and 1 is looked at after every
/// round.
bool misses(const Contest& contest, double risk, RandomKey key) {
  const Comparison nothing(contest.arms, contest.terms);  // these worlds do not look at the past
  const Bets bets(contest.terms.law);
  ShiftedCapital above(bets, -contest.truth), below(bets, contest.truth);
  const Values next = contest.world.values();
  std::vector<double> values(contest.arms);
  for (std::uint64_t round = 0; round < contest.rounds; ++round) {
    Draws draws(key, round);
    next(nothing, draws, values);
    const double difference = values[0] - values[1];
    const double highest = std::max(above.after(difference), below.after(-difference));
    if (highest >= 2.0 / risk) return true;
  }
  return false;
}

std::string name_of(const ComparisonTerms& terms) {
  static constexpr const char* compared[] = {"mean", "typical", "wins"};
  std::string name;
  if (const auto* scores = std::get_if<ScoreLaw>(&terms.law)) {
    name = scores->items == 0 ? "scores" : std::to_string(scores->items) + " items";
  } else {
    name = compared[static_cast<std::size_t>(std::get<SymmetricLaw>(terms.law).compare)];
  }
  if (terms.goal == Goal::equal) name += ", equal within ε";
  if (terms.goal == Goal::good_enough) name += ", good enough";
  return name;
}

class Collection {
 public:
  void add(Contest contest) {
    const double promised = contest.promised > 0.0 ? contest.promised : contest.terms.delta;
    RoundAttack attack{.law = name_of(contest.terms),
                       .world = std::string(contest.world.name),
                       .attack = std::string(contest.adversary.name),
                       .arms = contest.arms,
                       .delta = promised,
                       .rounds = contest.rounds,
                       .proved = proved_,
                       .errs = {}};
    if (contest.event == RoundEvent::early_certainty) attack.attack = "smallest risk, peeking";
    if (contest.event == RoundEvent::interval_misses) attack.attack = "interval, peeking";
    attack.errs = [contest = std::move(contest), promised](RandomKey key) {
      const bool is_interval = contest.event == RoundEvent::interval_misses;
      return is_interval ? misses(contest, promised, key) : errs(contest, promised, key);
    };
    attacks_.push_back(std::move(attack));
  }
  void break_assumptions() { proved_ = false; }
  std::vector<RoundAttack> take() { return std::move(attacks_); }

 private:
  bool proved_ = true;
  std::vector<RoundAttack> attacks_;
};

const RoundWorld normal_tie{"normal", [] { return equal_arms(normal_noise); }};

void add_real(Collection& all) {
  for (const RoundWorld& world : real_worlds()) {
    for (const SymmetricLaw law : {by_mean, by_typical, by_wins}) {
      all.add({.terms = {law, 0.1}, .world = world});
    }
    all.add({.terms = {by_typical, 0.1}, .arms = 3, .rounds = 100, .world = world});
  }
  for (const SymmetricLaw law : {by_mean, by_typical, by_wins}) {
    all.add({.terms = {law, 0.05}, .world = normal_tie});
  }
  all.add({.terms = {by_mean, 0.1}, .rounds = 1000, .world = normal_tie});
}

/// Five arms, and an adversary who chooses who plays and which values go missing.
void add_adversaries(Collection& all) {
  const RoundWorld spiky{"10 % spikes of 100 σ in every arm",
                         [] { return equal_arms(spiky_noise); }};
  for (const RoundWorld& world : {normal_tie, spiky}) {
    for (const Adversary& adversary :
         {everyone, only_winning_rivals, only_best_rival, victim_in_turn, abandons_when_behind}) {
      all.add({.terms = {by_typical, 0.1},
               .arms = 5,
               .rounds = 60,
               .world = world,
               .adversary = adversary});
    }
  }
}

void add_scores(Collection& all) {
  const ScoreLaw unit{0.0, 1.0};
  for (const RoundWorld& world : score_worlds()) {
    for (const double delta : {0.1, 0.05}) {
      all.add({.terms = {unit, delta}, .rounds = 300, .world = world});
    }
    for (const Adversary& adversary : {everyone, only_winning_rivals, only_best_rival}) {
      all.add(
          {.terms = {unit, 0.1}, .arms = 5, .rounds = 60, .world = world, .adversary = adversary});
    }
  }
}

/// Worlds of finite sets; the last ones differ in few items only, and need many.
void add_items(Collection& all) {
  for (const std::uint64_t items : {20u, 100u, 1000u}) {
    std::vector<RoundWorld> worlds = item_worlds(items);
    if (items != 100) worlds.resize(1);
    for (const RoundWorld& world : worlds) {
      const ScoreLaw law{0.0, 1.0, items};
      for (const double delta : {0.1, 0.05}) {
        all.add({.terms = {law, delta}, .rounds = items, .world = world});
      }
      all.add({.terms = {law, 0.1}, .arms = 3, .rounds = items, .world = world});
      for (const Adversary& adversary : {abandons_when_behind, hides_victims_wins}) {
        all.add({.terms = {law, 0.1}, .rounds = items, .world = world, .adversary = adversary});
      }
    }
  }
}

/// Rivals are worse than arm 0 by the margin and a little more.
void add_margins(Collection& all) {
  const double hair = 1e-6;
  const RoundWorld normal{"worse by ε + 1e-6, normal, ε = σ",
                          [=] { return leading_normal(1.0 + hair); }};
  const RoundWorld coins{"worse by ε + 1e-6, coins, ε = 0.3",
                         [=] { return leading_coins(0.35, 0.3 + hair); }};
  const auto try_both = [&](const Law& law, double margin, const RoundWorld& world,
                            std::uint64_t rounds) {
    for (const Goal goal : {Goal::equal, Goal::good_enough}) {
      for (const std::size_t entrants : {2u, 3u}) {
        all.add({.terms = {law, 0.1, goal, margin},
                 .arms = entrants,
                 .rounds = rounds,
                 .world = world,
                 .event = RoundEvent::false_margin});
      }
    }
  };
  for (const SymmetricLaw law : {by_mean, by_typical, by_wins}) try_both(law, 1.0, normal, 200);
  try_both(ScoreLaw{0.0, 1.0}, 0.3, coins, 200);
  for (const std::uint64_t items : {20u, 200u}) {
    const RoundWorld world{"worse by ε + 1e-9, ε = 0.05", [=] { return leading_items(items); }};
    try_both(ScoreLaw{0.0, 1.0, items}, 0.05 - 1e-9, world, items);
  }
}

/// One arm leads by a hair, and the smallest risk is looked at after every round, whichever leads.
void add_peeking(Collection& all) {
  const RoundWorld normal{"arm 0 better by 1e-6 σ", [] { return leading_normal(1e-6); }};
  for (const std::size_t entrants : {2u, 3u}) {
    all.add({.terms = {by_typical, 1e-9},
             .arms = entrants,
             .world = normal,
             .event = RoundEvent::early_certainty,
             .promised = 0.1});
  }
}

/// Differences that are not 0, so that capitals are shifted.
void add_intervals(Collection& all) {
  const auto add = [&](const Law& law, double truth, const RoundWorld& world) {
    all.add({.terms = {law, 0.1},
             .rounds = 100,
             .world = world,
             .event = RoundEvent::interval_misses,
             .truth = truth});
  };
  const RoundWorld normal{"arm 0 better by σ, normal", [] { return leading_normal(1.0); }};
  for (const SymmetricLaw law : {by_mean, by_typical, by_wins}) add(law, 1.0, normal);
  add(ScoreLaw{}, 0.3, {"arm 0 better by 0.3, coins", [] { return leading_coins(0.35, 0.3); }});
  add(ScoreLaw{0.0, 1.0, 100}, 0.05,
      {"arm 0 better by 0.05 on the items", [] { return leading_items(100); }});
}

void add_broken(Collection& all) {
  all.break_assumptions();
  for (const RoundWorld& world : broken_worlds()) {
    for (const SymmetricLaw law : {by_mean, by_typical}) {
      all.add({.terms = {law, 0.05}, .rounds = 1000, .world = world});
    }
  }
  for (const Adversary& adversary : {hides_a_tenth_of_losses, hides_victims_wins}) {
    for (const SymmetricLaw law : {by_mean, by_typical}) {
      all.add({.terms = {law, 0.05}, .rounds = 1000, .world = normal_tie, .adversary = adversary});
    }
  }
  for (const RoundWorld& world : broken_score_worlds()) {
    all.add({.terms = {ScoreLaw{}, 0.05}, .rounds = 1000, .world = world});
  }
}

}  // namespace

std::vector<RoundAttack> round_attacks() {
  Collection all;
  add_real(all);
  add_adversaries(all);
  add_scores(all);
  add_items(all);
  add_margins(all);
  add_peeking(all);
  add_intervals(all);
  add_broken(all);
  return all.take();
}

std::uint64_t count_errors(const RoundAttack& attack, std::uint64_t runs, unsigned threads) {
  constexpr std::uint64_t seed = 12;
  std::atomic<std::uint64_t> errors = 0;
  const auto make_worker = [&]() -> std::function<bool(std::uint64_t)> {
    return [&](std::uint64_t replication) {
      errors += attack.errs({seed, replication}) ? 1 : 0;
      return true;
    };
  };
  share_out({.count = runs, .threads = threads}, make_worker, [](std::uint64_t) {});
  return errors;
}

}  // namespace attack
