#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "mirador/store/store.hpp"

/// The available stores. `open_store` chooses one of the last two by the form of the place.
namespace mirador {

/// In memory only. Unlike the others it may be shared by threads.
std::unique_ptr<Store> open_memory();

struct SqliteOptions {
  std::string file;
  /// How long a writer waits for another one.
  std::chrono::milliseconds patience{10'000};
  /// The SQLite VFS; empty: the default. Tests inject faults here.
  std::string vfs;
  Durability durability = Durability::power_cut;
};

/// One file (with FILE-wal and FILE-shm while it is in use, and FILE-acknowledged) on a local disk.
/// Commits are on the disk when they return (write-ahead log, synchronous=FULL), unless the
/// durability asks for less (synchronous=NORMAL). One process writes at a time, readers never wait.
/// A file of an older mirador is upgraded; a file of a newer mirador or another program, or a
/// damaged one, is an InputError or RunError and is not changed. Cost: a commit is one write and
/// one sync of the log, without the sync for Durability::kill; so is a batch in one transaction.
std::unique_ptr<Store> open_sqlite(const SqliteOptions& options);

struct PostgresOptions {
  /// A libpq URL: postgresql://user@host/database?options.
  std::string url;
  /// How long a writer waits for another one; a writer that is idle for six times as long loses its
  /// turn.
  std::chrono::milliseconds patience{10'000};
  /// The additional time a server may be silent before it counts as gone.
  std::chrono::milliseconds silence{30'000};
  /// Store::version asks the database as often as this, because a process that ends after a commit
  /// may not have notified the others.
  std::chrono::milliseconds recheck{5'000};
};

/// Tables in the schema `mirador` of a database, for several hosts. A writer locks the row of its
/// experiment, so the events of one experiment have one order and experiments do not wait for each
/// other. A broken connection is ConnectionLost in the call that noticed it (unless the call can
/// simply be repeated); the next call reconnects. Every change notifies the channel `mirador` after
/// its commit. Needs a session of its own, so no pool that shares sessions between transactions.
/// Cost: three round trips per transaction (lock, append, commit), for any number of events.
std::unique_ptr<Store> open_postgres(const PostgresOptions& options);

}  // namespace mirador
