#include "mirador/live/live_experiment.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <thread>
#include <utility>

#include "mirador/core/printable.hpp"
#include "mirador/live/json_text.hpp"

namespace mirador {
namespace {

using Events = std::vector<Event>;

/// The number of reconnections, after 10 ms, 20 ms, 40 ms, ...: 10 s in total.
constexpr int most_repeats = 10;

void wait_before(int repeat) {
  std::this_thread::sleep_for(std::chrono::milliseconds(10) * (1 << repeat));
}

std::string unknown_outcome(const ConnectionLost& why) {
  return "outcome unknown: " + std::string(why.what()) + ", and the store has not answered since";
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
      name.size() <= longest && is_printable(name) && name != "." && name != "..") {
    return;
  }
  throw InputError("name: \"" + std::string(name.substr(0, longest)) +
                   "\" cannot be a name; give plain text of at most " + std::to_string(longest) +
                   " bytes that does not begin with - and is not . or ..");
}

LiveExperiment LiveExperiment::create(Store& store, std::string name, const ExperimentSpec& spec,
                                      std::span<const std::string> tags) {
  validate_name(name);
  validate(spec);
  store.create(name, to_json(spec), ExperimentPlan(spec).tag(tags));
  return LiveExperiment(store, std::move(name), own_parts(spec));
}

/// A stored spec was valid when it was written.
static ExperimentSpec stored_spec(const std::string& name, const std::string& text) {
  try {
    return spec_from_json(text);
  } catch (const InputError& error) {
    throw DamagedLog("the store holds no readable spec of \"" + name + "\" (" + error.what() +
                         "); it is damaged, or was made by a newer mirador",
                     0);
  }
}

LiveExperiment::LiveExperiment(Store& store, std::string name, const OwnParts& own)
    : store_(&store),
      remote_(dynamic_cast<RemoteStore*>(&store)),
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

void LiveExperiment::make_in(Transaction& transaction, Change& change, bool is_repeatable) {
  if (is_repeatable) {
    if (auto made = transaction.appended(change.request)) {
      if (!is_result(change.action, *session_, *made)) used_otherwise(change.request);
      change.events = std::move(*made);
      change.was_made_before = true;
      return;
    }
  }
  change.events = events_for(change.action, *session_, transaction);
}

void LiveExperiment::attempt(Change& change, bool is_repeatable, bool& is_sent) {
  mend();
  const auto transaction = store_->write(name_, change.request);
  check(transaction->identity());
  transaction->read(position_, [&](const Event& event) { take(event); });
  make_in(*transaction, change, is_repeatable);
  if (change.events.empty() || change.was_made_before) return;
  is_sent = true;
  transaction->append(change.events);
  transaction->commit();
}

/// Applies the events of a change that was made now.
void LiveExperiment::take(Change& change) {
  if (const auto* retired = std::get_if<RetireArms>(&change.action)) {
    const std::vector<OpenTicket> open = session_->open_tickets();
    change.abandoned =
        static_cast<std::uint64_t>(std::ranges::count_if(open, [&](const OpenTicket& one) {
          return std::ranges::count(retired->names, spec().arms[one.arm]) > 0;
        }));
  }
  for (const Event& event : change.events) take(event);
}

Change LiveExperiment::make(Action action) {
  const std::optional<Request> given = std::exchange(next_request_, std::nullopt);
  const auto fresh = [&] { return Change{action, given ? *given : fresh_request()}; };
  if (remote_ != nullptr) return run_remotely(fresh());
  for (int repeat = 0;; ++repeat) {
    Change change = fresh();
    bool is_sent = false;
    try {
      attempt(change, given.has_value(), is_sent);
      if (!change.was_made_before) take(change);
      return change;
    } catch (const ConnectionLost& error) {
      if (is_sent && is_made(change.request, error)) {
        refresh_if_possible();  // our events, and possibly later ones of others
        return change;
      }
      if (repeat == most_repeats) throw;
      wait_before(repeat);
    }
  }
}

Change LiveExperiment::run_remotely(Change change) {
  mend();
  RemoteStore::Made made =
      remote_->make(name_, identity_, position_, change.action, change.request);
  change.events = std::move(made.events);
  change.was_made_before = made.was_made_before;
  // The events of others that came before, ours, and those that came after. Ours may be there even
  // if they were made before: by an earlier try whose answer was lost.
  const auto ours = change.events.empty() ? made.log.end()
                                          : std::search(made.log.begin(), made.log.end(),
                                                        change.events.begin(), change.events.end());
  std::for_each(made.log.begin(), ours, [&](const Event& event) { take(event); });
  if (ours == made.log.end()) return change;
  take(change);
  const auto rest = ours + static_cast<std::ptrdiff_t>(change.events.size());
  std::for_each(rest, made.log.end(), [&](const Event& event) { take(event); });
  return change;
}

void LiveExperiment::attempt_together(std::span<Change* const> changes,
                                      const std::vector<bool>& are_repeatable) {
  mend();
  const auto transaction = store_->write(name_, {});
  check(transaction->identity());
  transaction->read(position_, [&](const Event& event) { take(event); });
  const std::uint64_t before = position_;
  half_applied_ = true;  // until the commit the state in memory is ahead of the store
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Change& change = *changes[i];
    change = {std::move(change.action), std::move(change.request)};
    try {
      make_in(*transaction, change, are_repeatable[i]);
    } catch (const RunError&) {  // of the store
      throw;
    } catch (const std::exception&) {
      change.error = std::current_exception();
      continue;
    }
    if (change.was_made_before || change.events.empty()) continue;
    transaction->begin_request(change.request);
    transaction->append(change.events);
    take(change);
  }
  if (position_ > before) transaction->commit();
  half_applied_ = false;
}

void LiveExperiment::make_together(std::span<Change* const> changes) {
  std::vector<bool> are_repeatable;
  for (Change* change : changes) {
    are_repeatable.push_back(!change->request.empty());
    if (change->request.empty()) change->request = fresh_request();
  }
  for (int repeat = 0;; ++repeat) {
    try {
      return attempt_together(changes, are_repeatable);
    } catch (const ConnectionLost& error) {
      if (repeat == most_repeats) throw OutcomeUnknown(unknown_outcome(error), {});
      wait_before(repeat);
      // All may have been committed: from now on every one is looked for.
      are_repeatable.assign(changes.size(), true);
    }
  }
}

/// After a connection broke.
bool LiveExperiment::is_made(const Request& request, const ConnectionLost& why) const {
  try {
    return persistently([&] { return store_->holds(name_, request); });
  } catch (const RunError&) {  // including a busy store, which may still be committing this change
    throw OutcomeUnknown(unknown_outcome(why) + "; repeat with --request " + request, request);
  }
}

bool LiveExperiment::remove_unless_changed() {
  if (remote_ != nullptr) {
    return !half_applied_ && remote_->remove_unless_changed(name_, identity_, position_);
  }
  const auto transaction = store_->write(name_, fresh_request());
  check(transaction->identity());
  bool changed = half_applied_;
  transaction->read(position_, [&](const Event&) { changed = true; });
  if (!changed) transaction->remove();
  return !changed;
}

std::vector<HandedOut> LiveExperiment::ask(std::uint64_t count,
                                           std::optional<double> reissue_after) {
  return handed_out(make(AskTickets{count, reissue_after}).events);
}

std::vector<HandedOut> LiveExperiment::ask_round(std::optional<double> reissue_after) {
  return handed_out(make(AskRound{reissue_after}).events);
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

std::size_t LiveExperiment::tell(std::span<const Reading> readings) {
  return make(TellResults{{readings.begin(), readings.end()}}).events.size();
}

std::size_t LiveExperiment::tell(Ticket ticket, double value, std::string note) {
  const Reading reading{ticket, value, std::move(note)};
  return tell(std::span(&reading, 1));
}

Ticket LiveExperiment::observe(std::string_view arm, double value, std::string note) {
  const Events events = make(ObserveValue{std::string(arm), value, std::move(note)}).events;
  return ticket_of(events.front());
}

std::size_t LiveExperiment::observe(std::span<const Observation> observations) {
  ObserveValues given;
  given.values.reserve(observations.size());
  for (const Observation& one : observations) {
    given.values.push_back({spec().arms.at(one.arm), one.value});
  }
  return make(std::move(given)).events.size();
}

std::uint64_t LiveExperiment::observe_rounds(std::span<const std::vector<double>> rows) {
  return rounds_in(*session_, make(ObserveRounds{{rows.begin(), rows.end()}}).events);
}

std::uint64_t rounds_in(const Session& session, const std::vector<Event>& events) {
  if (events.empty()) return 0;
  const auto round_of = [&](const Event& event) {
    return session.place_of(ticket_of(event))->round;
  };
  return round_of(events.back()) - round_of(events.front()) + 1;
}

std::optional<Arm> LiveExperiment::next() const {
  const std::vector<Event> asked = session_->ask(1);
  if (asked.empty()) return std::nullopt;
  return std::get<Asked>(asked.front()).arm;
}

std::size_t LiveExperiment::abandon(std::span<const Ticket> tickets) {
  return make(AbandonTickets{{tickets.begin(), tickets.end()}}).events.size();
}

void LiveExperiment::note(const std::string& text) { make(AddNote{text}); }

std::size_t LiveExperiment::change(const NewSettings& wanted) {
  return make(ChangeSettings{wanted}).events.size();
}

static std::vector<std::string> copy_of(std::span<const std::string> names) {
  return {names.begin(), names.end()};
}

void LiveExperiment::add_arms(std::span<const std::string> names) { make(AddArms{copy_of(names)}); }

std::size_t LiveExperiment::retire_arms(std::span<const std::string> names) {
  return make(RetireArms{copy_of(names)}).abandoned;
}

std::size_t LiveExperiment::tag(std::span<const std::string> tags) {
  return make(AddTags{copy_of(tags)}).events.size();
}

std::size_t LiveExperiment::untag(std::span<const std::string> tags) {
  return make(RemoveTags{copy_of(tags)}).events.size();
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

std::unique_ptr<Transaction> RemoteStore::write(const std::string&, const Request&) {
  throw std::logic_error("a served store makes changes by RemoteStore::make");
}

bool RemoteStore::holds(const std::string&, const Request&) {
  throw std::logic_error("a served store knows its requests by RemoteStore::make");
}

}  // namespace mirador
