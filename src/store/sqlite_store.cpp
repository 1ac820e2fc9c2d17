#include <bit>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>

#include "acknowledged.hpp"
#include "record.hpp"
#include "sqlite_database.hpp"
#include "sqlite_rows.hpp"
#include "sqlite_schema.hpp"

namespace mirador {

namespace {

using namespace store;

/// A file that was recognised as a store and is ready for use.
class ReadyDatabase : public SqliteDatabase {
 public:
  explicit ReadyDatabase(const SqliteOptions& options) : SqliteDatabase(options) {
    bring_up_to_date(*this, sqlite_migrations());
    remember_log();
    run("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
    sqlite3_db_config(handle(), SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  }
};

/// Statements that are used often, prepared once.
struct Statements {
  explicit Statements(const SqliteDatabase& database)
      : find(database,
             std::string("SELECT ") + short_heading_columns + " FROM experiment WHERE name = ?1"),
        insert(database,
               "INSERT INTO event (experiment, number, kind, ticket, arm, value, time, request, "
               "note, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)"),
        note(database, note_end_sql),
        read(database, std::string("SELECT ") + row_columns +
                           " FROM event WHERE experiment = ?1 AND number >= ?2 ORDER BY number"),
        find_chosen(database, find_chosen_sql),
        begin(database, "BEGIN IMMEDIATE"),
        commit(database, "COMMIT") {}

  SqliteStatement find, insert, note, read, find_chosen, begin, commit;
};

/// One connection with at most one transaction at a time.
struct Desk {
  explicit Desk(const SqliteOptions& options)
      : is_new(!std::filesystem::exists(options.file)), database(options), statements(database) {
    // With a VFS of tests there is no file beside the store.
    if (options.vfs.empty()) acknowledged.emplace(database.real_file(), options.durability);
    // Its entries belong to a deleted store.
    if (is_new && acknowledged) acknowledged->forget_all();
    check_none_is_lost();
  }

  /// An acknowledged experiment must exist unless it was removed.
  void check_none_is_lost() {
    if (!acknowledged) return;
    for (const std::int64_t id : acknowledged->experiments()) {
      SqliteStatement select(database, "SELECT 1 FROM experiment WHERE id = ?1");
      if (select.bind(1, id).step() || !acknowledged->events(id)) continue;
      refuse("an experiment is missing");
    }
  }
  [[noreturn]] void refuse(const std::string& what) const {
    const std::string file = database.file();
    throw RunError("the store " + file + " has lost what it acknowledged: " + what + "; restore " +
                   file + " and " + file +
                   "-wal from a copy (or, if this is an earlier copy, delete " +
                   Acknowledged::name_of(database.real_file()) + ")");
  }

  /// The number of acknowledged events, as far as known.
  std::int64_t noted(std::int64_t id) const {
    return acknowledged ? acknowledged->events(id).value_or(0) : 0;
  }
  std::map<std::int64_t, std::int64_t> all_noted() const {
    std::map<std::int64_t, std::int64_t> all;
    if (!acknowledged) return all;
    for (const std::int64_t id : acknowledged->experiments()) all[id] = noted(id);
    return all;
  }
  void check_all_are_there(const Heading& heading, std::int64_t wanted) const {
    if (heading.events >= wanted) return;
    refuse(shown(heading.name) + " holds " + std::to_string(heading.events) + " events, and " +
           std::to_string(wanted) + " were acknowledged");
  }

  struct Seen {
    Heading heading;
    std::int64_t wanted;  // least number of events
  };
  /// Call in a transaction that has not read yet. A commit is recorded after it was made, so the
  /// recorded number of another process may already include a commit that is not visible here.
  Seen look(const std::string& name) {
    const Heading heading = find(name);
    const std::int64_t wanted = noted(heading.id);
    if (heading.events >= wanted) return {heading, wanted};
    database.run("ROLLBACK; BEGIN");
    const Heading again = find(name);
    return {again, again.id == heading.id ? wanted : 0};
  }

  /// Without spec and date, which spec() checks.
  Heading find(const std::string& name) {
    SqliteStatement& row = statements.find;
    row.bind(1, std::string_view(name));
    SqliteRows rows(row);
    if (!rows.next()) unknown_experiment(name, "the store " + database.file());
    return heading_in(row);
  }

  void read(const Heading& heading, std::uint64_t after, const EventSink& sink) {
    SqliteStatement& row = statements.read;
    row.bind(1, heading.id).bind(2, static_cast<std::int64_t>(after));
    SqliteRows rows(row);
    LogCheck check(heading, static_cast<std::int64_t>(after));
    while (rows.next()) check.take(row_in(row, heading.name), sink);
    check.end();
  }

  /// When the last event was stored, or else the experiment.
  std::int64_t heard(const Heading& heading) {
    if (heading.events == 0) return heading.created;
    const std::int64_t after = heading.events - 1;
    SqliteStatement& row = statements.read;
    row.bind(1, heading.id).bind(2, after);
    SqliteRows rows(row);
    LogCheck check(heading, after);
    std::int64_t time = 0;
    while (rows.next()) {
      const Row event = row_in(row, heading.name);
      check.take(event, [](const Event&) {});
      time = event.time;
    }
    check.end();
    return time;
  }

  std::vector<Ticket> handed_out_before(std::int64_t id, std::int64_t time) {
    SqliteStatement select(database,
                           "SELECT ticket FROM event WHERE experiment = ?1 AND kind IN (1, 6) "
                           "GROUP BY ticket HAVING max(time) <= ?2");
    select.bind(1, id).bind(2, time);
    std::vector<Ticket> tickets;
    while (select.step()) tickets.push_back(static_cast<Ticket>(select.number(0)));
    return tickets;
  }

  void insert(std::int64_t id, const Row& event) {
    SqliteStatement& row = statements.insert;
    const Record& record = event.record;
    row.bind(1, id).bind(2, event.number).bind(3, static_cast<std::int64_t>(record.kind));
    row.bind(4, record.ticket).bind(7, event.time);
    has_arm(record.kind) ? row.bind(5, record.arm) : row.bind_null(5);
    has_value(record.kind) ? row.bind(6, record.value) : row.bind_null(6);
    event.request.empty() ? row.bind_null(8) : row.bind(8, event.request);
    record.note.empty() ? row.bind_null(9) : row.bind(9, record.note);
    row.bind(10, std::bit_cast<std::int64_t>(event.seal));
    const SqliteRows rows(row);
    row.step();
  }

  std::optional<std::int64_t> first_of(const Heading& heading, const Request& request) {
    if (is_chosen(request)) return number_of(statements.find_chosen, heading, request);
    SqliteStatement find_fresh(database, find_fresh_sql);
    return number_of(find_fresh, heading, request);
  }
  static std::optional<std::int64_t> number_of(SqliteStatement& find, const Heading& heading,
                                               std::string_view request) {
    find.bind(1, heading.id).bind(2, request);
    SqliteRows rows(find);
    if (!rows.next() || !find.is_whole(0)) return std::nullopt;
    return find.number(0);
  }
  std::optional<std::vector<Event>> appended(const Heading& heading, const Request& request) {
    const std::optional<std::int64_t> first = first_of(heading, request);
    if (!first) return std::nullopt;
    SqliteStatement& row = statements.read;
    row.bind(1, heading.id).bind(2, *first);
    SqliteRows rows(row);
    std::vector<Event> events;
    while (rows.next()) {
      const Row event = row_in(row, heading.name);
      if (events.empty() && event.request != request) {
        damaged_log(heading.name, "another request than its index");
      }
      if (!events.empty() && !event.request.empty()) break;  // the next request begins
      events.push_back(to_event(event.record, heading.name));
    }
    return events;
  }

  static bool needs_index(std::string_view request) {
    return !request.empty() && is_chosen(request);
  }

  /// Only the first of the events carries the request.
  void append(Heading& heading, std::span<const Event> events, std::string_view request) {
    check_readings(heading.name, events);
    const std::int64_t time = now_ms();
    if (!is_indexed && needs_index(request)) database.run(index_requests_sql);
    try {
      for (const Event& event : events) {
        Row row{.number = heading.events + 1,
                .record = to_record(event),
                .time = time,
                .request = std::exchange(request, {})};
        row.seal = seal_of(heading.last, row);
        insert(heading.id, row);
        ++heading.events;
        heading.last = row.seal;
      }
    } catch (const RunError&) {
      if (sqlite3_extended_errcode(database.handle()) == SQLITE_CONSTRAINT_UNIQUE) {
        second_result(heading.name);
      }
      throw;
    }
    note_end(statements.note, heading);
  }

  /// If the removal fails, the number of acknowledged events is unknown afterwards.
  void remove(std::int64_t id) {
    if (acknowledged) acknowledged->forget(id);
    SqliteStatement remove(database, "DELETE FROM experiment WHERE id = ?1");
    remove.bind(1, id).run();
  }

  bool is_new;  // created when it was opened
  ReadyDatabase database;
  Statements statements;
  std::optional<Acknowledged> acknowledged;
  bool is_indexed = false;     // a commit has made sure of the index of requests
  const void* open = nullptr;  // the open transaction
};

class SqliteTransaction : public Transaction {
 public:
  SqliteTransaction(Desk& desk, const std::string& name, Request request)
      : desk_(desk), mark_(std::move(request)) {
    desk_.statements.begin.run();
    try {
      heading_ = desk_.find(name);
      if (desk_.acknowledged) desk_.acknowledged->revive(heading_.id);
      desk_.check_all_are_there(heading_, desk_.noted(heading_.id));
    } catch (...) {
      desk_.database.roll_back();
      throw;
    }
    desk_.open = this;
  }
  ~SqliteTransaction() override { close(); }
  SqliteTransaction(const SqliteTransaction&) = delete;
  SqliteTransaction& operator=(const SqliteTransaction&) = delete;

  std::uint64_t identity() const override { return static_cast<std::uint64_t>(heading_.id); }

  void read(std::uint64_t after, const EventSink& sink) override {
    check_open();
    desk_.read(heading_, after, sink);
  }

  std::vector<Ticket> handed_out_before(std::chrono::milliseconds age) override {
    check_open();
    return desk_.handed_out_before(heading_.id, now_ms() - age.count());
  }

  std::optional<std::vector<Event>> appended(const Request& request) override {
    check_open();
    return desk_.appended(heading_, request);
  }

  void begin_request(const Request& request) override { mark_.begin(request); }

  void append(std::span<const Event> events) override {
    check_open();
    if (events.empty()) return;
    const Request request = mark_.take();
    try {
      desk_.append(heading_, events, request);
    } catch (...) {
      close();
      throw;
    }
    is_index_needed_ = is_index_needed_ || (!desk_.is_indexed && Desk::needs_index(request));
  }

  void commit() override {
    finish();
    desk_.is_indexed = desk_.is_indexed || is_index_needed_;
    if (desk_.acknowledged) desk_.acknowledged->note(heading_.id, heading_.events);
  }

  void remove() override {
    check_open();
    try {
      desk_.remove(heading_.id);
    } catch (...) {
      close();
      throw;
    }
    finish();
  }

 private:
  /// After some errors SQLite ends a transaction by itself; further events would then be committed
  /// one by one.
  void check_open() const {
    const bool ended = sqlite3_get_autocommit(desk_.database.handle()) != 0;
    if (desk_.open != this || ended) throw std::logic_error("the transaction is over");
  }
  void finish() {
    check_open();
    try {
      desk_.statements.commit.run();
      desk_.database.check_in_place();
    } catch (...) {
      close();
      throw;
    }
    close();
  }
  void close() noexcept {
    if (desk_.open != this) return;
    desk_.database.roll_back();
    desk_.open = nullptr;
  }

  Desk& desk_;
  Heading heading_;
  RequestMark mark_;
  bool is_index_needed_ = false;
};

/// Several statements as one transaction: undone unless committed.
class Span {
 public:
  Span(const SqliteDatabase& database, const char* begin) : database_(database) {
    database_.run(begin);
  }
  ~Span() { database_.roll_back(); }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;
  void commit() {
    database_.run("COMMIT");
    database_.check_in_place();
  }

 private:
  const SqliteDatabase& database_;
};

class SqliteStore : public Store {
 public:
  explicit SqliteStore(const SqliteOptions& options) : desk_(options) {}

  void create(const std::string& name, const std::string& spec,
              std::span<const Event> events) override {
    check_name(name);
    check_spec(spec);
    Span span(ready(), "BEGIN IMMEDIATE");
    SqliteStatement insert(desk_.database,
                           "INSERT INTO experiment (name, spec, created) VALUES (?1, ?2, ?3)");
    Heading heading{.name = name, .spec = spec, .created = now_ms()};
    insert.bind(1, std::string_view(name)).bind(2, std::string_view(spec));
    insert.bind(3, heading.created);
    take_name(name, [&] { insert.run(); });
    heading.id = sqlite3_last_insert_rowid(desk_.database.handle());
    heading.last = heading.seal = seal_of(heading);
    desk_.append(heading, events, {});
    span.commit();
    if (desk_.acknowledged) desk_.acknowledged->note(heading.id, heading.events);
  }

  std::vector<Listing> list() override {
    const std::map<std::int64_t, std::int64_t> noted = desk_.all_noted();  // before the events
    // +: sorts instead of reading the index of names, which may be damaged while the table is not.
    SqliteStatement select(
        ready(), std::string("SELECT ") + heading_columns + " FROM experiment ORDER BY +name");
    std::vector<Listing> result;
    while (select.step()) {
      const Heading heading = heading_in(select);
      check_heading(heading);
      if (noted.contains(heading.id)) desk_.check_all_are_there(heading, noted.at(heading.id));
      result.push_back({heading.name, iso_time(heading.created),
                        static_cast<std::uint64_t>(heading.events), heard_of(heading)});
    }
    return result;
  }

  std::string spec(const std::string& name) override {
    SqliteStatement select(
        ready(), std::string("SELECT ") + heading_columns + " FROM experiment WHERE name = ?1");
    select.bind(1, std::string_view(name));
    if (!select.step()) unknown_experiment(name, "the store " + desk_.database.file());
    const Heading heading = heading_in(select);
    check_heading(heading);
    return heading.spec;
  }

  std::uint64_t identity(const std::string& name) override {
    ready();
    return static_cast<std::uint64_t>(desk_.find(name).id);
  }

  void read(const std::string& name, std::uint64_t after, const EventSink& sink) override {
    const Span span(ready(), "BEGIN");
    const auto [heading, wanted] = desk_.look(name);
    desk_.read(heading, after, sink);
    desk_.check_all_are_there(heading, wanted);
  }

  std::unique_ptr<Transaction> write(const std::string& name, const Request& request) override {
    check_idle(desk_.database.file(), desk_.open);  // its commit checks where the file is
    return std::make_unique<SqliteTransaction>(desk_, name, request);
  }

  bool holds(const std::string& name, const Request& request) override {
    const Span span(ready(), "BEGIN");
    return desk_.first_of(desk_.find(name), request).has_value();
  }

  void rename(const std::string& name, const std::string& fresh) override {
    check_name(fresh);
    Span span(ready(), "BEGIN IMMEDIATE");
    const Heading heading = renamed(desk_.find(name), fresh);
    SqliteStatement update(
        desk_.database, "UPDATE experiment SET name = ?2, born = ?3, end_seal = ?4 WHERE id = ?1");
    update.bind(1, heading.id).bind(2, std::string_view(heading.name));
    update.bind(3, std::string_view(heading.born));
    update.bind(4, std::bit_cast<std::int64_t>(heading.end_seal));
    take_name(fresh, [&] { update.run(); });
    span.commit();
  }

  void remove(const std::string& name) override {
    Span span(ready(), "BEGIN IMMEDIATE");
    desk_.remove(desk_.find(name).id);
    span.commit();
  }

  std::uint64_t version() override {
    return static_cast<std::uint64_t>(ready().number("PRAGMA data_version"));
  }

  std::vector<std::string> verify() override {
    const std::string found = ready().text("PRAGMA integrity_check(1)");
    if (found != "ok") {
      throw RunError("the store " + desk_.database.file() + " is damaged: " + found +
                     "; restore it from a copy, or save experiments with mirador salvage");
    }
    SqliteStatement select(desk_.database, "SELECT name FROM experiment ORDER BY name");
    std::vector<std::string> names;
    while (select.step()) names.push_back(select.text(0));
    return names;
  }

 private:
  /// Empty if the end of the log is damaged; reading the log says so.
  std::string heard_of(const Heading& heading) {
    try {
      return iso_time(desk_.heard(heading));
    } catch (const RunError&) {
      return {};
    }
  }

  /// Runs a statement that gives an experiment this name.
  template <class Statement>
  void take_name(const std::string& name, Statement&& run) const {
    try {
      run();
    } catch (const RunError&) {
      const int code = sqlite3_extended_errcode(desk_.database.handle());
      if (code == SQLITE_CONSTRAINT_UNIQUE) taken_name(name, "the store " + desk_.database.file());
      throw;
    }
  }

  const SqliteDatabase& ready() const {
    check_idle(desk_.database.file(), desk_.open);
    desk_.database.check_in_place();
    return desk_.database;
  }

  Desk desk_;
};

}  // namespace

std::unique_ptr<Store> open_sqlite(const SqliteOptions& options) {
  return std::make_unique<SqliteStore>(options);
}

}  // namespace mirador
