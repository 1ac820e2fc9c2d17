#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "mirador/store/store.hpp"

/// The stores there are. `open_store` chooses among the last two by the look of the place.
namespace mirador {

/// Nothing outlives the process. Unlike the others it may be shared by threads.
std::unique_ptr<Store> open_memory();

struct SqliteOptions {
  std::string file;
  /// How long a writer waits for another one.
  std::chrono::milliseconds patience{10'000};
  /// The file system as SQLite knows it; empty: the usual one. Tests put faults here.
  std::string vfs;
  Durability durability = Durability::power_cut;
};

/// One file (and beside it FILE-wal and FILE-shm while it is in use, and FILE-acknowledged) on a
/// local disk. Commits are on the disk when they return (write-ahead log, synchronous=FULL), unless
/// the durability asks for less (synchronous=NORMAL). One process writes at a time, readers never
/// wait. A file of an older mirador is brought up to date; one of a newer mirador, of another
/// program or damaged is an InputError or RunError, and is left as it is. Cost: a commit is one
/// write and one sync of the log, without the sync for Durability::kill; a batch in one transaction
/// needs one too.
std::unique_ptr<Store> open_sqlite(const SqliteOptions& options);

struct PostgresOptions {
  /// What libpq understands: postgresql://user@host/database?options.
  std::string url;
  /// How long a writer waits for another one; one that does nothing for six times as long loses its
  /// turn.
  std::chrono::milliseconds patience{10'000};
  /// How long the server may be silent beyond that before it counts as gone.
  std::chrono::milliseconds silence{30'000};
};

/// Tables in the schema `mirador` of a database, for several hosts. A writer locks the row of its
/// experiment, so the events of one experiment have one order and experiments do not wait for each
/// other. A broken connection is ConnectionLost in the call that met it (unless that call can just
/// be repeated); the next call connects anew.
/// Cost: three round trips a transaction (lock, append, commit), however many events.
std::unique_ptr<Store> open_postgres(const PostgresOptions& options);

}  // namespace mirador
