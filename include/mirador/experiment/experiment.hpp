#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
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
///   - The budget, the risk, the margin and the arms may be changed as experiment_plan.hpp says;
///     after a change of risk, margin or arms nothing counts as proved until it is proved anew.
///   - When arms are added or retired, everything that depends on values is made anew, from the
///     values that count of the arms that are in the question then. Results of a retired arm are
///     recorded and count no more, but against the budget.
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
      : plan_(std::move(spec)),
        assumption_(problem.family(), problem.arms(), plan_.spec().seed),
        order_(problem.arms()),
        is_news_(problem.arms(), false) {
    if (plan_.spec().arms.size() != problem.arms()) {
      throw InputError("arms: " + std::to_string(plan_.spec().arms.size()) + " names given for " +
                       std::to_string(problem.arms()) + " arms; name each");
    }
    inquiry_ = std::make_unique<Inquiry>(std::move(problem), plan_, 0);
  }

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
    events.emplace_back(Asked{ledger_.next(), arms()[player().next()]});
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
                           [this](Arm arm, double value) { check_observed(arm, value); });
  }
  std::vector<Event> abandon(std::span<const Ticket> tickets) const {
    return ledger_.abandon(tickets);
  }
  std::vector<Event> change(const NewSettings& wanted) const {
    return plan_.change(wanted, verdict_.has_value());
  }

  /// Throw InputError for what has no guarantee (experiment_plan.hpp).
  std::vector<Event> add_arms(std::span<const std::string> names) const {
    std::vector<Event> events = plan_.add_arms(names, verdict_.has_value(), ledger_.told());
    require_changeable_arms();
    return events;
  }
  std::vector<Event> retire_arms(std::span<const std::string> names) const {
    std::vector<Event> events = plan_.retire_arms(names, verdict_.has_value(), ledger_.told());
    require_changeable_arms();
    return events;
  }

  /// Throws RunError, without any change, for an event that cannot follow: the log is damaged.
  void apply(const Event& event) {
    ledger_.check(event, spec().arms.size());
    std::visit(overloaded{
                   [&](const Asked& e) { asked(e); },
                   [&](const Told& e) { told(e); },
                   [&](const Observed& e) {
                     check_logged([&] { check_observed(e.arm, e.value); });
                     ledger_.apply(e);
                     measured(e.arm, e.value);
                     if (!e.more) look();
                   },
                   [&](const Abandoned& e) {
                     const Arm arm = ledger_.at(e.ticket).arm;
                     ledger_.apply(e);
                     player().give_up(place_of(arm));
                     advance(arm);
                     look();
                   },
                   [&](const Reissued& e) { ledger_.apply(e); },
                   [&](const Noted& e) { plan_.apply(e, ledger_.told()); },
                   [&](const Changed& e) { changed(e); },
                   [&](const ArmAdded& e) { arms_changed(e); },
                   [&](const ArmRetired& e) { arms_changed(e); },
                   [&](const auto& e) { plan_.apply(e, ledger_.told()); },
               },
               event);
  }

  Phase phase() const {
    if (verdict_) return Phase::decided;
    return samples() >= budget() ? Phase::undecided : Phase::running;
  }
  const std::optional<Verdict>& verdict() const { return verdict_; }
  /// As it stands now.
  const ExperimentSpec& spec() const { return plan_.spec(); }
  const ExperimentPlan& plan() const { return plan_; }
  /// The arms in the question, as the standing numbers them.
  const std::vector<Arm>& arms() const { return inquiry_->arms; }
  /// Their names.
  const std::vector<std::string>& names() const { return inquiry_->names; }
  const Standing<P>& standing() const { return inquiry_->player.standing(); }
  const AnyStopping& stopping() const { return inquiry_->player.stopping(); }
  /// Measurements that count, those of retired arms among them.
  std::uint64_t samples() const { return standing().total() + inquiry_->set_aside_in_all; }
  /// The values told of a retired arm, on the scale.
  struct SetAside {
    std::uint64_t pulls = 0;
    double sum = 0.0;
  };
  const SetAside& set_aside(Arm arm) const { return inquiry_->set_aside[arm]; }
  /// Checks whether the measurements contradict the assumptions of the family.
  const AssumptionWatch<typename P::FamilyType>& assumption() const { return assumption_; }
  const Ledger& ledger() const { return ledger_; }
  /// Results that do not count yet.
  std::vector<WaitingResults> waiting() const { return order_.waiting(ledger_); }

 private:
  /// The question about the arms that are in it, with all that depends on their values.
  struct Inquiry {
    Inquiry(P about, const ExperimentPlan& plan, std::uint64_t number)
        : arms(arms_in_question(plan.spec())),
          place(plan.spec().arms.size(), nowhere),
          set_aside(plan.spec().arms.size()),
          problem(std::move(about)),
          player(problem, AnyRule<P>(problem, plan.spec().rule),
                 make_stopping(stopping_of(plan.spec())), std::array{plan.level()}) {
      for (std::size_t at = 0; at < arms.size(); ++at) {
        place[arms[at]] = at;
        names.push_back(plan.spec().arms[arms[at]]);
      }
      player.set_budget(plan.spec().max_samples);
      player.start({plan.spec().seed, number});
    }

    std::vector<Arm> arms;           // by place
    std::vector<std::string> names;  // the same
    std::vector<std::size_t> place;  // by arm; `nowhere` if it is retired
    std::vector<SetAside> set_aside;
    std::uint64_t set_aside_in_all = 0;
    P problem;
    Player<P> player;  // refers to the problem
  };
  static constexpr auto nowhere = std::numeric_limits<std::size_t>::max();

  bool counts_in_turn() const { return spec().edition != Edition::first; }
  bool has_margin() const {
    if constexpr (MarginProblem<P>) return inquiry_->problem.margin() > 0.0;
    return false;
  }
  Player<P>& player() { return inquiry_->player; }
  const Player<P>& player() const { return inquiry_->player; }
  std::size_t place_of(Arm arm) const { return inquiry_->place[arm]; }
  bool is_in_question(Arm arm) const { return place_of(arm) != nowhere; }
  std::uint64_t budget() const {
    return spec().max_samples.value_or(std::numeric_limits<std::uint64_t>::max());
  }
  /// Rules that plan with the budget know what the arms in the question have of it.
  void note_budget() {
    std::optional<std::uint64_t> rest = spec().max_samples;
    if (rest) *rest -= std::min(*rest, inquiry_->set_aside_in_all);
    player().set_budget(rest);
  }
  /// The number of tickets that may still be handed out.
  std::uint64_t room() const {
    const std::uint64_t spent = samples() + standing().total_pending();
    return verdict_ || spent >= budget() ? 0 : budget() - spent;
  }

  /// Asks for `count` more, each as if the ones before it were open.
  void ask_ahead(std::uint64_t count, std::vector<Event>& events) const {
    Standing<P> ahead = standing();
    for (; count > 0; --count) {
      const Asked& before = std::get<Asked>(events.back());
      ahead.open(place_of(before.arm));
      events.emplace_back(Asked{before.ticket + 1, arms()[player().next(ahead)]});
    }
  }

  void check_value(Arm arm, double value) const {
    check_measurement(spec(), inquiry_->problem.family(), arm, value);
  }
  /// A retired arm can be told, for workers that are still at it, but not be measured anew.
  void check_observed(Arm arm, double value) const {
    check_value(arm, value);
    if (is_in_question(arm)) return;
    throw InputError("arm: \"" + spec().arms[arm] + "\" was retired; observe another one");
  }
  void require_changeable_arms() const {
    if constexpr (!changeable_arms) {
      throw InputError(
          "arms: this problem keeps its arms; begin a new experiment with the arms that you want");
    }
  }
  static constexpr bool changeable_arms = requires(const P& problem) { problem.with_arms(2); };

  void asked(const Asked& event) {
    if (!is_in_question(event.arm)) {
      throw RunError("log: ticket " + std::to_string(event.ticket) +
                     " is for an arm that was retired; the log is damaged");
    }
    ledger_.apply(event);
    player().open(place_of(event.arm));
    if (counts_in_turn()) order_.join(event.arm, event.ticket);
  }

  void told(const Told& event) {
    const auto [arm, before, value] = ledger_.at(event.ticket);
    check_logged([&, arm = arm] { check_value(arm, event.value); });
    ledger_.apply(event);
    if (!is_in_question(arm)) {
      set_aside_value(arm, event.value);
    } else if (order_.passed(arm, event.ticket)) {
      if (before == Ledger::State::open) player().close(place_of(arm));
      measured(arm, event.value);
    } else {
      // The result of an abandoned ticket waits like any other.
      if (before == Ledger::State::abandoned) player().open(place_of(arm));
      advance(arm);
    }
    if (!event.more) look();
  }

  void changed(const Changed& event) {
    // Where a log is checked without the user-defined parts of the experiment, those in their place
    // may have reached a verdict earlier.
    check_logged([&] { plan_.check(event, false); });
    plan_.apply(event, ledger_.told());
    note_budget();
    if (verdict_ || event.setting == Setting::max_samples) return;
    P& problem = inquiry_->problem;
    if constexpr (requires { problem = problem.with_margin(0.0); }) {
      if (event.setting == Setting::margin) {
        problem = problem.with_margin(margin_of(question_on_scale(spec())));
      }
    }
    judge_anew();
  }
  void judge_anew() {
    player().judge_anew(plan_.level());
    look_at(arms().front());
  }

  template <class Change>
  void arms_changed(const Change& event) {
    check_logged([&] {
      require_changeable_arms();
      plan_.check(event, false);
    });
    ledger_.apply(event);
    plan_.apply(event, ledger_.told());
    if constexpr (std::is_same_v<Change, ArmRetired>) {
      order_.clear(event.arm);
    } else {
      order_.add_arm();
      assumption_.add_arm();
      is_news_.push_back(false);
    }
    inquire_anew();
    if (!event.more && standing().ready()) look_at(arms().front());
  }

  /// Everything that depends on values anew, from the values that count of the arms in the question
  /// now: as if these arms had been measured from the beginning, the first pulls of each first.
  void inquire_anew() {
    if constexpr (changeable_arms) {
      const auto number = arms_in_question(spec()).size();
      inquiry_ =
          std::make_unique<Inquiry>(inquiry_->problem.with_arms(number), plan_, ++inquiries_);
      std::vector<std::uint64_t> seen(number, 0);
      for (const bool is_first : {true, false}) {
        std::ranges::fill(seen, 0);
        for_each_counted([&](std::size_t place, double value) {
          const bool is_one_of_the_first = seen[place]++ < P::FamilyType::least_pulls;
          if (is_one_of_the_first == is_first) player().add(place, onto_scale(spec().scale, value));
        });
      }
      for_each_pending([&](std::size_t place) { player().open(place); });
      for_each_set_aside([&](Arm arm, double value) { set_aside_value(arm, value); });
      learns_later_ = !standing().ready();
    }
  }
  template <class Visit>
  void for_each_ticket(Ledger::State state, Visit&& visit) const {
    for (Ticket ticket = 1; ticket < ledger_.next(); ++ticket) {
      const Ledger::Entry& entry = ledger_.at(ticket);
      if (entry.state == state) visit(ticket, entry);
    }
  }
  template <class Visit>
  void for_each_counted(Visit&& visit) const {
    for_each_ticket(Ledger::State::told, [&](Ticket ticket, const Ledger::Entry& entry) {
      const bool counts = is_in_question(entry.arm) && !order_.holds(entry.arm, ticket);
      if (counts) visit(place_of(entry.arm), entry.value);
    });
  }
  /// Open tickets, and results that wait.
  template <class Visit>
  void for_each_pending(Visit&& visit) const {
    const auto visit_open = [&](const Ledger::Entry& entry) {
      if (is_in_question(entry.arm)) visit(place_of(entry.arm));
    };
    for_each_ticket(Ledger::State::open,
                    [&](Ticket, const Ledger::Entry& entry) { visit_open(entry); });
    for_each_ticket(Ledger::State::told, [&](Ticket ticket, const Ledger::Entry& entry) {
      if (order_.holds(entry.arm, ticket)) visit_open(entry);
    });
  }
  template <class Visit>
  void for_each_set_aside(Visit&& visit) const {
    for_each_ticket(Ledger::State::told, [&](Ticket, const Ledger::Entry& entry) {
      if (!is_in_question(entry.arm)) visit(Arm{entry.arm}, entry.value);
    });
  }
  void set_aside_value(Arm arm, double value) {
    SetAside& aside = inquiry_->set_aside[arm];
    ++aside.pulls, ++inquiry_->set_aside_in_all;
    aside.sum += onto_scale(spec().scale, value);
    note_budget();
  }

  /// Counts the results of the arm up to the first open ticket.
  void advance(Arm arm) {
    order_.advance(arm, ledger_, [&](Ticket ticket) {
      player().close(place_of(arm));
      measured(arm, ledger_.at(ticket).value);
    });
  }

  void measured(Arm arm, double value) {
    player().add(place_of(arm), onto_scale(spec().scale, value));
    assumption_.add(arm, onto_scale(spec().scale, value));
    if (!is_news_[arm]) news_.push_back(arm);
    is_news_[arm] = true;
  }

  /// Checks for the verdict with everything measured since the last check.
  void look() {
    // Rules learn once every arm has a value: from all values, as soon as an added arm has one.
    if (learns_later_ && standing().ready()) inquire_anew();
    for (const Arm arm : news_) {
      is_news_[arm] = false;
      look_at(arm);
    }
    news_.clear();
  }
  void look_at(Arm arm) {
    if (verdict_) return;
    player().look(place_of(arm), [&](std::span<const Role> roles) {
      verdict_ = {standing().answer(), {}, samples()};
      if (has_margin()) verdict_->roles.assign(roles.begin(), roles.end());
    });
  }

  ExperimentPlan plan_;
  std::unique_ptr<Inquiry> inquiry_;
  std::uint64_t inquiries_ = 0;  // since the first
  bool learns_later_ = false;    // the rule has not seen the values of before
  AssumptionWatch<typename P::FamilyType> assumption_;  // of all arms that there ever were
  Ledger ledger_;
  ResultOrder order_;
  std::vector<Arm> news_;      // arms measured since the last check
  std::vector<bool> is_news_;  // the same, by arm
  std::optional<Verdict> verdict_;
};

}  // namespace mirador
