#pragma once

#include <span>

#include "postgres_connection.hpp"
#include "seal.hpp"

/// The tables of a PostgreSQL store, their version, and how older ones are brought up to date.
namespace mirador::store {

/// Step n brings version n - 1 to version n; version 0 is a database without the schema.
struct PostgresMigration {
  const char* sql;
  /// What SQL cannot do, after it.
  void (*then)(PostgresConnection& connection) = nullptr;
};

std::span<const PostgresMigration> postgres_migrations();

/// Brings the database to the last version, in one transaction. That of a newer mirador is an
/// InputError, and nothing in it changes. Where the version is right no right to change is needed.
void bring_up_to_date(PostgresConnection& connection,
                      std::span<const PostgresMigration> migrations);

/// Of the table mirador.experiment, in the order in which heading_in takes them.
#define MIRADOR_CREATED_MS "(extract(epoch FROM created) * 1000)::bigint"
inline constexpr const char* created_ms = MIRADOR_CREATED_MS;
inline constexpr const char* heading_columns =
    "id, name, spec, " MIRADOR_CREATED_MS ", seal, events, last, end_seal";
/// The same without the spec, which may be long.
inline constexpr const char* short_heading_columns =
    "id, name, '', " MIRADOR_CREATED_MS ", seal, events, last, end_seal";
#undef MIRADOR_CREATED_MS
/// Throws RunError where the end of the log is not what its seal says.
Heading heading_in(const PostgresRows& rows, int row);

/// Stores the seal of the heading and how its log ends.
PostgresCall note_end(const Heading& heading);

}  // namespace mirador::store
