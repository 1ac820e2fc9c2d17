#include "mirador/live/live_experiment.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "mirador/core/printable.hpp"
#include "mirador/live/json_text.hpp"

namespace mirador {
namespace {

/// The number of reconnections, after 10 ms, 20 ms, 40 ms, ...: 10 s in total.
constexpr int most_repeats = 10;

void wait_before(int repeat) {
  std::this_thread::sleep_for(std::chrono::milliseconds(10) * (1 << repeat));
}

/// Repeats the action until its connection holds.
template <class Action>
auto persistently(Action&& action) {
  for (int repeat = 0;; ++repeat) {
    try {
      return action();
    } catch (const ConnectionLost&) {
      if (repeat == most_repeats) throw;
      wait_before(repeat);
    }
  }
}

}  // namespace

void validate_name(std::string_view name) {
  constexpr std::size_t longest = 200;
  if (name.find_first_not_of(' ') != std::string_view::npos && !name.starts_with('-') &&
      name.size() <= longest && is_printable(name)) {
    return;
  }
  throw InputError("name: \"" + std::string(name.substr(0, longest)) +
                   "\" cannot be a name; give plain text of at most " + std::to_string(longest) +
                   " bytes that does not begin with -");
}

LiveExperiment LiveExperiment::create(Store& store, std::string name, const ExperimentSpec& spec,
                                      std::span<const std::string> tags) {
  validate_name(name);
  validate(spec);
  store.create(name, to_json(spec), ExperimentPlan(spec).tag(tags));
  return LiveExperiment(store, std::move(name), own_parts(spec));
}

namespace {

bool is_ticket(const Event& event) {
  return std::holds_alternative<Asked>(event) || std::holds_alternative<Reissued>(event);
}

}  // namespace

/// A stored spec was valid when it was written.
static ExperimentSpec stored_spec(const std::string& name, const std::string& text) {
  try {
    return spec_from_json(text);
  } catch (const InputError& error) {
    throw RunError("the store holds no readable spec of \"" + name + "\" (" + error.what() +
                   "); it is damaged, or was made by a newer mirador");
  }
}

LiveExperiment::LiveExperiment(Store& store, std::string name, const OwnParts& own)
    : store_(&store),
      name_(std::move(name)),
      identity_(persistently([&] { return store.identity(name_); })) {
  first_spec_ = stored_spec(name_, persistently([&] { return store.spec(name_); }));
  supply(first_spec_, own);
  session_ = make_session(first_spec_);
  refresh();
}

void LiveExperiment::take(const Event& event) {
  try {
    session_->apply(event);
  } catch (...) {
    half_applied_ = true;  // user-defined parts may throw in the middle
    throw;
  }
  ++position_;
}

void LiveExperiment::mend() {
  if (!half_applied_) return;
  session_ = make_session(first_spec_);
  position_ = 0;
  half_applied_ = false;
}

void LiveExperiment::check(std::uint64_t identity) const {
  if (identity == identity_) return;
  throw NotFound("experiment: \"" + name_ +
                 "\" was deleted, and there is another one under its name; open that");
}

void LiveExperiment::refresh() {
  mend();
  persistently([&] {
    check(store_->identity(name_));
    try {
      store_->read(name_, position_, [&](const Event& event) { take(event); });
    } catch (const DamagedLog&) {
      check(store_->identity(name_));
      throw;
    }
    check(store_->identity(name_));
  });
}

/// After a committed change, which stays committed; if this read fails, the next call repeats it.
void LiveExperiment::refresh_if_possible() {
  try {
    refresh();
  } catch (const ConnectionLost&) {
  }
}

void LiveExperiment::set_request(Request request) {
  constexpr std::size_t longest = 200;
  if (request.empty() || request.size() > longest || !is_printable(request)) {
    throw InputError("request: \"" + printable(request.substr(0, longest)) +
                     "\" is not a valid request; give plain text of 1 to " +
                     std::to_string(longest) + " bytes");
  }
  next_request_ = std::move(request);
}

void LiveExperiment::used_otherwise(const Request& request) const {
  throw Conflict("request: \"" + request + "\" was used for another change of \"" + name_ +
                 "\"; give another");
}

void LiveExperiment::attempt(const Decision& decide, const Request& request, bool is_repeatable,
                             Change& change) {
  change = {};
  mend();
  const auto transaction = store_->write(name_, request);
  check(transaction->identity());
  transaction->read(position_, [&](const Event& event) { take(event); });
  if (is_repeatable) {
    if (auto made = transaction->appended(request)) {
      change = {std::move(*made), false, true};
      return;
    }
  }
  change.events = decide(*session_, *transaction);
  if (change.events.empty()) return;
  change.is_sent = true;
  transaction->append(change.events);
  transaction->commit();
}

std::vector<Event> LiveExperiment::run(const Errand& errand) {
  return change_by(errand.decide, errand.fits);
}

std::vector<Event> LiveExperiment::change_by(const Decision& decide, const Errand::Fit& fits) {
  const std::optional<Request> request = std::exchange(next_request_, std::nullopt);
  Change made = make(decide, request);
  if (made.was_made_before && !fits(*session_, made.events)) used_otherwise(*request);
  return std::move(made.events);
}

LiveExperiment::Change LiveExperiment::make(const Decision& decide,
                                            const std::optional<Request>& given) {
  Change change;
  for (int repeat = 0;; ++repeat) {
    const Request request = given ? *given : fresh_request();
    try {
      attempt(decide, request, given.has_value(), change);
      if (!change.was_made_before) {
        for (const Event& event : change.events) take(event);
      }
      return change;
    } catch (const ConnectionLost& error) {
      if (change.is_sent && is_made(request, error)) {
        refresh_if_possible();  // our events, and possibly later ones of others
        return change;
      }
      if (repeat == most_repeats) throw;
      wait_before(repeat);
    }
  }
}

void LiveExperiment::run_in(Transaction& transaction, Errand& errand, const Request& request) {
  errand.events.clear();
  errand.was_made_before = false;
  errand.error = nullptr;
  try {
    if (!errand.request.empty()) {
      if (auto made = transaction.appended(request)) {
        if (!errand.fits(*session_, *made)) used_otherwise(request);
        errand.events = std::move(*made);
        errand.was_made_before = true;
        return;
      }
    }
    errand.events = errand.decide(*session_, transaction);
  } catch (const InputError&) {
    errand.error = std::current_exception();
    return;
  }
  transaction.begin_request(request);
  transaction.append(errand.events);
  for (const Event& event : errand.events) take(event);
}

std::size_t LiveExperiment::attempt_together(std::span<Errand> errands,
                                             const std::vector<Request>& requests) {
  mend();
  const auto transaction = store_->write(name_, {});
  check(transaction->identity());
  transaction->read(position_, [&](const Event& event) { take(event); });
  const std::uint64_t before = position_;
  // Until the commit the state in memory is ahead of the store.
  half_applied_ = true;
  for (std::size_t i = 0; i < errands.size(); ++i) run_in(*transaction, errands[i], requests[i]);
  if (position_ > before) transaction->commit();
  half_applied_ = false;
  return position_ - before;
}

void LiveExperiment::make_together(std::span<Errand> errands) {
  std::vector<Request> requests;
  for (const Errand& errand : errands) {
    requests.push_back(errand.request.empty() ? fresh_request() : errand.request);
  }
  for (int repeat = 0;; ++repeat) {
    try {
      attempt_together(errands, requests);
      return;
    } catch (const ConnectionLost& error) {
      // All or none were committed; the last one that was appended tells.
      for (std::size_t i = errands.size(); i-- > 0;) {
        const Errand& one = errands[i];
        if (one.error || one.was_made_before || one.events.empty()) continue;
        if (!is_made(requests[i], error)) break;
        return refresh_if_possible();
      }
      if (repeat == most_repeats) throw;
      wait_before(repeat);
    }
  }
}

/// After a connection broke.
bool LiveExperiment::is_made(const Request& request, const ConnectionLost& why) const {
  try {
    return persistently([&] { return store_->holds(name_, request); });
  } catch (const RunError&) {  // including a busy store, which may still be committing this change
    throw OutcomeUnknown("outcome unknown: " + std::string(why.what()) +
                             ", and the store has not answered since; repeat with --request " +
                             request,
                         request);
  }
}

bool LiveExperiment::remove_unless_changed() {
  const auto transaction = store_->write(name_, fresh_request());
  check(transaction->identity());
  bool changed = half_applied_;
  transaction->read(position_, [&](const Event&) { changed = true; });
  if (!changed) transaction->remove();
  return !changed;
}

/// The open tickets that were last handed out that long ago; by default the time of the spec.
static std::vector<Ticket> overdue(const Session& session, Transaction& transaction,
                                   std::optional<double> reissue_after) {
  if (reissue_after) validate_reissue_time(*reissue_after);
  const std::optional<double> age = reissue_after ? reissue_after : session.spec().reissue_after;
  if (!age || session.open_tickets().empty()) return {};
  const std::chrono::duration<double> seconds(*age);
  return transaction.handed_out_before(std::chrono::ceil<std::chrono::milliseconds>(seconds));
}

Errand asking(std::uint64_t count, std::optional<double> reissue_after) {
  return {[=](const Session& session, Transaction& transaction) {
            return session.ask(count, overdue(session, transaction, reissue_after));
          },
          // The earlier change may have returned fewer than `count`.
          [=](const Session&, const std::vector<Event>& events) {
            return events.size() <= count && std::ranges::all_of(events, is_ticket);
          }};
}

Errand asking_round(std::optional<double> reissue_after) {
  const auto decide = [=](const Session& session, Transaction& transaction) {
    if (!session.spec().rounds) {
      throw InputError("round: the experiment has no rounds; leave --round out, or give a count");
    }
    const std::vector<Ticket> again = overdue(session, transaction, reissue_after);
    const auto open = session.open_tickets();
    const auto lost = std::ranges::count_if(open, [&](const OpenTicket& one) {
      return std::ranges::find(again, one.ticket) != again.end();
    });
    const std::uint64_t size =
        lost > 0 ? static_cast<std::uint64_t>(lost) : session.next_round_size();
    return size == 0 ? std::vector<Event>{} : session.ask(size, again);
  };
  return {decide, [](const Session&, const std::vector<Event>& events) {
            return std::ranges::all_of(events, is_ticket);
          }};
}

std::vector<HandedOut> LiveExperiment::ask(std::uint64_t count,
                                           std::optional<double> reissue_after) {
  return handed_out(run(asking(count, reissue_after)));
}

std::vector<HandedOut> LiveExperiment::ask_round(std::optional<double> reissue_after) {
  return handed_out(run(asking_round(reissue_after)));
}

std::vector<HandedOut> LiveExperiment::handed_out(const std::vector<Event>& events) const {
  std::vector<HandedOut> tickets;
  for (const Event& event : events) {
    // The session may not have read a new ticket yet, if the connection broke after it was created.
    if (const auto* asked = std::get_if<Asked>(&event)) {
      tickets.push_back({asked->ticket, asked->arm});
    } else {
      const Ticket again = std::get<Reissued>(event).ticket;
      tickets.push_back({again, session_->arm_of(again), true});
    }
    try {
      tickets.back().place = session_->place_of(tickets.back().ticket);
    } catch (const NotFound&) {
    }
  }
  return tickets;
}

Errand telling(std::vector<Reading> readings) {
  const auto given = std::make_shared<const std::vector<Reading>>(std::move(readings));
  const auto is_given = [given](const Event& event) {
    const auto* told = std::get_if<Told>(&event);
    return told != nullptr && std::ranges::any_of(*given, [&](const Reading& one) {
             return one.ticket == told->ticket && one.value == told->value;
           });
  };
  // The readings that are not among the events were told before.
  return {[given](const Session& session, Transaction&) { return session.tell(*given); },
          [=](const Session& session, const std::vector<Event>& events) {
            return std::ranges::all_of(events, is_given) && session.tell(*given).empty();
          }};
}

std::size_t LiveExperiment::tell(std::span<const Reading> readings) {
  return run(telling({readings.begin(), readings.end()})).size();
}

std::size_t LiveExperiment::tell(Ticket ticket, double value, std::string note) {
  const Reading reading{ticket, value, std::move(note)};
  return tell(std::span(&reading, 1));
}

Errand observing(std::string arm, double value, std::string note) {
  const auto is_observed = [arm, value](const Session& session, const std::vector<Event>& events) {
    const auto* observed = std::get_if<Observed>(&events.front());
    return observed != nullptr && observed->value == value &&
           session.spec().arms[observed->arm] == arm;
  };
  return {
      [arm = std::move(arm), value, note = std::move(note)](const Session& session, Transaction&) {
        Event event = session.observe(arm, value);
        std::get<Observed>(event).note = note;
        return std::vector{std::move(event)};
      },
      is_observed};
}

Errand observing(std::vector<Observation> observations) {
  const auto given = std::make_shared<const std::vector<Observation>>(std::move(observations));
  const auto is_same = [](const Event& event, const Observation& one) {
    const auto* observed = std::get_if<Observed>(&event);
    return observed != nullptr && observed->arm == one.arm && observed->value == one.value;
  };
  return {[given](const Session& session, Transaction&) { return session.observe(*given); },
          [given, is_same](const Session&, const std::vector<Event>& events) {
            return std::ranges::equal(events, *given, is_same);
          }};
}

Ticket LiveExperiment::observe(std::string_view arm, double value, std::string note) {
  const Errand errand = observing(std::string(arm), value, std::move(note));
  return std::get<Observed>(run(errand).front()).ticket;
}

std::size_t LiveExperiment::observe(std::span<const Observation> observations) {
  return run(observing({observations.begin(), observations.end()})).size();
}

std::uint64_t LiveExperiment::observe_rounds(std::span<const std::vector<double>> rows) {
  if (spec().rounds && spec().rounds->items) {
    throw InputError(
        "batch: an experiment with items chooses their order itself; ask for tickets and tell "
        "their results, or use mirador compare --items on the table");
  }
  std::uint64_t rounds = 0;
  const auto decide = [&](const Session& session, Transaction&) {
    WholeRounds whole = session.observe_rounds(rows);
    rounds = whole.rounds;
    return std::move(whole.events);
  };
  // For a change that was made before, and so was read.
  const auto are_rows = [&](const Session&, const std::vector<Event>& events) {
    const auto is_of_a_row = [](const Event& event) {
      return std::holds_alternative<Observed>(event) || std::holds_alternative<Asked>(event) ||
             std::holds_alternative<Abandoned>(event);
    };
    if (!spec().rounds || !std::ranges::all_of(events, is_of_a_row)) return false;
    const auto round_of = [&](const Event& event) {
      return session_->place_of(ticket_of(event))->round;
    };
    const std::uint64_t first = round_of(events.front());
    rounds = round_of(events.back()) - first + 1;
    return rounds <= rows.size() && std::ranges::all_of(events, [&](const Event& event) {
             if (const auto* one = std::get_if<Observed>(&event)) {
               return rows[round_of(event) - first][one->arm] == one->value;
             }
             const auto* none = std::get_if<Asked>(&event);
             return none == nullptr ? std::holds_alternative<Abandoned>(event)
                                    : std::isnan(rows[round_of(event) - first][none->arm]);
           });
  };
  return change_by(decide, are_rows).empty() ? 0 : rounds;
}

std::optional<Arm> LiveExperiment::next() const {
  const std::vector<Event> asked = session_->ask(1);
  if (asked.empty()) return std::nullopt;
  return std::get<Asked>(asked.front()).arm;
}

Errand abandoning(std::vector<Ticket> tickets) {
  const auto given = std::make_shared<const std::vector<Ticket>>(std::move(tickets));
  const auto is_given = [given](const Event& event) {
    return std::holds_alternative<Abandoned>(event) &&
           std::ranges::find(*given, ticket_of(event)) != given->end();
  };
  return {[given](const Session& session, Transaction&) { return session.abandon(*given); },
          [is_given](const Session&, const std::vector<Event>& events) {
            return std::ranges::all_of(events, is_given);
          }};
}

std::size_t LiveExperiment::abandon(std::span<const Ticket> tickets) {
  return run(abandoning({tickets.begin(), tickets.end()})).size();
}

void LiveExperiment::note(const std::string& text) {
  const Event event = note_event(text);
  change_by([&](const Session&, Transaction&) { return std::vector{event}; },
            [&](const Session&, const std::vector<Event>& events) {
              return events == std::vector{event};
            });
}

std::size_t LiveExperiment::change(const NewSettings& wanted) {
  const auto decide = [&](const Session& session, Transaction&) { return session.change(wanted); };
  const auto is_wanted = [&](const Event& event) {
    const auto* changed = std::get_if<Changed>(&event);
    return changed != nullptr && wanted.value_of(changed->setting) == changed->value;
  };
  const auto are_wanted = [&](const Session& session, const std::vector<Event>& events) {
    if (!std::ranges::all_of(events, is_wanted)) return false;
    // Settings that are not among the events had the wanted values before.
    NewSettings others = wanted;
    for (const Event& event : events) others.reset(std::get<Changed>(event).setting);
    return session.change(others).empty();
  };
  return change_by(decide, are_wanted).size();
}

/// Is it the event of this arm, name or tag?
static bool is_about(const ExperimentSpec& spec, const Event& event, const std::string& name) {
  return std::visit(
      [&](const auto& e) {
        if constexpr (requires { e.name; }) return e.name == name;
        if constexpr (requires { e.tag; }) return e.tag == name;
        if constexpr (requires { e.arm; })
          return e.arm < spec.arms.size() && spec.arms[e.arm] == name;
        return false;
      },
      event);
}

/// For a change that was made before: the events of this kind, one for each name, in order.
template <class Kind>
static auto are_of(std::span<const std::string> names) {
  return [names](const Session& session, const std::vector<Event>& events) {
    return std::ranges::equal(events, names, [&](const Event& event, const std::string& name) {
      return std::holds_alternative<Kind>(event) && is_about(session.spec(), event, name);
    });
  };
}

void LiveExperiment::add_arms(std::span<const std::string> names) {
  change_by([&](const Session& session, Transaction&) { return session.add_arms(names); },
            are_of<ArmAdded>(names));
}

std::size_t LiveExperiment::retire_arms(std::span<const std::string> names) {
  std::size_t abandoned = 0;
  const auto decide = [&](const Session& session, Transaction&) {
    const std::vector<OpenTicket> open = session.open_tickets();
    abandoned = static_cast<std::size_t>(std::ranges::count_if(open, [&](const OpenTicket& one) {
      return std::ranges::count(names, session.spec().arms[one.arm]) > 0;
    }));
    return session.retire_arms(names);
  };
  change_by(decide, are_of<ArmRetired>(names));
  return abandoned;
}

/// Tags that are not among the events were there before, or were given twice.
template <class Kind>
static auto are_some_of(std::span<const std::string> names) {
  return [names](const Session& session, const std::vector<Event>& events) {
    return std::ranges::all_of(events, [&](const Event& event) {
      return std::holds_alternative<Kind>(event) &&
             std::ranges::any_of(
                 names, [&](const auto& name) { return is_about(session.spec(), event, name); });
    });
  };
}

std::size_t LiveExperiment::tag(std::span<const std::string> tags) {
  return change_by([&](const Session& session, Transaction&) { return session.tag(tags); },
                   are_some_of<Tagged>(tags))
      .size();
}

std::size_t LiveExperiment::untag(std::span<const std::string> tags) {
  return change_by([&](const Session& session, Transaction&) { return session.untag(tags); },
                   are_some_of<Untagged>(tags))
      .size();
}

bool LiveExperiment::is_waiting() {
  refresh();
  return session_->is_waiting();
}

void rename_experiment(Store& store, const std::string& name, const std::string& fresh) {
  validate_name(fresh);
  if (name == fresh) {
    throw InputError("new-name: \"" + fresh + "\" is its name already; give another");
  }
  store.rename(name, fresh);
}

ExperimentStatus LiveExperiment::status() {
  refresh();
  return session_->status();
}

ExperimentStatus LiveExperiment::outline() {
  refresh();
  return session_->outline();
}

Progress LiveExperiment::progress() {
  refresh();
  return session_->progress();
}

std::optional<Lead> LiveExperiment::lead() {
  refresh();
  return session_->lead();
}

std::vector<DifferenceStatus> LiveExperiment::differences_to(std::string_view arm) {
  refresh();
  return session_->differences_to(arm_named(spec(), arm));
}

Phase LiveExperiment::phase() {
  refresh();
  return session_->phase();
}

std::optional<VerdictStatus> LiveExperiment::verdict() {
  refresh();
  return session_->verdict();
}

std::vector<OpenTicket> LiveExperiment::open_tickets() {
  refresh();
  return session_->open_tickets();
}

}  // namespace mirador
