#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mirador/assumption/assumption_watch.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/experiment/experiment_plan.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/ledger.hpp"
#include "mirador/experiment/measurement.hpp"
#include "mirador/experiment/result_order.hpp"
#include "mirador/experiment/status.hpp"
#include "mirador/play/player.hpp"

namespace mirador {

/// A live experiment on a problem of any type: a deterministic state machine. The calls ask, tell,
/// observe, abandon and change are checked first and return the events to be recorded, without
/// changing anything. Only `apply` changes the experiment, live and in replay, so a log rebuilds it
/// exactly.
///   - The results of each arm count in the order of its tickets (result_order.hpp); observations
///     have no turn and count when they arrive. The evidence is evaluated after every change, and
///     once after a batch. Experiments of the first edition count results when they are told
///     (stopping/edition.hpp).
///   - The verdict is reached as in the simulator, and is final. Later results count in the
///   evidence
///     and do not change the verdict.
///   - After the verdict, and once told and open tickets use up the budget, asking gives no new
///     tickets. Abandoned tickets return their part of the budget; observations are never refused.
///   - Open tickets, and results that wait, affect the rule but not the evidence.
///   - The budget, the risk and the margin may be changed as experiment_plan.hpp says; after a
///   change of risk or
///     margin nothing counts as proved until it is proved anew.
///   - A watch checks whether the measurements contradict their family. It affects neither the
///     tickets nor the verdict.
/// An ask and a tell cost one step of the rule each; asking for n tickets at once copies the
/// standing once more.
template <Problem P>
class Experiment {
 public:
  struct Verdict {
    typename P::Answer answer;
    std::vector<Role> roles;
    std::uint64_t samples;  ///< measurements at the verdict
  };

  /// The problem replaces the family and question of the spec, which are ignored; on the log scale
  /// it is a problem about logarithms. Throws InputError if the rest of the spec is invalid.
  Experiment(P problem, ExperimentSpec spec)
      : problem_(std::move(problem)),
        plan_(std::move(spec)),
        player_(problem_, AnyRule<P>(problem_, plan_.spec().rule),
                make_stopping(stopping_of(plan_.spec())), std::span(&plan_.spec().delta, 1)),
        assumption_(problem_.family(), problem_.arms(), plan_.spec().seed),
        order_(problem_.arms()),
        is_news_(problem_.arms(), false) {
    if (plan_.spec().arms.size() != problem_.arms()) {
      throw InputError("arms: " + std::to_string(plan_.spec().arms.size()) + " names given for " +
                       std::to_string(problem_.arms()) + " arms; name each");
    }
    player_.set_budget(plan_.spec().max_samples);
    player_.start({plan_.spec().seed, 0});
  }
  // The player refers to the problem.
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  /// Tickets for the next `count` measurements; fewer or none if the budget ends or there is a
  /// verdict. Tickets in `again` that are open are handed out again first. Throws InputError for a
  /// count of 0 or above a million, and for a ticket that does not exist.
  std::vector<Event> ask(std::uint64_t count, std::span<const Ticket> again = {}) const {
    check_count(count);
    if (verdict_) return {};
    std::vector<Event> events = ledger_.reissue(again, count);
    const std::uint64_t fresh = std::min(count - events.size(), room());
    if (fresh == 0) return events;
    events.reserve(events.size() + fresh);
    events.emplace_back(Asked{ledger_.next(), player_.next()});
    if (fresh > 1) ask_ahead(fresh - 1, events);
    return events;
  }

  /// Accepts all readings or none; readings that were told before need no event. Throws InputError
  /// for an unknown ticket, a ticket that was told another value, or a value that is impossible for
  /// the arm.
  std::vector<Event> tell(std::span<const Reading> readings) const {
    std::vector<Event> events =
        ledger_.tell(readings, [this](Arm arm, double value) { check_value(arm, value); });
    if (!counts_in_turn()) {
      for (Event& event : events) std::get<Told>(event).more = false;
    }
    return events;
  }
  /// As one batch: the evidence is evaluated after the last one.
  std::vector<Event> observe(std::span<const Observation> observations) const {
    return ledger_.observe(observations,
                           [this](Arm arm, double value) { check_value(arm, value); });
  }
  std::vector<Event> abandon(std::span<const Ticket> tickets) const {
    return ledger_.abandon(tickets);
  }
  std::vector<Event> change(const NewSettings& wanted) const {
    return plan_.change(wanted, verdict_.has_value());
  }

  /// Throws RunError, without any change, for an event that cannot follow: the log is damaged.
  void apply(const Event& event) {
    ledger_.check(event, problem_.arms());
    std::visit(overloaded{
                   [&](const Asked& e) { asked(e); },
                   [&](const Told& e) { told(e); },
                   [&](const Observed& e) {
                     check_logged([&] { check_value(e.arm, e.value); });
                     ledger_.apply(e);
                     measured(e.arm, e.value);
                     if (!e.more) look();
                   },
                   [&](const Abandoned& e) {
                     const Arm arm = ledger_.at(e.ticket).arm;
                     ledger_.apply(e);
                     player_.give_up(arm);
                     advance(arm);
                     look();
                   },
                   [&](const Reissued& e) { ledger_.apply(e); },
                   [&](const Noted& e) { plan_.apply(e, ledger_.told()); },
                   [&](const Changed& e) { changed(e); },
               },
               event);
  }

  Phase phase() const {
    if (verdict_) return Phase::decided;
    return standing().total() >= standing().budget() ? Phase::undecided : Phase::running;
  }
  const std::optional<Verdict>& verdict() const { return verdict_; }
  /// As it stands now.
  const ExperimentSpec& spec() const { return plan_.spec(); }
  const ExperimentPlan& plan() const { return plan_; }
  const Standing<P>& standing() const { return player_.standing(); }
  const AnyStopping& stopping() const { return player_.stopping(); }
  /// Checks whether the measurements contradict the assumptions of the family.
  const AssumptionWatch<typename P::FamilyType>& assumption() const { return assumption_; }
  const Ledger& ledger() const { return ledger_; }
  /// Results that do not count yet.
  std::vector<WaitingResults> waiting() const { return order_.waiting(ledger_); }

 private:
  bool counts_in_turn() const { return spec().edition != Edition::first; }
  bool has_margin() const {
    if constexpr (MarginProblem<P>) return problem_.margin() > 0.0;
    return false;
  }
  /// The number of tickets that may still be handed out.
  std::uint64_t room() const {
    const std::uint64_t spent = standing().total() + standing().total_pending();
    return verdict_ || spent >= standing().budget() ? 0 : standing().budget() - spent;
  }

  /// Asks for `count` more, each as if the ones before it were open.
  void ask_ahead(std::uint64_t count, std::vector<Event>& events) const {
    Standing<P> ahead = standing();
    for (; count > 0; --count) {
      const Asked& before = std::get<Asked>(events.back());
      ahead.open(before.arm);
      events.emplace_back(Asked{before.ticket + 1, player_.next(ahead)});
    }
  }

  void check_value(Arm arm, double value) const {
    check_measurement(spec(), problem_.family(), arm, value);
  }

  void asked(const Asked& event) {
    ledger_.apply(event);
    player_.open(event.arm);
    if (counts_in_turn()) order_.join(event.arm, event.ticket);
  }

  void told(const Told& event) {
    const auto [arm, before, value] = ledger_.at(event.ticket);
    check_logged([&, arm = arm] { check_value(arm, event.value); });
    ledger_.apply(event);
    if (order_.passed(arm, event.ticket)) {
      if (before == Ledger::State::open) player_.close(arm);
      measured(arm, event.value);
    } else {
      if (before == Ledger::State::abandoned) player_.open(arm);  // its result waits like any other
      advance(arm);
    }
    if (!event.more) look();
  }

  void changed(const Changed& event) {
    // Where a log is checked without the user-defined parts of the experiment, those in their place
    // may have reached a verdict earlier.
    check_logged([&] { plan_.check(event, false); });
    plan_.apply(event, ledger_.told());
    player_.set_budget(spec().max_samples);
    if (verdict_ || event.setting == Setting::max_samples) return;
    if constexpr (requires { problem_ = problem_.with_margin(0.0); }) {
      if (event.setting == Setting::margin) {
        problem_ = problem_.with_margin(margin_of(question_on_scale(spec())));
      }
    }
    player_.judge_anew(spec().delta);
    look_at(0);
  }

  /// Counts the results of the arm up to the first open ticket.
  void advance(Arm arm) {
    order_.advance(arm, ledger_, [&](Ticket ticket) {
      player_.close(arm);
      measured(arm, ledger_.at(ticket).value);
    });
  }

  void measured(Arm arm, double value) {
    player_.add(arm, onto_scale(spec().scale, value));
    assumption_.add(arm, onto_scale(spec().scale, value));
    if (!is_news_[arm]) news_.push_back(arm);
    is_news_[arm] = true;
  }

  /// Checks for the verdict with everything measured since the last check.
  void look() {
    for (const Arm arm : news_) {
      is_news_[arm] = false;
      look_at(arm);
    }
    news_.clear();
  }
  void look_at(Arm arm) {
    player_.look(arm, [&](std::span<const Role> roles) {
      verdict_ = {standing().answer(), {}, standing().total()};
      if (has_margin()) verdict_->roles.assign(roles.begin(), roles.end());
    });
  }

  P problem_;
  ExperimentPlan plan_;
  Player<P> player_;
  AssumptionWatch<typename P::FamilyType> assumption_;
  Ledger ledger_;
  ResultOrder order_;
  std::vector<Arm> news_;      // arms measured since the last check
  std::vector<bool> is_news_;  // the same, by arm
  std::optional<Verdict> verdict_;
};

}  // namespace mirador
