#include "postgres_schema.hpp"

#include <array>
#include <bit>
#include <vector>

#include "postgres_copy.hpp"

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

// As in SQLite: seals, and the number of events. The columns lose their defaults once the existing
// rows are filled, so that a program of an earlier version that stayed connected cannot add rows
// without seals.
constexpr const char* version_4 = R"sql(
ALTER TABLE mirador.experiment ADD COLUMN seal bigint NOT NULL DEFAULT 0;
ALTER TABLE mirador.experiment ADD COLUMN events bigint NOT NULL DEFAULT 0;
ALTER TABLE mirador.experiment ADD COLUMN last bigint NOT NULL DEFAULT 0;
ALTER TABLE mirador.experiment ADD COLUMN end_seal bigint NOT NULL DEFAULT 0;
ALTER TABLE mirador.event ADD COLUMN seal bigint NOT NULL DEFAULT 0;
ALTER TABLE mirador.experiment ALTER COLUMN seal DROP DEFAULT, ALTER COLUMN events DROP DEFAULT,
  ALTER COLUMN last DROP DEFAULT, ALTER COLUMN end_seal DROP DEFAULT;
ALTER TABLE mirador.event ALTER COLUMN seal DROP DEFAULT;
COMMENT ON COLUMN mirador.event.seal IS 'checksum of the event and of the seal before';
)sql";

// As in SQLite: notes, changes of settings, and experiments that were renamed.
constexpr const char* version_5 = R"sql(
DROP INDEX mirador.event_result;
CREATE UNIQUE INDEX event_result ON mirador.event (experiment, ticket) WHERE kind IN (2, 3, 5, 9);
ALTER TABLE mirador.experiment ADD COLUMN born text NOT NULL DEFAULT '';
COMMENT ON COLUMN mirador.experiment.born IS 'the name it was begun under, if it was renamed';
COMMENT ON COLUMN mirador.event.kind IS '1 asked, 2 told, 3 observed, 4 abandoned, '
  '5 told and more results of its batch follow, 6 an open ticket handed out again, 7 a note, '
  '8 a setting (its number is the arm) has another value, 9 observed and more results follow, '
  '10 an arm added (its name is the note), 11 an arm retired, 12 and 13 the same and more follow, '
  '14 a tag, 15 a tag removed';
)sql";

/// Seals a log that has no seals yet. Times are kept to the millisecond from now on.
void seal_experiment(PostgresConnection& connection, Heading& heading) {
  heading.last = heading.seal = seal_of(heading);
  const std::string id = std::to_string(heading.id);
  std::vector<std::int64_t> numbers, seals;
  RowReader reader(heading.name, [&](const Row& row) {
    heading.last = seal_of(heading.last, row);
    ++heading.events;
    numbers.push_back(row.number);
    seals.push_back(std::bit_cast<std::int64_t>(heading.last));
  });
  connection.copy_out(std::string("COPY (SELECT ") + row_columns +
                          " FROM mirador.event WHERE experiment = " + id +
                          " ORDER BY number) TO STDOUT (FORMAT binary)",
                      [&](std::string_view piece) { reader.take(piece); });
  connection.run({.sql = "UPDATE mirador.event SET seal = fresh.seal "
                         "FROM unnest($2::bigint[], $3::bigint[]) AS fresh (number, seal) "
                         "WHERE experiment = $1 AND event.number = fresh.number",
                  .values = {heading.id, PostgresArray::of(numbers), PostgresArray::of(seals)},
                  .form = PostgresCall::Form::text});
  connection.run(note_end(heading));
}

void seal_all(PostgresConnection& connection) {
  const PostgresRows rows =
      connection.run({.sql = "SELECT id, name, spec, (extract(epoch FROM created) * 1000)::bigint "
                             "FROM mirador.experiment",
                      .form = PostgresCall::Form::text});
  for (int row = 0; row < rows.size(); ++row) {
    Heading heading{.id = rows.number(row, 0),
                    .name = rows.text(row, 1),
                    .spec = rows.text(row, 2),
                    .created = rows.number(row, 3)};
    seal_experiment(connection, heading);
  }
}

constexpr std::array migrations{
    PostgresMigration{version_1}, PostgresMigration{version_2}, PostgresMigration{version_3},
    PostgresMigration{version_4, seal_all}, PostgresMigration{version_5}};

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

std::span<const PostgresMigration> postgres_migrations() { return migrations; }

PostgresCall note_end(const Heading& heading) {
  const auto bits = [](Seal seal) { return std::bit_cast<std::int64_t>(seal); };
  return {.sql =
              "UPDATE mirador.experiment SET seal = $2, events = $3, last = $4, end_seal = $5 "
              "WHERE id = $1",
          .values = {heading.id, bits(heading.seal), heading.events, bits(heading.last),
                     bits(seal_of_end(heading))},
          .form = PostgresCall::Form::text};
}

Heading heading_in(const PostgresRows& rows, int row) {
  const auto seal = [&](int column) { return std::bit_cast<Seal>(rows.number(row, column)); };
  Heading heading{.id = rows.number(row, 0),
                  .name = rows.text(row, 1),
                  .spec = rows.text(row, 2),
                  .created = rows.number(row, 3),
                  .seal = seal(4),
                  .events = rows.number(row, 5),
                  .last = seal(6),
                  .end_seal = seal(7),
                  .born = rows.text(row, 8)};
  check_end(heading);
  return heading;
}

void bring_up_to_date(PostgresConnection& connection, std::span<const PostgresMigration> steps) {
  std::size_t version = version_of(connection);
  check_version(connection, version, steps.size());
  if (version == steps.size()) return;
  try {
    // The lock (an arbitrary number) lets one process at a time do this.
    connection.run_script("BEGIN; SELECT pg_advisory_xact_lock(1298757217)");
    version = version_of(connection);
    check_version(connection, version, steps.size());
    for (const PostgresMigration& step : steps.subspan(version)) {
      connection.run_script(step.sql);
      if (step.then != nullptr) step.then(connection);
    }
    connection.run_script("UPDATE mirador.version SET version = " + std::to_string(steps.size()) +
                          "; COMMIT");
  } catch (...) {
    connection.roll_back();
    throw;
  }
}

}  // namespace mirador::store
