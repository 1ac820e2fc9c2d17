#include "attack_round_sessions.hpp"

#include <algorithm>
#include <cmath>

#include "attack_round_worlds.hpp"
#include "mirador/experiment/rounds_experiment.hpp"

namespace attack {
namespace {

using namespace mirador;

constexpr std::uint64_t open_rounds = 8;

/// A measured value that is not told yet.
struct Held {
  Arm arm;
  Reading reading;
  double merit;  ///< higher is better
};

/// What the adversary does about a value when its round is opened, knowing the values of this round
/// and earlier ones.
enum class Fate { told_later, abandoned, abandoned_then_told };

/// The values of a round. `fate` must not depend on values, except with items.
struct LiveWorld {
  double (*value)(Arm arm, std::uint64_t round, std::uint64_t item, RandomKey key);
  double (*merit)(double value);
  Fate (*fate)(const Held& held, RandomKey key, std::uint64_t round, double best_of_round);
};

/// Eight rounds are open. Results that speak against arm 0 are told first.
class BadNewsFirst {
 public:
  BadNewsFirst(const ExperimentSpec& spec, const LiveWorld& world, RandomKey key)
      : experiment_(spec), world_(world), key_(key) {}

  bool best_leaves(std::uint64_t rounds) {
    while (experiment_.comparison().in_play(0) && !experiment_.comparison().verdict() &&
           experiment_.comparison().rounds() < rounds) {
      while (opened_ < experiment_.comparison().rounds() + open_rounds && open_round()) {
      }
      if (held_.empty()) break;
      tell_worst();
    }
    return !experiment_.comparison().in_play(0);
  }

 private:
  void apply(const std::vector<Event>& events) {
    for (const Event& event : events) experiment_.apply(event);
  }
  void tell(const Reading& reading) { apply(experiment_.tell(std::span(&reading, 1))); }

  /// All tickets of the next round; false if there is none.
  bool open_round() {
    const std::uint64_t size = experiment_.next_round_size();
    if (size == 0) return false;
    const std::vector<Event> events = experiment_.ask(size, {});
    apply(events);
    std::vector<Held> round;
    for (const Event& event : events) {
      const auto [ticket, arm] = std::get<Asked>(event);
      const RoundPlace place = experiment_.place_of(ticket);
      opened_ = place.round;
      const double value = world_.value(arm, place.round, place.item, key_);
      round.push_back({arm, {ticket, value}, world_.merit(value)});
    }
    decide(round);
    return true;
  }

  void decide(const std::vector<Held>& round) {
    const double best = std::ranges::max(round, {}, &Held::merit).merit;
    for (const Held& held : round) {
      const Fate fate = world_.fate(held, key_, opened_, best);
      if (fate == Fate::told_later) {
        held_.push_back(held);
      } else {
        experiment_.apply(experiment_.abandon(std::span(&held.reading.ticket, 1)).front());
        if (fate == Fate::abandoned_then_told) tell(held.reading);
      }
    }
  }

  void tell_worst() {
    const auto worst = std::ranges::max_element(
        held_, {}, [](const Held& held) { return held.arm == 0 ? -held.merit : held.merit; });
    const Held held = *worst;
    held_.erase(worst);
    tell(held.reading);
  }

  RoundsExperiment experiment_;
  LiveWorld world_;
  RandomKey key_;
  std::uint64_t opened_ = 0;
  std::vector<Held> held_;
};

/// Seconds with a common drift; arm 2 is slower, and leaves while rounds are open.
double seconds(Arm arm, std::uint64_t round, std::uint64_t, RandomKey key) {
  const double drift = std::sin(0.3 * static_cast<double>(round));
  const double noise = normal_quantile(reward_uniform(key, arm, round));
  return std::exp(drift + noise + (arm == 2 ? 1.5 : 0.0));
}

/// One value in one of ten rounds, by lot; half of them come after all.
Fate by_lot(const Held& held, RandomKey key, std::uint64_t round, double) {
  const double lot = 10.0 * reward_uniform(key, 9, round);
  if (lot >= 1.0 || held.arm != static_cast<Arm>(2.0 * lot)) return Fate::told_later;
  return 4.0 * lot - 2.0 * static_cast<double>(held.arm) < 1.0 ? Fate::abandoned
                                                               : Fate::abandoned_then_told;
}

/// Every arm is right on half of the items, independently of the others.
double right_or_wrong(Arm arm, std::uint64_t, std::uint64_t item, RandomKey) {
  return static_cast<double>((item - 1) >> arm & 1);
}

/// After seeing them: half of the values of rivals that do not win.
Fate losers(const Held& held, RandomKey key, std::uint64_t round, double best) {
  const bool lost = held.arm != 0 && held.merit < best;
  if (!lost || reward_uniform(key, held.arm, round) < 0.5) return Fate::told_later;
  return reward_uniform(key, held.arm, round) < 0.75 ? Fate::abandoned : Fate::abandoned_then_told;
}

double negative_log(double value) { return -std::log(value); }
double itself(double value) { return value; }

ExperimentSpec three_arms(const RoundsSpec& rounds, double delta, RandomKey key) {
  ExperimentSpec spec;
  spec.arms = {"best", "as good", "other"};
  spec.delta = delta;
  spec.seed = key.replication + 1;
  spec.rounds = rounds;
  return spec;
}

bool fastest_leaves(RandomKey key) {
  ExperimentSpec spec = three_arms({.law = SymmetricSpec{Compare::typical}}, 0.1, key);
  spec.scale = Scale::log;
  spec.question = BestArmSpec{.direction = Direction::lowest};
  return BadNewsFirst(spec, {seconds, negative_log, by_lot}, key).best_leaves(60);
}

bool best_on_items_leaves(RandomKey key) {
  const ExperimentSpec spec = three_arms({.law = BernoulliSpec{}, .items = 64}, 0.1, key);
  return BadNewsFirst(spec, {right_or_wrong, itself, losers}, key).best_leaves(64);
}

}  // namespace

std::vector<LiveAttack> live_attacks() {
  return {
      {"typical", "live, log scale, lowest is best, one arm slower",
       "bad news first, 8 rounds open, some abandoned by lot", 3, 0.1, 60, fastest_leaves},
      {"64 items", "live, coins with equal totals",
       "bad news first, 8 rounds open, some abandoned after seeing them", 3, 0.1, 64,
       best_on_items_leaves},
  };
}

}  // namespace attack
