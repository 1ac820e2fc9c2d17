#pragma once

#include <span>

#include "postgres_connection.hpp"
#include "seal.hpp"

/// The tables of a PostgreSQL store, their version, and the upgrade of older versions.
namespace mirador::store {

/// Step n brings version n - 1 to version n; version 0 is a database without the schema.
struct PostgresMigration {
  const char* sql;
  /// The part of the step that SQL cannot do, run after it.
  void (*then)(PostgresConnection& connection) = nullptr;
};

std::span<const PostgresMigration> postgres_migrations();

/// Upgrades the database to the last version, in one transaction. A database of a newer mirador
/// throws InputError and is not changed. A database of this version needs no privilege to change
/// tables.
void bring_up_to_date(PostgresConnection& connection,
                      std::span<const PostgresMigration> migrations);

/// The columns of mirador.experiment, in the order in which heading_in reads them.
#define MIRADOR_CREATED_MS "(extract(epoch FROM created) * 1000)::bigint"
inline constexpr const char* created_ms = MIRADOR_CREATED_MS;
inline constexpr const char* heading_columns =
    "id, name, spec, " MIRADOR_CREATED_MS ", seal, events, last, end_seal, born";
/// The same without the spec, which may be long.
inline constexpr const char* short_heading_columns =
    "id, name, '', " MIRADOR_CREATED_MS ", seal, events, last, end_seal, born";
#undef MIRADOR_CREATED_MS
/// Throws RunError if the end of the log does not match its seal.
Heading heading_in(const PostgresRows& rows, int row);

/// Stores the seal and the end of the log of the heading.
PostgresCall note_end(const Heading& heading);

}  // namespace mirador::store
