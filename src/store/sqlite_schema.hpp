#pragma once

#include <cstdint>
#include <span>

#include "sqlite_database.hpp"

/// The tables of a SQLite store, their version, and the migration of older ones.
namespace mirador::store {

/// "Mira": marks a file as a mirador store (PRAGMA application_id).
inline constexpr std::int64_t application_id = 0x4D697261;

/// Step n brings version n - 1 to version n; version 0 is an empty file.
struct Migration {
  const char* sql;
  /// The part of the migration that SQL cannot do; called after it.
  void (*then)(const SqliteDatabase& database) = nullptr;
};

std::span<const Migration> sqlite_migrations();

/// Migrates the file to the last version, in one transaction, and switches to WAL mode. A file of
/// another program or of a newer mirador is an InputError and is not changed.
void bring_up_to_date(const SqliteDatabase& database, std::span<const Migration> migrations);

}  // namespace mirador::store
