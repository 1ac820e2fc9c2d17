#pragma once

#include <span>

#include "postgres_connection.hpp"

/// The tables of a PostgreSQL store, their version, and how older ones are brought up to date.
namespace mirador::store {

/// Step n brings version n - 1 to version n; version 0 is a database without the schema.
std::span<const char* const> postgres_migrations();

/// Brings the database to the last version, in one transaction. That of a newer mirador is an
/// InputError, and nothing in it changes. Where the version is right no right to change is needed.
void bring_up_to_date(PostgresConnection& connection, std::span<const char* const> migrations);

}  // namespace mirador::store
