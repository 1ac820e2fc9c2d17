#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/experiment/session.hpp"
#include "mirador/live/action.hpp"
#include "mirador/live/remote_store.hpp"
#include "mirador/store/store.hpp"

namespace mirador {

/// Throws InputError unless it is printable text of at most 200 bytes that does not begin with -
/// and is not "." or "..", so that it can be listed, typed, and part of an address.
void validate_name(std::string_view name);

/// A ticket returned by `ask`: a new one, or an open one that may have been lost.
struct HandedOut {
  Ticket ticket;
  Arm arm;
  bool again = false;
  /// In a comparison in rounds. Nothing either if the connection to the store broke just after the
  /// ticket was made.
  std::optional<RoundPlace> place = std::nullopt;

  bool operator==(const HandedOut&) const = default;
};

/// A change that is wanted, and what became of it.
struct Change {
  Action action;
  /// If a change with this id was made before, it is not made again. Empty: a new id.
  Request request = {};

  std::vector<Event> events = {};  ///< appended, now or before
  bool was_made_before = false;
  std::uint64_t abandoned = 0;         ///< open tickets of arms that were retired now
  std::exception_ptr error = nullptr;  ///< or why not: an InputError
};

/// A live experiment in a store that other processes may change too. A change waits for its turn,
/// reads the changes of others, is checked, appended and committed, and only then applied in
/// memory. So every acknowledged change is in the store, and no refused one is. A broken connection
/// is reopened; the store knows whether the change was committed, so it is neither lost nor made
/// twice. For one thread, like its store.
class LiveExperiment {
 public:
  /// Throws InputError if the spec is invalid or the name is taken.
  static LiveExperiment create(Store& store, std::string name, const ExperimentSpec& spec,
                               std::span<const std::string> tags = {});
  /// Opens an existing experiment by replaying its log. User-defined parts must be supplied again.
  /// The store must outlive this object.
  LiveExperiment(Store& store, std::string name, const OwnParts& own = {});

  const std::string& name() const { return name_; }
  /// As it stands now: with all changes of the plan that were read.
  const ExperimentSpec& spec() const { return session_->spec(); }
  /// As it was begun.
  const ExperimentSpec& first_spec() const { return first_spec_; }

  /// Sets the request id of the next change (ask, tell, observe, abandon, note, tag, change,
  /// add_arms, ...): text of at most 200 bytes. If a change with this id was made before, it is not
  /// made again and its result is returned. Throws InputError if that was a different change. By
  /// default every change has a new id, which OutcomeUnknown names.
  void set_request(Request request);

  /// Makes a change. The functions below are short forms of it.
  Change make(Action action);
  /// Makes changes one after another and commits them together, so that they share one wait for the
  /// disk. A change that is refused has an error, and the others are made. Throws if the store
  /// cannot do its work; then none was made, or with OutcomeUnknown possibly all. Not for a
  /// RemoteStore.
  void make_together(std::span<Change* const> changes);
  /// The tickets of a change that asked for them.
  std::vector<HandedOut> handed_out(const std::vector<Event>& events) const;
  /// What identifies it in the store, under whatever name.
  std::uint64_t identity() const { return identity_; }
  /// The number of events that were read or appended.
  std::uint64_t position() const { return position_; }
  /// As of the last change or read.
  const Session& session() const { return *session_; }

  /// As Session, but stored. Returns fewer tickets or none if the budget ends or there is a
  /// verdict. Tickets that have been open for `reissue_after` seconds since they were last handed
  /// out, by the clock of the store, are handed out again before new ones; by default after the
  /// spec's time. Throws InputError for a time that is not positive.
  std::vector<HandedOut> ask(std::uint64_t count,
                             std::optional<double> reissue_after = std::nullopt);
  /// All tickets that the next round still has to hand out, or all that have been open for
  /// `reissue_after` seconds. Throws InputError for an experiment without rounds.
  std::vector<HandedOut> ask_round(std::optional<double> reissue_after = std::nullopt);
  /// Returns the number of new readings; all or nothing. Readings that were told before are not
  /// written.
  std::size_t tell(std::span<const Reading> readings);
  std::size_t tell(Ticket ticket, double value, std::string note = {});
  Ticket observe(std::string_view arm, double value, std::string note = {});
  /// Measurements that were not requested, in their order; all or nothing. The evidence is
  /// evaluated once, after the last one. Returns their number.
  std::size_t observe(std::span<const Observation> observations);
  /// Whole rounds that were not requested, each with a value for every arm, NaN where there is
  /// none; all or nothing. Rounds after the verdict are left out, and values of arms that have
  /// left. Returns the number of rounds that were recorded.
  std::uint64_t observe_rounds(std::span<const std::vector<double>> rows);
  /// The arm that `ask` would give, without a ticket, for a single process that follows every
  /// measurement with `observe`: half the changes. Empty if `ask` gives no ticket. Does not read
  /// the changes of others.
  std::optional<Arm> next() const;
  /// Was the ticket open? Abandoning it again is allowed.
  bool abandon(Ticket ticket) { return abandon(std::span(&ticket, 1)) > 0; }
  /// All or nothing. Returns how many were open.
  std::size_t abandon(std::span<const Ticket> tickets);
  /// Adds a note to the log: UTF-8 text of 1 to 10,000 bytes.
  void note(const std::string& text);
  /// Changes settings; all or nothing. Returns how many have another value now. Throws InputError
  /// for a change that has no guarantee (experiment_plan.hpp).
  std::size_t change(const NewSettings& wanted);
  /// Adds arms to the question, or retires them from it; all or nothing. Throw InputError for what
  /// has no guarantee (experiment_plan.hpp), and for an arm that exists or does not.
  void add_arms(std::span<const std::string> names);
  /// Returns how many open tickets were abandoned with the arms.
  std::size_t retire_arms(std::span<const std::string> names);
  /// Adds tags or removes them; all or nothing. Return how many were new or are gone now.
  std::size_t tag(std::span<const std::string> tags);
  std::size_t untag(std::span<const std::string> tags);
  /// Is all that is left open tickets?
  bool is_waiting();
  /// The current state in the store. Does not wait for writers.
  ExperimentStatus status();
  /// The same without what takes time that grows with the measurements.
  ExperimentStatus outline();
  std::optional<Lead> lead();
  /// As Session. Throws NotFound for an arm that does not exist.
  std::vector<DifferenceStatus> differences_to(std::string_view arm);
  /// Only progress, phase, verdict and tickets; cheaper than status().
  Progress progress();
  Phase phase();
  std::optional<VerdictStatus> verdict();
  std::vector<OpenTicket> open_tickets();
  /// As Session; does not read the changes of others.
  std::optional<NotCounted> not_counted(Ticket ticket) const {
    return session_->not_counted(ticket);
  }
  /// The place of a ticket in a comparison in rounds.
  std::optional<RoundPlace> place_of(Ticket ticket) const { return session_->place_of(ticket); }
  /// Reads the changes of others. This and all functions above throw InputError once the experiment
  /// was deleted, even if its name was reused.
  void refresh();
  /// Removes it from the store unless others appended events since the last read; was it removed?
  bool remove_unless_changed();

 private:
  Change run_remotely(Change change);
  /// One attempt. On ConnectionLost `is_sent` tells whether it may have been committed.
  void attempt(Change& change, bool is_repeatable, bool& is_sent);
  /// One attempt at changes that are committed together. Those that are repeatable are looked for
  /// first.
  void attempt_together(std::span<Change* const> changes, const std::vector<bool>& are_repeatable);
  void make_in(Transaction& transaction, Change& change, bool is_repeatable);
  void take(Change& change);
  bool is_made(const Request& request, const ConnectionLost& why) const;
  [[noreturn]] void used_otherwise(const Request& request) const;
  void refresh_if_possible();
  void take(const Event& event);
  /// After an event was applied only in part: replays the log from the start.
  void mend();
  void check(std::uint64_t identity) const;

  Store* store_;
  RemoteStore* remote_;  // the same store, if it is served by another process
  std::string name_;
  std::uint64_t identity_;
  ExperimentSpec first_spec_;
  std::unique_ptr<Session> session_;
  std::uint64_t position_ = 0;  // number of log events the session has applied
  bool half_applied_ = false;
  std::optional<Request> next_request_;
};

/// The number of rounds that these events of ObserveRounds are of. They must have been applied.
std::uint64_t rounds_in(const Session& session, const std::vector<Event>& events);

/// Gives an experiment another name. Throws InputError if that is taken or not a valid name.
void rename_experiment(Store& store, const std::string& name, const std::string& fresh);

/// JSON lines: {"mirador_export":1,"name":"...","spec":{...}}, then every event, and finally their
/// number, {"events":12}. Without that line the file is truncated.
void export_experiment(Store& store, const std::string& name, std::ostream& out);

/// The undamaged part of a log.
struct Intact {
  std::uint64_t events = 0;
  std::string damage = {};  ///< the damage after them; empty if there is none
};
/// The same for a damaged log: the events before the damage, without those of an incomplete batch.
/// Throws RunError if even the spec cannot be read.
Intact salvage_experiment(Store& store, const std::string& name, std::ostream& out);
/// Reads the whole experiment and replays it.
Intact verify_experiment(Store& store, const std::string& name);
/// Restores an exported experiment, under its name or another one. All or nothing: every line is
/// read and replayed before the store is changed. Throws InputError with the number of an invalid
/// line. Returns the name.
std::string import_experiment(Store& store, std::istream& in, std::string_view name = {});

}  // namespace mirador
