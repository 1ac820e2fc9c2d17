#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "mirador/core/error.hpp"
#include "mirador/experiment/event.hpp"

namespace mirador {

/// The id of an attempt to change an experiment: unique, and stored with the appended events, so
/// that after a lost connection one can ask whether the attempt was committed. The events of one
/// request are consecutive, and the first of them carries the id.
using Request = std::string;

/// 128 bits, random or counted up from random ones, hence unique.
Request fresh_request();

/// The connection to the store broke. Whether the transaction was committed is unknown;
/// Store::holds(request) tells once the store is reachable again.
class ConnectionLost : public RunError {
 public:
  using RunError::RunError;
};

/// A change was sent, the connection broke, and the store cannot be reached: whether the change was
/// made is unknown. Repeating it with the same request is safe.
class OutcomeUnknown : public RunError {
 public:
  OutcomeUnknown(const std::string& message, Request sent)
      : RunError(message), request(std::move(sent)) {}
  Request request;
};

/// A stored log differs from what was appended: rows were changed, removed or added.
class DamagedLog : public RunError {
 public:
  DamagedLog(const std::string& message, std::uint64_t intact)
      : RunError(message), events(intact) {}
  std::uint64_t events;  ///< number of undamaged events at the start
};

/// An experiment in a list.
struct Listing {
  std::string name;
  std::string created;  // ISO 8601, UTC
  std::uint64_t events;
  std::string heard;  // when the last event was stored, or else the experiment
};

using EventSink = std::function<void(const Event&)>;

/// The exclusive right to append to one experiment. Appended events are undone unless they are
/// committed. After an error nothing of the transaction remains and it can only be dropped. While
/// it exists, use it and not its store.
class Transaction {
 public:
  virtual ~Transaction() = default;
  /// Store::identity of the experiment.
  virtual std::uint64_t identity() const = 0;
  /// The events after the first `after`, in order, including those of the last committed writer.
  virtual void read(std::uint64_t after, const EventSink& sink) = 0;
  /// The tickets that were last handed out (Asked, Reissued) at least this long ago, by the clock
  /// of the store, in any order and in any state. Reads the whole log.
  virtual std::vector<Ticket> handed_out_before(std::chrono::milliseconds age) = 0;
  /// The events appended under this request before, by a committed transaction or by this one;
  /// empty if there are none. Does not read the log: the cost grows with its logarithm.
  virtual std::optional<std::vector<Event>> appended(const Request& request) = 0;
  /// The events appended from now on are of another request, for several changes in one
  /// transaction. Empty, here and in Store::write: a fresh one.
  virtual void begin_request(const Request& request) = 0;
  /// A second result (Told or Observed) of a ticket is a RunError; so is a value that is not
  /// finite, or a note that is not UTF-8 text or contains a null character, because not every store
  /// could return it.
  virtual void append(std::span<const Event> events) = 0;
  /// When this returns the events survive any failure of this process or machine (with
  /// Durability::kill only of this process).
  virtual void commit() = 0;
  /// Removes the experiment permanently instead, and ends the transaction.
  virtual void remove() = 0;
};

/// Append-only logs of experiments, each with its spec (text that the store does not read). Names
/// are unique. An unknown or taken name is an InputError; a store that cannot do its work throws a
/// RunError that says what to do, and changes nothing. Names and specs are UTF-8 text without null
/// characters. A store is for one thread at a time: open one per thread. Reading returns what was
/// written: a log in which rows were changed, lost or added throws DamagedLog after the events
/// before the damage; a changed spec is a RunError.
class Store {
 public:
  virtual ~Store() = default;
  /// Creates an experiment with initial events, or none. All or nothing.
  virtual void create(const std::string& name, const std::string& spec,
                      std::span<const Event> events) = 0;
  virtual std::vector<Listing> list() = 0;
  virtual std::string spec(const std::string& name) = 0;
  /// A number that no other experiment of the store ever has: an experiment that is removed and
  /// created again has the same name and another identity.
  virtual std::uint64_t identity(const std::string& name) = 0;
  /// The events after the first `after`, as they were at one moment; waits for no writer. If there
  /// are fewer than `after` the log is damaged.
  virtual void read(const std::string& name, std::uint64_t after, const EventSink& sink) = 0;
  /// Waits for its turn; throws RunError after a few seconds.
  virtual std::unique_ptr<Transaction> write(const std::string& name, const Request& request) = 0;
  /// Was a transaction of this request committed, and did it append anything? Waits for one that a
  /// server is still committing after the connection broke.
  virtual bool holds(const std::string& name, const Request& request) = 0;
  /// Gives the experiment another name that is free. Its identity stays.
  virtual void rename(const std::string& name, const std::string& fresh) = 0;
  virtual void remove(const std::string& name) = 0;
  /// A number that is another one after another connection changed the store; in memory after any
  /// change. It may also change for no reason. Cheap enough to call ten times per second:
  /// PostgreSQL sends no query for it but reads the notifications that every change sends (LISTEN),
  /// at most a few seconds late if one is lost.
  virtual std::uint64_t version() = 0;
  /// Checks the whole store on the level of the database; throws RunError if it finds damage.
  /// Returns the names of all experiments, damaged or not.
  virtual std::vector<std::string> verify() = 0;
};

/// What a commit to a SQLite file survives. Users of both kinds may share a file: a commit that
/// waits for the disk also syncs the earlier commits of others.
enum class Durability {
  power_cut,  ///< the end of the process or of the machine; a commit waits for the disk
  kill,       ///< the end of the process; after a power cut the last commits may be missing
};

/// Is the place a server (postgresql://..., http://..., https://...) and not a file name? Throws
/// InputError for an address in another form, which would otherwise become a file name with the
/// password in it.
bool is_server(const std::string& place);

/// A PostgreSQL database (postgresql://...), or else a SQLite file, which is created if it does not
/// exist. Its folder must exist, except the default folder, which is created too. Throws InputError
/// for the address of a service; `open_place` (live/http_store.hpp) opens that too.
std::unique_ptr<Store> open_store(const std::string& place,
                                  Durability durability = Durability::power_cut);

/// mirador.db in the user's data folder (XDG_DATA_HOME, else .local/share in HOME).
std::string default_place();

}  // namespace mirador
