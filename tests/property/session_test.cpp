// A live experiment with events in any order, compared with a model that knows only tickets.
// RC_PARAMS="seed=..." repeats a run, "max_success=1000" makes it long.

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/state.h>

#include <limits>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "live_cases.hpp"

namespace mirador::testing_support {
namespace {

enum class Fate { open, told, abandoned };
struct Slip {
  Arm arm;
  Fate fate;
  double value;
  bool counts = false;  ///< as evidence
};

/// A session, the log of its events, and a model of the state of each ticket.
class Office {
 public:
  Office(const LiveCase& live, const ExperimentSpec& spec)
      : spec_(spec), session_(make_session(spec)), reward_(live.rewards(7)) {}

  void ask(std::uint64_t count) {
    const std::vector<Event> events = session_->ask(count);
    RC_ASSERT(session_->ask(count) == events);
    RC_ASSERT(events.size() == std::min(count, room()) || events.empty());
    for (const Event& event : events) {
      const auto [ticket, arm] = std::get<Asked>(event);
      slips_.push_back({arm, Fate::open, 0.0});
      RC_ASSERT(ticket == slips_.size());
    }
    record(events);
  }

  /// Tells two tickets, possibly the same one or told before, with simulated values or values that
  /// make a tie.
  void tell(std::size_t first, std::size_t second, bool tie) {
    if (slips_.empty()) return;
    std::vector<Reading> readings;
    std::vector<Event> expected;
    for (const std::size_t choice : {first, second}) {
      const Ticket ticket = choice % slips_.size() + 1;
      Slip& slip = slips_[ticket - 1];
      if (slip.fate != Fate::told) {
        // Abandoned, and no earlier ticket of its arm is open: it was skipped.
        const bool passed = slip.fate == Fate::abandoned && !open_before(ticket);
        slip = {slip.arm, Fate::told, tie ? 1.0 : reward_(slip.arm), passed};
        if (!expected.empty()) std::get<Told>(expected.back()).more = true;
        expected.push_back(Told{ticket, slip.value});
      }
      readings.push_back({ticket, slip.value});
    }
    const std::vector<Event> events = session_->tell(readings);
    RC_ASSERT(events == expected);
    record(events);
  }

  void observe(std::size_t choice) {
    const Arm arm = choice % spec_.arms.size();
    slips_.push_back({arm, Fate::told, reward_(arm), true});
    const Event event = session_->observe(arm, slips_.back().value);
    RC_ASSERT(event == Event(Observed{slips_.size(), arm, slips_.back().value}));
    record({event});
  }

  void abandon(std::size_t choice) {
    if (slips_.empty()) return;
    const Ticket ticket = choice % slips_.size() + 1;
    Slip& slip = slips_[ticket - 1];
    if (slip.fate == Fate::told) {
      refuses([&] { session_->abandon(ticket); });
      return;
    }
    const std::optional<Event> event = session_->abandon(ticket);
    RC_ASSERT(event.has_value() == (slip.fate == Fate::open));
    slip.fate = Fate::abandoned;
    if (event) record({*event});
  }

  /// Asking and refused calls change nothing. They are not in the log, so `agree_completely` finds
  /// what the progress does not show.
  void misuse(std::size_t choice) {
    const Progress before = session_->progress();
    RC_ASSERT(session_->ask(3).size() == (before.verdict ? 0 : std::min<std::uint64_t>(3, room())));
    try_nonsense(choice);
    RC_ASSERT(session_->progress() == before);
    compare(before);
  }

  /// The log rebuilds the session, which then continues identically.
  void replay() {
    const auto twin = rebuilt();
    for (std::size_t i = 0; i < 8; ++i) {
      RC_ASSERT(twin->ask(5) == session_->ask(5));
      const Arm arm = i % spec_.arms.size();
      const double value = reward_(arm);
      const Event next = session_->observe(arm, value);
      RC_ASSERT(twin->observe(arm, value) == next);
      twin->apply(next);
      slips_.push_back({arm, Fate::told, value, true});
      record({next});
    }
    RC_ASSERT(twin->progress() == session_->progress());
    RC_ASSERT(twin->open_tickets() == session_->open_tickets());
  }

  /// The session, its twin and the model agree in everything. A complete status takes long, so this
  /// is for the end of some sequences: they end at every length.
  void agree_completely() {
    const ExperimentStatus status = session_->status();
    RC_ASSERT(rebuilt()->status() == status);
    RC_ASSERT(session_->progress() == status);
    compare(status);
  }

 private:
  void try_nonsense(std::size_t choice) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    refuses([&] { session_->tell(slips_.size() + 1 + choice, 1.0); });
    refuses([&] { session_->tell(0, 1.0); });
    refuses([&] { session_->abandon(slips_.size() + 1 + choice); });
    refuses([&] { session_->observe("no such arm", 1.0); });
    refuses([&] { session_->observe(choice % spec_.arms.size(), nan); });
    if (slips_.empty()) return;
    const Ticket ticket = choice % slips_.size() + 1;
    const Slip& slip = slips_[ticket - 1];
    refuses([&] { session_->tell(ticket, nan); });
    if (slip.fate == Fate::told) refuses([&] { session_->tell(ticket, slip.value + 1.0); });
  }

  std::unique_ptr<Session> rebuilt() const {
    auto twin = make_session(spec_);
    twin->apply(log_);
    RC_ASSERT(twin->progress() == session_->progress());
    RC_ASSERT(twin->open_tickets() == session_->open_tickets());
    return twin;
  }

  /// The model and the session agree, and the verdict does not change.
  void compare(const Progress& progress) {
    std::vector<OpenTicket> open;
    std::uint64_t samples = 0, waiting = 0, waiting_now = 0;
    for (std::size_t i = 0; i < slips_.size(); ++i) {
      const auto [arm, fate, value, counts] = slips_[i];
      if (fate == Fate::open) open.push_back({i + 1, arm});
      samples += fate == Fate::told && counts;
      waiting += fate == Fate::told && !counts;
    }
    for (const WaitingResults& here : progress.waiting) waiting_now += here.results;
    RC_ASSERT(waiting_now == waiting);
    RC_ASSERT(progress.samples == samples);
    RC_ASSERT(session_->open_tickets() == open);
    if (verdict_) RC_ASSERT(progress.verdict == verdict_);
    verdict_ = progress.verdict;
    RC_ASSERT((progress.phase == Phase::decided) == verdict_.has_value());
  }
  void compare(const ExperimentStatus& status) {
    compare(static_cast<const Progress&>(status));
    std::vector<std::uint64_t> pulls(spec_.arms.size()), pending(spec_.arms.size());
    std::uint64_t abandoned = 0;
    for (const auto& [arm, fate, value, counts] : slips_) {
      pulls[arm] += fate == Fate::told && counts;
      pending[arm] += fate == Fate::open;
      abandoned += fate == Fate::abandoned;
    }
    for (Arm a = 0; a < spec_.arms.size(); ++a) {
      RC_ASSERT(status.arms[a].pulls == pulls[a]);
      RC_ASSERT(status.arms[a].pending == pending[a]);
      RC_ASSERT(status.arms[a].low <= status.arms[a].high);
    }
    RC_ASSERT(status.open == session_->open_tickets());
    RC_ASSERT(status.abandoned == abandoned);
    RC_ASSERT(status.tickets == slips_.size());
    RC_ASSERT(status.smallest_risk >= 0.0);
    RC_ASSERT(status.smallest_risk <= (status.verdict ? spec_.delta : 1.0));
  }

  std::uint64_t room() const {
    std::uint64_t spent = 0;
    for (const Slip& slip : slips_) spent += slip.fate != Fate::abandoned;
    const std::uint64_t budget = spec_.max_samples.value_or(~std::uint64_t{0});
    return budget > spent ? budget - spent : 0;
  }
  bool open_before(Ticket ticket) const {
    for (Ticket earlier = 1; earlier < ticket; ++earlier) {
      const Slip& slip = slips_[earlier - 1];
      if (slip.arm == slips_[ticket - 1].arm && slip.fate == Fate::open) return true;
    }
    return false;
  }
  /// The results of each arm count up to its first open ticket.
  void let_count() {
    for (Ticket ticket = 1; ticket <= slips_.size(); ++ticket) {
      Slip& slip = slips_[ticket - 1];
      if (slip.fate == Fate::told && !open_before(ticket)) slip.counts = true;
    }
  }
  void record(const std::vector<Event>& events) {
    let_count();
    session_->apply(events);
    log_.insert(log_.end(), events.begin(), events.end());
    compare(session_->progress());
  }
  template <class Action>
  void refuses(Action&& action) const {
    RC_ASSERT_THROWS_AS(action(), InputError);
  }

  ExperimentSpec spec_;
  std::unique_ptr<Session> session_;
  std::function<double(Arm)> reward_;
  std::vector<Slip> slips_;
  std::vector<Event> log_;
  std::optional<VerdictStatus> verdict_;
};

struct NoModel {};
using Command = rc::state::Command<NoModel, Office>;

/// The next action.
struct Step : Command {
  enum Kind { ask, tell, tie, observe, abandon, misuse, replay };
  Kind kind = *rc::gen::weightedElement<Kind>(
      {{6, ask}, {12, tell}, {2, tie}, {4, observe}, {2, abandon}, {1, misuse}, {1, replay}});
  std::size_t first = *rc::gen::inRange<std::size_t>(0, 64);
  std::size_t second = *rc::gen::inRange<std::size_t>(0, 64);

  void run(const NoModel&, Office& office) const override {
    switch (kind) {
      case ask:
        office.ask(first % 7 + 1);
        break;
      case tell:
      case tie:
        office.tell(first, second, kind == tie);
        break;
      case observe:
        office.observe(first);
        break;
      case abandon:
        office.abandon(first);
        break;
      case misuse:
        office.misuse(first);
        break;
      case replay:
        office.replay();
        break;
    }
  }
  void show(std::ostream& out) const override {
    static constexpr const char* names[] = {"ask",     "tell",   "tie",   "observe",
                                            "abandon", "misuse", "replay"};
    out << names[kind] << '(' << first << ", " << second << ')';
  }
};

TEST(SessionProperty, EveryOrderOfEventsReplays) {
  for (const LiveCase& live : live_cases()) {
    for (const std::string& rule : live_rules) {
      if (!can_serve(live, rule)) continue;
      const bool holds = rc::check(live.name + ", " + rule, [&] {
        ExperimentSpec spec = live.spec(rule, 3);
        if (*rc::gen::inRange(0, 3) == 0) spec.max_samples = *rc::gen::inRange(8u, 60u);
        Office office(live, spec);
        rc::state::check(NoModel{}, office, rc::state::gen::execOneOfWithArgs<Step>());
        if (*rc::gen::inRange(0, 10) == 0) office.agree_completely();
        office.replay();
      });
      EXPECT_TRUE(holds) << live.name << ", " << rule;
    }
  }
}

}  // namespace
}  // namespace mirador::testing_support
