#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/experiment/session.hpp"
#include "mirador/store/store.hpp"

namespace mirador {

/// Throws InputError unless it is plain text of at most 200 bytes that does not begin with -, so
/// that it can be shown in a list and typed again.
void validate_name(std::string_view name);

/// A ticket that `ask` gave: a new one, or an open one that may have been lost.
struct HandedOut {
  Ticket ticket;
  Arm arm;
  bool again = false;

  bool operator==(const HandedOut&) const = default;
};

/// A live experiment that lives in a store, which other processes may change meanwhile. A change
///   takes its turn, reads what others did, checks, appends, commits, and only then is believed.
/// So everything that was answered is in the store, and what was refused is not. A connection that
/// breaks is taken up again; the store knows whether the change went through, so that it is neither
/// lost nor made twice. For one thread, as its store is.
class LiveExperiment {
 public:
  /// Throws InputError when the spec is not usable or the name is taken.
  static LiveExperiment create(Store& store, std::string name, const ExperimentSpec& spec);
  /// Opens one that exists; costs a replay of its log. Parts of one's own are given again. The
  /// store must outlive this.
  LiveExperiment(Store& store, std::string name, const OwnParts& own = {});

  const std::string& name() const { return name_; }
  const ExperimentSpec& spec() const { return session_->spec(); }

  /// Under which request the next change (ask, tell, observe, abandon) is made or refused; text of
  /// at most 200 bytes. A change that was made under it before is not made again: what it did is
  /// returned. Throws InputError for a change that was another one. Without this every change has a
  /// request of its own, which OutcomeUnknown names.
  void set_request(Request request);

  /// What Session does, made safe. Fewer tickets or none where the budget ends or the verdict fell.
  /// Tickets that have been open for `reissue_after` seconds since they were last handed out, by
  /// the clock of the store, come again before new ones; without it, after those of the spec.
  /// Throws InputError for a time that is not positive.
  std::vector<HandedOut> ask(std::uint64_t count,
                             std::optional<double> reissue_after = std::nullopt);
  /// How many readings were new; all or nothing. Nothing is written for what was told before.
  std::size_t tell(std::span<const Reading> readings);
  std::size_t tell(Ticket ticket, double value, std::string note = {});
  Ticket observe(std::string_view arm, double value, std::string note = {});
  /// The arm that `ask` would give, without a ticket, for one who measures alone and lets every
  /// measurement be followed by `observe`: half the changes. Nothing where `ask` gives nothing.
  /// Does not look for what others did.
  std::optional<Arm> next() const;
  /// Was it open? Abandoning again is no mistake.
  bool abandon(Ticket ticket);
  /// As it is in the store now. Waits for no writer.
  ExperimentStatus status();
  std::optional<Lead> lead();
  /// The same of the progress, the phase, the verdict and the tickets alone, without the work of a
  /// status.
  Progress progress();
  Phase phase();
  std::optional<VerdictStatus> verdict();
  std::vector<OpenTicket> open_tickets();
  /// Reads what others did. This and all of the above throw InputError once the experiment was
  /// deleted, even if there is another one under its name.
  void refresh();
  /// Removes it from the store if no event of others has come since this read it last; was it?
  bool remove_unless_changed();

 private:
  /// What to append, given the state, which is the caller's alone until then.
  using Decision = std::function<std::vector<Event>(const Session&, Transaction&)>;

  /// Are these events what the change did? For a request that was used before.
  using Fit = std::function<bool(const std::vector<Event>&)>;

  /// What was done, now or before under the same request.
  struct Change {
    std::vector<Event> events = {};
    bool is_sent = false;  // may have been made
    bool was_made_before = false;
  };
  std::vector<Event> change(const Decision& decide, const Fit& fits);
  Change make(const Decision& decide, const std::optional<Request>& given);
  /// One try. ConnectionLost leaves in `change` what was sent.
  void attempt(const Decision& decide, const Request& request, bool is_repeatable, Change& change);
  bool is_made(const Request& request, const ConnectionLost& why) const;
  void refresh_if_possible();
  void take(const Event& event);
  /// After an event that was applied by half: replays the log from the start.
  void mend();
  void check(std::uint64_t identity) const;

  Store* store_;
  std::string name_;
  std::uint64_t identity_;
  std::unique_ptr<Session> session_;
  std::uint64_t position_ = 0;  // events of the log that the session knows
  bool half_applied_ = false;
  std::optional<Request> next_request_;
};

/// JSON lines: {"mirador_export":1,"name":"...","spec":{...}}, then every event, and their number
/// {"events":12} at the end, without which the file is cut short.
void export_experiment(Store& store, const std::string& name, std::ostream& out);

/// What is intact of a log.
struct Intact {
  std::uint64_t events = 0;
  std::string damage = {};  ///< what is wrong after them; empty where nothing is
};
/// The same for a damaged log: the events before the damage, less those of a batch that is not
/// whole. Throws RunError where not even the spec can be read.
Intact salvage_experiment(Store& store, const std::string& name, std::ostream& out);
/// Reads all of it, and does with it what opening it does.
Intact verify_experiment(Store& store, const std::string& name);
/// The same experiment again, under the name it had or another one. All or nothing: every line is
/// read and replayed before the store is touched. Throws InputError with the number of a bad line.
/// Returns the name.
std::string import_experiment(Store& store, std::istream& in, std::string_view name = {});

}  // namespace mirador
