#include "attack_rounds.hpp"

#include <atomic>

#include "attack_race_worlds.hpp"
#include "attack_round_cells.hpp"
#include "attack_round_worlds.hpp"
#include "mirador/simulate/workers.hpp"

namespace attack {
namespace {

using namespace mirador;

void add_real(Collection& all) {
  for (const RoundWorld& world : real_worlds()) {
    for (const SymmetricLaw law : {by_mean, by_typical, by_wins}) {
      all.add({.terms = {law, 0.1}, .world = world});
    }
    all.add({.terms = {by_typical, 0.1}, .arms = 3, .rounds = 100, .world = world});
  }
  for (const SymmetricLaw law : {by_mean, by_typical, by_wins}) {
    all.add({.terms = {law, 0.05}, .world = normal_tie()});
  }
  all.add({.terms = {by_mean, 0.1}, .rounds = 1000, .world = normal_tie()});
}

/// Five arms, and an adversary who chooses who plays and which values go missing.
void add_adversaries(Collection& all) {
  const RoundWorld spiky{"10 % spikes of 100 σ in every arm",
                         [] { return equal_arms(spiky_noise); }};
  for (const RoundWorld& world : {normal_tie(), spiky}) {
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

/// Many rounds.
void add_long(Collection& all) {
  for (const SymmetricLaw law : {by_typical, by_wins}) {
    all.add({.terms = {law, 0.1}, .rounds = 1000, .world = normal_tie()});
  }
  all.add({.terms = {by_mean, 0.1},
           .rounds = 2000,
           .world = {"exponential", [] { return equal_arms(exponential_noise); }}});
  all.add({.terms = {by_typical, 0.1}, .rounds = 2000, .world = {"Student, 3 degrees", [] {
                                                                   return equal_arms(student_noise);
                                                                 }}});
}

void add_races(Collection& all) {
  for (const RoundWorld& world : race_worlds()) {
    for (const std::size_t commands : {2u, 4u}) {
      all.add({.terms = {by_typical, 0.05},
               .arms = commands,
               .rounds = commands == 2 ? 200u : 60u,
               .world = world});
    }
  }
}

/// Several arms on a finite set, and values that are lost after they were seen.
void add_lost_items(Collection& all) {
  const ScoreLaw law{0.0, 1.0, 64};
  const std::vector<RoundWorld> worlds = item_worlds(64);
  for (std::size_t entrants : {3u, 5u}) {
    for (std::size_t world : {0u, 1u}) {
      for (const Adversary& adversary : {hides_victims_wins, hides_victims_best}) {
        all.add({.terms = {law, 0.1},
                 .arms = entrants,
                 .rounds = 64,
                 .world = worlds[world],
                 .adversary = adversary});
      }
    }
  }
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
      all.add(
          {.terms = {law, 0.05}, .rounds = 1000, .world = normal_tie(), .adversary = adversary});
    }
  }
  for (const RoundWorld& world : broken_score_worlds()) {
    all.add({.terms = {ScoreLaw{}, 0.05}, .rounds = 1000, .world = world});
  }
}

/// What a second reader asked for: wins and scores, circles, slips, and members chosen too late.
void add_more_broken(Collection& all) {
  const auto add = [&](const Law& law, const RoundWorld& world) {
    all.add({.terms = {law, 0.05}, .rounds = 1000, .world = world});
  };
  for (const RoundWorld& world : broken_coin_worlds()) {
    add(ScoreLaw{}, world);
  }
  const std::vector<RoundWorld> real = broken_worlds();
  for (std::size_t world = 0; world < 3; ++world) add(by_wins, real[world]);
  for (const SymmetricLaw law : {by_mean, by_typical, by_wins}) {
    add(law, slipped_world);
    for (const RoundWorld& world : after_effect_worlds()) add(law, world);
    all.add({.terms = {law, 0.05},
             .arms = 3,
             .rounds = 1000,
             .world = dice_in_a_circle,
             .event = RoundEvent::somebody_wins,
             .label = "any winner"});
  }
  for (const Law& law : {Law(by_mean), Law(by_typical), Law(by_wins), Law(ScoreLaw{})}) {
    const bool scores = std::holds_alternative<ScoreLaw>(law);
    all.add({.terms = {law, 0.05},
             .arms = 3,
             .rounds = 1000,
             .world = scores ? score_worlds()[0] : normal_tie(),
             .adversary = keeps_higher_rival});
  }
  add(ScoreLaw{0.0, 1.0, 1000}, broken_score_worlds()[1]);
}

}  // namespace

std::vector<RoundAttack> round_attacks() {
  Collection all;
  add_real(all);
  add_adversaries(all);
  add_scores(all);
  add_items(all);
  add_long(all);
  add_races(all);
  add_lost_items(all);
  add_claims(all);
  for (const LiveAttack& live : live_attacks()) all.add(live);
  add_broken(all);
  add_more_broken(all);
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
