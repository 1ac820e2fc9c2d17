#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "mirador/assumption/assumption_watch.hpp"
#include "mirador/core/overloaded.hpp"
#include "mirador/experiment/any_rule.hpp"
#include "mirador/experiment/experiment_spec.hpp"
#include "mirador/experiment/ledger.hpp"
#include "mirador/experiment/status.hpp"
#include "mirador/stopping/watch.hpp"

namespace mirador {

/// A live experiment on a problem of any type: a deterministic state machine. What people do to it
/// (ask, tell, observe, abandon) is checked first and answered with the events to be recorded,
/// without changing anything; `apply` is the only door through which it changes, live and in
/// replay, so that a log rebuilds it exactly.
///   - The verdict falls as in the simulator: looked for after every measurement, and final. What
///     is told later counts in the evidence and leaves the verdict as it is.
///   - After the verdict, and once told and open tickets spend the budget, asking gives no tickets.
///     Abandoned tickets give their part of the budget back; observations are never refused.
///   - Open tickets steer the rule and do not touch the evidence.
///   - Whether the measurements contradict their family is watched beside all that, and changes
///     neither what is asked for nor the verdict.
/// An ask and a tell cost what a step of the rule costs; n tickets at once, one copy of the
/// standing more.
template <Problem P>
class Experiment {
 public:
  struct Verdict {
    typename P::Answer answer;
    std::vector<Role> roles;
    std::uint64_t samples;  ///< measurements when it fell
  };

  /// The problem stands for the spec's family and question, which are not looked at; on the log
  /// scale it is one of the logs. Throws InputError when the rest is not usable.
  Experiment(P problem, ExperimentSpec spec)
      : problem_(std::move(problem)),
        spec_(std::move(spec)),
        standing_(problem_),
        rule_(problem_, spec_.rule),
        stopping_(stopping_of(spec_)),
        watch_(problem_, stopping_, std::span(&spec_.delta, 1)),
        assumption_(problem_.family(), problem_.arms(), spec_.seed) {
    if (spec_.arms.size() != problem_.arms()) {
      throw InputError("arms: " + std::to_string(spec_.arms.size()) + " names given for " +
                       std::to_string(problem_.arms()) + " arms; name each");
    }
    rule_.start({spec_.seed, 0});
  }
  // Standing and rule point to the problem.
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  static constexpr std::uint64_t most_tickets = 1'000'000;  ///< at once

  /// Tickets for the next `count` measurements, fewer or none where the budget ends or the verdict
  /// has fallen. Throws InputError for a count of 0 or above a million.
  std::vector<Event> ask(std::uint64_t count) const {
    if (count < 1 || count > most_tickets) {
      throw InputError("count: " + std::to_string(count) + " tickets cannot be had at once; give " +
                       "1 to " + std::to_string(most_tickets));
    }
    count = std::min(count, room());
    std::vector<Event> events;
    if (count == 0) return events;
    events.reserve(count);
    events.push_back(Asked{ledger_.next(), next_arm(rule_, standing_)});
    if (count > 1) ask_ahead(count, events);
    return events;
  }

  /// All or nothing; nothing for what was told before. Throws InputError for an unknown ticket, one
  /// that was told another value, or a value that the arm cannot have given.
  std::vector<Event> tell(std::span<const Reading> readings) const {
    return ledger_.tell(readings, [this](Arm arm, double value) { check_value(arm, value); });
  }
  Event observe(Arm arm, double value) const {
    check_value(arm, value);
    return Observed{ledger_.next(), arm, value};
  }
  std::optional<Event> abandon(Ticket ticket) const { return ledger_.abandon(ticket); }

  /// Throws RunError, with nothing changed, for an event that cannot follow: a damaged log.
  void apply(const Event& event) {
    ledger_.check(event, problem_.arms());
    std::visit(overloaded{
                   [&](const Asked& e) { standing_.open(e.arm); },
                   [&](const Told& e) {
                     const auto& entry = ledger_.at(e.ticket);
                     check_logged(entry.arm, e.value);
                     if (entry.state == Ledger::State::open) standing_.close(entry.arm);
                     measured(entry.arm, e.value);
                   },
                   [&](const Observed& e) {
                     check_logged(e.arm, e.value);
                     measured(e.arm, e.value);
                   },
                   [&](const Abandoned& e) { standing_.give_up(ledger_.at(e.ticket).arm); },
               },
               event);
    ledger_.apply(event);
  }

  Phase phase() const {
    if (verdict_) return Phase::decided;
    return standing_.total() >= budget() ? Phase::undecided : Phase::running;
  }
  const std::optional<Verdict>& verdict() const { return verdict_; }
  const ExperimentSpec& spec() const { return spec_; }
  const Standing<P>& standing() const { return standing_; }
  const AnyStopping& stopping() const { return stopping_; }
  /// Do the measurements contradict what the family assumes of them?
  const AssumptionWatch<typename P::FamilyType>& assumption() const { return assumption_; }
  const Ledger& ledger() const { return ledger_; }

 private:
  bool has_margin() const {
    if constexpr (MarginProblem<P>) return problem_.margin() > 0.0;
    return false;
  }
  std::uint64_t budget() const {
    return spec_.max_samples.value_or(std::numeric_limits<std::uint64_t>::max());
  }
  /// How many tickets may still be handed out.
  std::uint64_t room() const {
    const std::uint64_t spent = standing_.total() + standing_.total_pending();
    return verdict_ || spent >= budget() ? 0 : budget() - spent;
  }

  /// Every ticket is asked for as if those before it were open.
  void ask_ahead(std::uint64_t count, std::vector<Event>& events) const {
    Standing<P> ahead = standing_;
    while (events.size() < count) {
      const Asked& before = std::get<Asked>(events.back());
      ahead.open(before.arm);
      events.push_back(Asked{before.ticket + 1, next_arm(rule_, ahead)});
    }
  }

  void check_value(Arm arm, double value) const {
    if (arm >= problem_.arms()) {
      throw InputError("arm: " + std::to_string(arm) + " does not exist; there are " +
                       std::to_string(problem_.arms()) + ", counted from 0");
    }
    const auto refuse = [&](const std::string& why) {
      throw InputError("value: " + exact(value) + " cannot be a measurement of \"" +
                       spec_.arms[arm] + "\": " + why);
    };
    if (spec_.scale == Scale::log && value <= 0.0) {
      refuse("on the log scale values are positive; leave it out, or use the linear scale");
    }
    const auto& family = problem_.family();
    const double counted = onto_scale(spec_.scale, value);
    if (!family.in_support(counted)) refuse(outside_support(family, counted));
    // Sums and squares of larger ones are not numbers any more.
    if (!(std::abs(counted) <= 1e100)) {
      throw InputError("value: " + exact(value) + " is too large; measure in units in which it is" +
                       " at most 1e100");
    }
  }

  void check_logged(Arm arm, double value) const {
    try {
      check_value(arm, value);
    } catch (const InputError& error) {
      throw RunError(std::string("log: ") + error.what() + "; the log is damaged");
    }
  }

  void measured(Arm arm, double value) {
    standing_.add(arm, onto_scale(spec_.scale, value));
    assumption_.add(arm, onto_scale(spec_.scale, value));
    if (!standing_.ready()) return;
    watch_.update(standing_, arm, [&](std::span<const Role> roles) {
      verdict_ = {standing_.answer(), {}, standing_.total()};
      if (has_margin()) verdict_->roles.assign(roles.begin(), roles.end());
    });
    rule_.observe(standing_, arm);
  }

  const P problem_;
  const ExperimentSpec spec_;
  Standing<P> standing_;
  AnyRule<P> rule_;
  AnyStopping stopping_;
  Watch<P, AnyStopping> watch_;
  AssumptionWatch<typename P::FamilyType> assumption_;
  Ledger ledger_;
  std::optional<Verdict> verdict_;
};

}  // namespace mirador
