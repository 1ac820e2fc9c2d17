#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "complaints.hpp"
#include "ground.hpp"
#include "live_cases.hpp"
#include "mirador/live/live_experiment.hpp"

namespace mirador::testing_support {

/// A question, a family and a rule that support each other; in some games the budget is so small or
/// the risk so high that the end comes early and later results are late.
struct Game {
  LiveCase live;
  ExperimentSpec spec;
};

inline Game game_of(std::uint32_t seed) {
  std::mt19937 random(seed);
  const std::vector<LiveCase> cases = live_cases();
  const LiveCase& live = cases[random() % cases.size()];
  std::string rule = live_rules[random() % live_rules.size()];
  while (!can_serve(live, rule)) rule = live_rules[random() % live_rules.size()];
  Game game{live, live.spec(rule, seed)};
  if (random() % 3 == 0) game.spec.max_samples = 10 + random() % 20;
  if (random() % 3 == 0) game.spec.delta = 0.9;
  return game;
}

/// Plays a live experiment: asks, tells (late, several at once, out of order, twice), observes,
/// abandons, and tries invalid calls. A move is a function of the seed and the log only, and a move
/// that changes nothing leaves no trace, so a player that resumes from a log continues exactly as
/// one that never stopped.
class Player {
 public:
  /// Creates the experiment, or joins it.
  Player(Store& store, const std::string& name, std::uint32_t seed)
      : seed_(seed), game_(game_of(seed)) {
    try {
      LiveExperiment::create(store, name, game_.spec);
    } catch (const InputError&) {
      // The name is taken: an earlier life created it. Any other error shows in the next line.
    }
    experiment_.emplace(store, name);
    record(log_of(store, name));
  }

  LiveExperiment& experiment() { return *experiment_; }
  /// Events so far.
  std::uint64_t position() const { return position_; }

  /// The acknowledged events; empty if nothing was to change.
  std::vector<Event> move() {
    std::seed_seq state{std::uint64_t{seed_}, position_, idle_++};
    random_.seed(state);
    const std::vector<Event> events = tickets() == 0 ? ask(1) : any_move();
    if (!events.empty()) idle_ = 0;
    record(events);
    return events;
  }
  std::vector<Event> ask(std::uint64_t count) {
    std::vector<Event> events;
    for (const HandedOut& given : experiment_->ask(count)) {
      events.emplace_back(Asked{given.ticket, given.arm});
    }
    return events;
  }

 private:
  Ticket tickets() const { return ledger_.next() - 1; }
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

  void record(const std::vector<Event>& events) {
    for (const Event& event : events) {
      ledger_.check(event, game_.spec.arms.size());
      ledger_.apply(event);
    }
    position_ += events.size();
  }

  std::vector<Event> any_move() {
    switch (below(8)) {
      case 0:
        return ask(1);
      case 1:
        return ask(1 + below(24));
      case 2:
        return tell({any_ticket()});
      case 3:
      case 4:
        return tell(several());
      case 5:
        return observe();
      case 6:
        return abandon(any_ticket());
      default:
        return try_what_is_refused();
    }
  }

  Ticket any_ticket() { return 1 + below(tickets()); }
  std::vector<Ticket> several() {
    std::vector<Ticket> chosen(2 + below(30));
    for (Ticket& ticket : chosen) ticket = any_ticket();
    return chosen;
  }
  /// The measured value, a function of the ticket and the arm.
  double value_of(Ticket ticket, Arm arm) const {
    return game_.live.rewards(1'000'000u * seed_ + ticket)(arm);
  }
  std::vector<Reading> readings_of(const std::vector<Ticket>& tickets) const {
    std::vector<Reading> readings;
    for (const Ticket ticket : tickets) {
      readings.push_back({ticket, value_of(ticket, ledger_.at(ticket).arm)});
    }
    return readings;
  }

  std::vector<Event> tell(const std::vector<Ticket>& tickets) {
    const std::vector<Reading> readings = readings_of(tickets);
    std::vector<Event> news = ledger_.tell(readings, [](Arm, double) {});
    if (experiment_->tell(readings) != news.size()) throw RunError("told another number of news");
    return news;
  }
  std::vector<Event> observe() {
    const Arm arm = below(game_.spec.arms.size());
    const double value = value_of(ledger_.next(), arm);
    return {Observed{experiment_->observe(game_.spec.arms[arm], value), arm, value}};
  }
  std::vector<Event> abandon(Ticket ticket) {
    if (ledger_.at(ticket).state == Ledger::State::told) {
      must_complain([&] { experiment_->abandon(ticket); });
      return {};
    }
    return experiment_->abandon(ticket) ? std::vector<Event>{Abandoned{ticket}}
                                        : std::vector<Event>{};
  }
  /// A batch with one bad reading at its end: all or nothing.
  std::vector<Event> try_what_is_refused() {
    std::vector<Reading> readings = readings_of(several());
    readings.push_back({ledger_.next(), 0.0});
    must_complain([&] { experiment_->tell(readings); });
    return {};
  }
  template <class Action>
  static void must_complain(Action&& action) {
    if (complaint(action).empty()) throw RunError("accepted what is impossible");
  }

  std::uint32_t seed_;
  Game game_;
  std::optional<LiveExperiment> experiment_;
  Ledger ledger_;  // this player's view
  std::uint64_t position_ = 0;
  std::uint64_t idle_ = 0;  // moves since the last event
  std::mt19937 random_;
};

}  // namespace mirador::testing_support
