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

/// Who appends: unique for every attempt to change an experiment, and stored with what it appended,
/// so that after a lost connection one can ask whether the attempt went through.
/// The events of one request follow one another, and the first of them carries it.
using Request = std::string;

/// 128 bits, random or counted up from random ones: no two are ever the same.
Request fresh_request();

/// The connection to the store broke. Whether the transaction was committed is not known:
/// Store::holds(request) says so once the store can be reached again.
class ConnectionLost : public RunError {
 public:
  using RunError::RunError;
};

/// A change was sent, the connection broke, and the store cannot be reached: whether it was made is
/// not known. Repeating it under its request is harmless.
class OutcomeUnknown : public RunError {
 public:
  OutcomeUnknown(const std::string& message, Request sent)
      : RunError(message), request(std::move(sent)) {}
  Request request;
};

/// A stored log is not what was appended to it: something has changed, removed or added rows.
class DamagedLog : public RunError {
 public:
  DamagedLog(const std::string& message, std::uint64_t intact)
      : RunError(message), events(intact) {}
  std::uint64_t events;  ///< how many at the start are as they were
};

/// An experiment as a list shows it.
struct Listing {
  std::string name;
  std::string created;  // ISO 8601, UTC
  std::uint64_t events;
};

using EventSink = std::function<void(const Event&)>;

/// The right to append to one experiment, which nobody else has meanwhile. What was appended is
/// undone unless it is committed. After an error nothing of it is left and it can only be dropped.
/// While it lives, use it and not its store.
class Transaction {
 public:
  virtual ~Transaction() = default;
  /// Store::identity of the experiment.
  virtual std::uint64_t identity() const = 0;
  /// The events after the first `after`, in order, with those of the last committed writer.
  virtual void read(std::uint64_t after, const EventSink& sink) = 0;
  /// The tickets that were handed out (Asked, Reissued) for the last time at least so long ago, by
  /// the clock of the store, in any order and whatever became of them. Reads the whole log.
  virtual std::vector<Ticket> handed_out_before(std::chrono::milliseconds age) = 0;
  /// What was appended under the request before, by a transaction that was committed; nothing where
  /// there is none.
  virtual std::optional<std::vector<Event>> appended(const Request& request) = 0;
  /// A second result (Told or Observed) of a ticket is a RunError; so is a value that is not
  /// finite or a note that is not UTF-8 text or has the character 0, which no store could give
  /// back.
  virtual void append(std::span<const Event> events) = 0;
  /// When this returns the events are safe, whatever happens to this process or machine (or to this
  /// process alone, in a store that was opened with Durability::kill).
  virtual void commit() = 0;
  /// Removes the experiment instead, for good, and is over.
  virtual void remove() = 0;
};

/// Append-only logs of experiments, each with its spec (text that the store does not read). Names
/// are unique. An unknown or a taken name is an InputError; a store that cannot do its work is a
/// RunError that says what to do, and leaves everything as it was. Names and specs are UTF-8 text
/// without the character 0. A store is for one thread at a time: open one for each.
/// What is read is what was written: a log in which rows were changed, lost or added throws
/// DamagedLog, after the events before them; a spec that was changed is a RunError.
class Store {
 public:
  virtual ~Store() = default;
  /// With a first few events, or none. All or nothing.
  virtual void create(const std::string& name, const std::string& spec,
                      std::span<const Event> events) = 0;
  virtual std::vector<Listing> list() = 0;
  virtual std::string spec(const std::string& name) = 0;
  /// A number that no other experiment of the store ever has: an experiment that is removed and
  /// made anew has the old name and another identity.
  virtual std::uint64_t identity(const std::string& name) = 0;
  /// The events after the first `after`, as they were at one moment; waits for no writer. Where
  /// there are fewer than `after` the log is damaged.
  virtual void read(const std::string& name, std::uint64_t after, const EventSink& sink) = 0;
  /// Waits for its turn, and gives up with a RunError after some seconds.
  virtual std::unique_ptr<Transaction> write(const std::string& name, const Request& request) = 0;
  /// Was a transaction of this request committed, and did it append anything? Waits for one that is
  /// still being committed by a server after the connection to it broke.
  virtual bool holds(const std::string& name, const Request& request) = 0;
  virtual void remove(const std::string& name) = 0;
  /// Reads the whole store as the database sees it; throws RunError where that finds damage. The
  /// names of all experiments, whatever is wrong with them.
  virtual std::vector<std::string> verify() = 0;
};

/// What a commit to a SQLite file survives. Users of both sorts may share a file: a commit that
/// waits for the disk takes along what others committed before it.
enum class Durability {
  power_cut,  ///< the end of the process or of the machine; a commit waits for the disk
  kill,       ///< the end of the process; after a power cut the last commits may be missing
};

/// Is the place a server (postgresql://...), and not the name of a file? Throws InputError for an
/// address of another form: it would become the name of a file, with the password in it.
bool is_server(const std::string& place);

/// A PostgreSQL database (postgresql://...), or else a SQLite file, which is made if it does not
/// exist. Its folder must exist, but for the default place, whose folder is made too.
std::unique_ptr<Store> open_store(const std::string& place,
                                  Durability durability = Durability::power_cut);

/// mirador.db in the user's data folder (XDG_DATA_HOME, else .local/share in HOME).
std::string default_place();

}  // namespace mirador
