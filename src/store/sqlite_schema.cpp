#include "sqlite_schema.hpp"

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "sqlite_rows.hpp"

namespace mirador::store {

namespace {

// Values are stored bit for bit: SQLite keeps a real number as the 8 bytes of a double, unless the
// column has type REAL, in which it stores integral values as integers. Events are numbered 1, 2,
// 3, ... within an experiment, so the last number is their count. The request is stored with the
// first event of its transaction and needs no row or page of its own.
constexpr const char* version_1 = R"sql(
CREATE TABLE experiment (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL UNIQUE,
  spec TEXT NOT NULL,
  created INTEGER NOT NULL  -- milliseconds since 1970, UTC
) STRICT;
CREATE TABLE event (
  experiment INTEGER NOT NULL REFERENCES experiment (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,  -- 1, 2, 3, ... within the experiment
  kind INTEGER NOT NULL,    -- 1 asked, 2 told, 3 observed, 4 abandoned
  ticket INTEGER NOT NULL,
  arm INTEGER,              -- from 0; of kinds 1 and 3
  value ANY,                -- a real number; of kinds 2 and 3 (type REAL would drop the sign of -0)
  time INTEGER NOT NULL,    -- milliseconds since 1970, UTC
  request TEXT,             -- who appended; with the first event of a transaction
  PRIMARY KEY (experiment, number)
) STRICT, WITHOUT ROWID;
-- A ticket has one result.
CREATE UNIQUE INDEX result ON event (experiment, ticket) WHERE kind IN (2, 3);
)sql";

// The user's note on a value: of kinds 2 and 3, null if there is none.
constexpr const char* version_2 = "ALTER TABLE event ADD COLUMN note TEXT";

// Kinds 5 (told, more results of its batch follow) and 6 (an open ticket handed out again).
constexpr const char* version_3 = R"sql(
DROP INDEX result;
CREATE UNIQUE INDEX result ON event (experiment, ticket) WHERE kind IN (2, 3, 5);
)sql";

// Seals (seal.hpp): of the experiment's own row, of every event, and of the last event with its
// number, so that lost rows are noticed. The index is equivalent to the previous one: for IN with
// three numbers SQLite built a table for every inserted event, which doubled the time.
constexpr const char* version_4 = R"sql(
DROP INDEX result;
CREATE UNIQUE INDEX result ON event (experiment, ticket) WHERE kind = 2 OR kind = 3 OR kind = 5;
ALTER TABLE experiment ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE experiment ADD COLUMN events INTEGER NOT NULL DEFAULT 0;
ALTER TABLE experiment ADD COLUMN last INTEGER NOT NULL DEFAULT 0;
ALTER TABLE experiment ADD COLUMN end_seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE event ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
)sql";

// Kinds 7 (a note; its ticket is 0), 8 (a setting was changed: `arm` is its number), 9
// (observed, more results of its batch follow), and 10 to 15 (record.hpp). `born` is the name under
// which an experiment that was renamed was begun; empty if it was not renamed.
constexpr const char* version_5 = R"sql(
DROP INDEX result;
CREATE UNIQUE INDEX result ON event (experiment, ticket)
  WHERE kind = 2 OR kind = 3 OR kind = 5 OR kind = 9;
ALTER TABLE experiment ADD COLUMN born TEXT NOT NULL DEFAULT '';
)sql";

/// The seals of a log without seals, in order.
std::vector<Seal> fresh_seals(const SqliteDatabase& database, const Heading& heading) {
  SqliteStatement select(database, std::string("SELECT ") + row_columns +
                                       " FROM event WHERE experiment = ?1 ORDER BY number");
  select.bind(1, heading.id);
  std::vector<Seal> seals;
  Seal last = heading.seal;
  while (select.step()) seals.push_back(last = seal_of(last, row_in(select, heading.name)));
  return seals;
}

void seal_experiment(const SqliteDatabase& database, Heading& heading) {
  heading.seal = seal_of(heading);
  const std::vector<Seal> seals = fresh_seals(database, heading);
  heading.events = static_cast<std::int64_t>(seals.size());
  heading.last = seals.empty() ? heading.seal : seals.back();
  SqliteStatement update(database,
                         "UPDATE event SET seal = ?3 WHERE experiment = ?1 AND number = ?2");
  for (std::size_t i = 0; i < seals.size(); ++i) {
    const SqliteRows rows(update);
    update.bind(1, heading.id).bind(2, static_cast<std::int64_t>(i + 1));
    update.bind(3, std::bit_cast<std::int64_t>(seals[i])).step();
  }
  SqliteStatement note(database, note_end_sql);
  note_end(note, heading);
}

void seal_all(const SqliteDatabase& database) {
  std::vector<Heading> headings;
  SqliteStatement select(database, "SELECT id, name, spec, created FROM experiment");
  while (select.step()) {
    headings.push_back({.id = select.number(0),
                        .name = select.text(1),
                        .spec = select.text(2),
                        .created = select.number(3)});
  }
  for (Heading& heading : headings) seal_experiment(database, heading);
}

constexpr std::array migrations{Migration{version_1}, Migration{version_2}, Migration{version_3},
                                Migration{version_4, seal_all}, Migration{version_5}};

/// Call within a transaction: another process may be creating the tables.
void check_origin(const SqliteDatabase& database, std::int64_t known) {
  const std::int64_t mark = database.number("PRAGMA application_id");
  const std::int64_t version = database.number("PRAGMA user_version");
  const bool empty =
      mark == 0 && version == 0 && database.number("SELECT count(*) FROM sqlite_schema") == 0;
  if (mark != application_id && !empty) {
    throw InputError("the store " + database.file() +
                     " is a SQLite database of another program; name another file");
  }
  if (version < 0) {
    throw RunError("the store " + database.file() + " is damaged (schema " +
                   std::to_string(version) + "): restore it from a copy");
  }
  if (version > known) {
    throw InputError("the store " + database.file() + " was made by a newer mirador (schema " +
                     std::to_string(version) + ", this one knows " + std::to_string(known) +
                     "): upgrade mirador");
  }
}

void check_before_touching(const SqliteDatabase& database, std::int64_t known) {
  database.run("BEGIN");
  try {
    check_origin(database, known);
  } catch (...) {
    database.roll_back();
    throw;
  }
  database.roll_back();
}

}  // namespace

std::span<const Migration> sqlite_migrations() { return migrations; }

void bring_up_to_date(const SqliteDatabase& database, std::span<const Migration> steps) {
  const auto known = static_cast<std::int64_t>(steps.size());
  check_before_touching(database, known);
  if (!database.read_only()) database.keep_log();
  if (database.number("PRAGMA user_version") == known) return;
  database.begin_writing();
  try {
    // Another process may have done it first.
    check_origin(database, known);
    const auto version = static_cast<std::size_t>(database.number("PRAGMA user_version"));
    for (const Migration& step : steps.subspan(version)) {
      database.run(step.sql);
      if (step.then != nullptr) step.then(database);
    }
    database.run(("PRAGMA application_id = " + std::to_string(application_id)).c_str());
    database.run(("PRAGMA user_version = " + std::to_string(known)).c_str());
    database.run("COMMIT");
  } catch (...) {
    database.roll_back();
    throw;
  }
}

}  // namespace mirador::store
