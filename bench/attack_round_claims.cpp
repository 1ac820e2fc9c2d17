// Attacks on what is claimed beside "not the best".
#include "attack_round_cells.hpp"

namespace attack {
namespace {

using namespace mirador;

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
             .promised = 0.1,
             .label = "smallest risk, peeking"});
  }
}

/// Differences that are not 0, so that capitals are shifted.
void add_intervals(Collection& all) {
  const auto add = [&](const Law& law, double truth, const RoundWorld& world) {
    all.add({.terms = {law, 0.1},
             .rounds = 100,
             .world = world,
             .event = RoundEvent::interval_misses,
             .truth = truth,
             .label = "interval, peeking"});
  };
  const RoundWorld normal{"arm 0 better by σ, normal", [] { return leading_normal(1.0); }};
  for (const SymmetricLaw law : {by_mean, by_typical, by_wins}) add(law, 1.0, normal);
  add(ScoreLaw{}, 0.3, {"arm 0 better by 0.3, coins", [] { return leading_coins(0.35, 0.3); }});
  add(ScoreLaw{0.0, 1.0, 100}, 0.05,
      {"arm 0 better by 0.05 on the items", [] { return leading_items(100); }});
}

/// Of T arms that tie a given one leaves with probability δ, and some arm wins with T δ / (T - 1).
void add_winners(Collection& all) {
  const auto add = [&](const Law& law, std::size_t ties, const RoundWorld& world) {
    const double of_ties = static_cast<double>(ties);
    all.add({.terms = {law, 0.1},
             .arms = ties,
             .world = world,
             .event = RoundEvent::somebody_wins,
             .promised = 0.1 * of_ties / (of_ties - 1.0),
             .label = "any winner, against T δ / (T - 1)"});
  };
  for (const std::size_t ties : {2u, 3u, 5u}) add(by_typical, ties, normal_tie());
  for (const std::size_t ties : {2u, 3u}) add(ScoreLaw{}, ties, score_worlds()[0]);
}

/// Members that are chosen by an adversary.
void add_chosen_margins(Collection& all) {
  const RoundWorld normal{"worse by ε + 1e-6, normal, ε = σ",
                          [] { return leading_normal(1.000001); }};
  for (const Goal goal : {Goal::equal, Goal::good_enough}) {
    for (const Adversary& adversary : {only_winning_rivals, only_best_rival}) {
      all.add({.terms = {by_typical, 0.1, goal, 1.0},
               .arms = 4,
               .rounds = 100,
               .world = normal,
               .adversary = adversary,
               .event = RoundEvent::false_margin});
    }
  }
}

/// The smallest risk with a margin. With a small one the leader changes often, and what is known of
/// another arm must not count for it.
void add_peeking_with_margin(Collection& all) {
  const auto add = [&](Goal goal, double margin, double risk, RoundEvent event) {
    for (const std::size_t entrants : {2u, 3u}) {
      all.add({.terms = {by_typical, 1e-9, goal, margin},
               .arms = entrants,
               .rounds = margin == 1.0 ? 100u : 500u,
               .world = {margin == 1.0 ? "worse by ε + 1e-6, normal, ε = σ"
                                       : "worse by ε + 1e-6, normal, ε = 0.1 σ",
                         [=] { return leading_normal(margin + 1e-6); }},
               .event = event,
               .promised = risk,
               .label = "smallest risk, peeking"});
    }
  };
  add(Goal::equal, 1.0, 0.1, RoundEvent::false_certainty);
  add(Goal::equal, 0.1, 0.5, RoundEvent::false_certainty);
  add(Goal::good_enough, 0.1, 0.1, RoundEvent::early_certainty);
  add(Goal::good_enough, 0.1, 0.5, RoundEvent::early_certainty);
}

/// One arm leads by less than the margin. A verdict that another one is best has the smallest risk
/// of just that, not of being within the margin.
void add_false_winners(Collection& all) {
  const RoundWorld near{"arm 0 better by 0.01 σ, ε = 0.5 σ", [] { return leading_normal(0.01); }};
  for (const Goal goal : {Goal::equal, Goal::good_enough}) {
    for (const double risk : {0.001, 0.01, 0.1}) {
      all.add({.terms = {by_mean, 0.5, goal, 0.5},
               .world = near,
               .event = RoundEvent::false_winner,
               .promised = risk,
               .label = "smallest risk of a verdict"});
    }
  }
}

const RoundWorld ahead_a_little{"arm 0 better by 0.3 σ, normal",
                                [] { return leading_normal(0.3); }};
const RoundWorld ahead_coins{"arm 0 better by 0.3, coins", [] { return leading_coins(0.35, 0.3); }};
const RoundWorld ahead_items{"arm 0 better by 0.05 on the items", [] { return leading_items(64); }};

void add_distances(Collection& all) {
  const auto add = [&](const Law& law, std::size_t entrants, double truth,
                       const RoundWorld& world) {
    all.add({.terms = {law, 0.05},
             .arms = entrants,
             .rounds = 64,
             .world = world,
             .event = RoundEvent::distance_too_small,
             .promised = 0.1,
             .truth = truth,
             .label = "ε̂ without a margin, against 2 δ"});
  };
  add(by_mean, 2, 0.3, ahead_a_little);
  add(by_typical, 3, 0.3, ahead_a_little);
  add(ScoreLaw{}, 2, 0.3, ahead_coins);
  add(ScoreLaw{0.0, 1.0, 64}, 3, 0.05, ahead_items);
}

/// All pairs of three arms, which leave.
void add_many_intervals(Collection& all) {
  const auto add = [&](const Law& law, double truth, const RoundWorld& world,
                       const Adversary& adversary) {
    all.add({.terms = {law, 0.1},
             .arms = 3,
             .rounds = 64,
             .world = world,
             .adversary = adversary,
             .event = RoundEvent::some_interval_misses,
             .truth = truth,
             .label = "intervals of all pairs, peeking"});
  };
  for (const SymmetricLaw law : {by_mean, by_wins}) {
    add(law, 0.3, ahead_a_little, abandons_when_behind);
  }
  add(ScoreLaw{}, 0.3, ahead_coins, everyone);
  add(ScoreLaw{0.0, 1.0, 64}, 0.05, ahead_items, everyone);
  add(ScoreLaw{0.0, 1.0, 64}, 0.05, ahead_items, hides_victims_wins);
}

}  // namespace

RoundWorld normal_tie() {
  return {"normal", [] { return equal_arms(normal_noise); }};
}

void add_claims(Collection& all) {
  add_margins(all);
  add_peeking(all);
  add_intervals(all);
  add_winners(all);
  add_chosen_margins(all);
  add_peeking_with_margin(all);
  add_false_winners(all);
  add_distances(all);
  add_many_intervals(all);
}

}  // namespace attack
