#include "postgres_schema.hpp"

#include <array>

namespace mirador::store {

namespace {

// As in SQLite. `origin` tells a creator whose connection broke that the experiment is its own.
constexpr const char* version_1 = R"sql(
CREATE SCHEMA IF NOT EXISTS mirador;
CREATE TABLE mirador.version (version integer NOT NULL);
INSERT INTO mirador.version VALUES (0);
CREATE TABLE mirador.experiment (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  spec text NOT NULL,
  created timestamptz NOT NULL DEFAULT now(),
  origin text NOT NULL,
  CONSTRAINT experiment_name UNIQUE (name)
);
CREATE TABLE mirador.event (
  experiment bigint NOT NULL REFERENCES mirador.experiment (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  kind smallint NOT NULL,
  ticket bigint NOT NULL,
  arm bigint,
  value double precision,
  time timestamptz NOT NULL DEFAULT clock_timestamp(),
  request text,
  PRIMARY KEY (experiment, number)
);
CREATE UNIQUE INDEX event_result ON mirador.event (experiment, ticket) WHERE kind IN (2, 3);
CREATE INDEX event_request ON mirador.event (experiment, request) WHERE request IS NOT NULL;
COMMENT ON COLUMN mirador.event.kind IS '1 asked, 2 told, 3 observed, 4 abandoned';
)sql";

constexpr const char* version_2 = R"sql(
ALTER TABLE mirador.event ADD COLUMN note text;
COMMENT ON COLUMN mirador.event.note IS 'of whoever measured; of kinds 2 and 3, null for nothing';
)sql";

constexpr const char* version_3 = R"sql(
DROP INDEX mirador.event_result;
CREATE UNIQUE INDEX event_result ON mirador.event (experiment, ticket) WHERE kind IN (2, 3, 5);
COMMENT ON COLUMN mirador.event.kind IS '1 asked, 2 told, 3 observed, 4 abandoned, '
  '5 told and more results of its batch follow, 6 an open ticket handed out again';
)sql";

constexpr std::array migrations{version_1, version_2, version_3};

std::size_t version_of(PostgresConnection& connection) {
  const auto ask = [&](const char* sql) {
    return connection.run({.sql = sql, .form = PostgresCall::Form::text}).number(0, 0);
  };
  if (ask("SELECT count(*) FROM pg_tables WHERE schemaname = 'mirador' "
          "AND tablename = 'version'") == 0) {
    return 0;
  }
  const std::int64_t version = ask("SELECT version FROM mirador.version");
  if (version < 0) {
    throw RunError("the store " + connection.place() + " is damaged (schema " +
                   std::to_string(version) + "): restore it from a copy");
  }
  return static_cast<std::size_t>(version);
}

void check_version(const PostgresConnection& connection, std::size_t version, std::size_t known) {
  if (version <= known) return;
  throw InputError("the store " + connection.place() + " was made by a newer mirador (schema " +
                   std::to_string(version) + ", this one knows " + std::to_string(known) +
                   "): upgrade mirador");
}

}  // namespace

std::span<const char* const> postgres_migrations() { return migrations; }

void bring_up_to_date(PostgresConnection& connection, std::span<const char* const> steps) {
  std::size_t version = version_of(connection);
  check_version(connection, version, steps.size());
  if (version == steps.size()) return;
  try {
    // The lock, a number of our own, lets one process at a time do this.
    connection.run_script("BEGIN; SELECT pg_advisory_xact_lock(1298757217)");
    version = version_of(connection);
    check_version(connection, version, steps.size());
    for (const char* step : steps.subspan(version)) connection.run_script(step);
    connection.run_script("UPDATE mirador.version SET version = " + std::to_string(steps.size()) +
                          "; COMMIT");
  } catch (...) {
    connection.roll_back();
    throw;
  }
}

}  // namespace mirador::store
