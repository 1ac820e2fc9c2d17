#include <stdexcept>

#include "record.hpp"
#include "sqlite_database.hpp"
#include "sqlite_schema.hpp"

namespace mirador {

namespace {

using namespace store;

/// A file that was found to be ours and is ready for use.
class ReadyDatabase : public SqliteDatabase {
 public:
  explicit ReadyDatabase(const SqliteOptions& options) : SqliteDatabase(options) {
    bring_up_to_date(*this, sqlite_migrations());
    run("PRAGMA foreign_keys = ON");
  }
};

/// What happens often is prepared once.
struct Statements {
  explicit Statements(const SqliteDatabase& database)
      : find(database, "SELECT id FROM experiment WHERE name = ?1"),
        last(database, "SELECT coalesce(max(number), 0) FROM event WHERE experiment = ?1"),
        insert(database, "INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"),
        read(database,
             "SELECT kind, ticket, arm, value, note FROM event "
             "WHERE experiment = ?1 AND number > ?2 ORDER BY number"),
        begin(database, "BEGIN IMMEDIATE"),
        commit(database, "COMMIT") {}

  SqliteStatement find, last, insert, read, begin, commit;
};

/// One connection; at most one transaction at a time.
struct Desk {
  explicit Desk(const SqliteOptions& options) : database(options), statements(database) {}

  std::int64_t find(const std::string& name) {
    statements.find.bind(1, std::string_view(name));
    SqliteRows rows(statements.find);
    if (!rows.next()) unknown_experiment(name, "the store " + database.file());
    return statements.find.number(0);
  }

  std::int64_t last(std::int64_t experiment) {
    statements.last.bind(1, experiment);
    SqliteRows rows(statements.last);
    rows.next();
    return statements.last.number(0);
  }

  void read(const std::string& name, std::int64_t id, std::uint64_t after, const EventSink& sink) {
    SqliteStatement& row = statements.read;
    row.bind(1, id).bind(2, static_cast<std::int64_t>(after));
    SqliteRows rows(row);
    while (rows.next()) sink(to_event(record_in(row, name), name));
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

  /// Takes from the row what its kind has and nothing else: a long log is read in this loop.
  static Record record_in(const SqliteStatement& row, const std::string& name) {
    Record record{kind_of(whole_in(row, 0, name), name), whole_in(row, 1, name)};
    if (has_arm(record.kind)) record.arm = whole_in(row, 2, name);
    if (!has_value(record.kind)) return record;
    if (!row.is_real(3)) damaged_log(name, "a value that is no number");
    record.value = row.real(3);
    record.note = row.view(4);
    return record;
  }

  static std::int64_t whole_in(const SqliteStatement& row, int column, const std::string& name) {
    constexpr std::string_view columns[] = {"kind", "ticket", "arm"};
    if (!row.is_whole(column)) {
      damaged_log(name, "an event without " + std::string(columns[column]));
    }
    return row.number(column);
  }

  void insert(std::int64_t id, std::int64_t number, const Record& record, std::int64_t time) {
    SqliteStatement& row = statements.insert;
    row.bind(1, id).bind(2, number).bind(3, static_cast<std::int64_t>(record.kind));
    row.bind(4, record.ticket).bind(7, time);
    has_arm(record.kind) ? row.bind(5, record.arm) : row.bind_null(5);
    has_value(record.kind) ? row.bind(6, record.value) : row.bind_null(6);
    record.note.empty() ? row.bind_null(9) : row.bind(9, record.note);
    const SqliteRows rows(row);
    row.step();
  }

  /// Only the first of the events carries the request.
  void append(const std::string& name, std::int64_t id, std::int64_t last,
              std::span<const Event> events, std::string_view request) {
    check_readings(name, events);
    const std::int64_t time = now_ms();
    try {
      for (const Event& event : events) {
        request.empty() ? statements.insert.bind_null(8) : statements.insert.bind(8, request);
        request = {};
        insert(id, ++last, to_record(event), time);
      }
    } catch (const RunError&) {
      if (sqlite3_extended_errcode(database.handle()) == SQLITE_CONSTRAINT_UNIQUE) {
        second_result(name);
      }
      throw;
    }
  }

  void remove(std::int64_t id) {
    SqliteStatement remove(database, "DELETE FROM experiment WHERE id = ?1");
    remove.bind(1, id).run();
  }

  ReadyDatabase database;
  Statements statements;
  const void* open = nullptr;  // the transaction there is
};

class SqliteTransaction : public Transaction {
 public:
  SqliteTransaction(Desk& desk, std::string name, Request request)
      : desk_(desk), name_(std::move(name)), request_(std::move(request)) {
    desk_.statements.begin.run();
    try {
      experiment_ = desk_.find(name_);
      last_ = desk_.last(experiment_);
    } catch (...) {
      desk_.database.roll_back();
      throw;
    }
    desk_.open = this;
  }
  ~SqliteTransaction() override { close(); }
  SqliteTransaction(const SqliteTransaction&) = delete;
  SqliteTransaction& operator=(const SqliteTransaction&) = delete;

  std::uint64_t identity() const override { return static_cast<std::uint64_t>(experiment_); }

  void read(std::uint64_t after, const EventSink& sink) override {
    check_open();
    desk_.read(name_, experiment_, after, sink);
  }

  std::vector<Ticket> handed_out_before(std::chrono::milliseconds age) override {
    check_open();
    return desk_.handed_out_before(experiment_, now_ms() - age.count());
  }

  void append(std::span<const Event> events) override {
    check_open();
    try {
      desk_.append(name_, experiment_, last_, events, request_);
    } catch (...) {
      close();
      throw;
    }
    last_ += static_cast<std::int64_t>(events.size());
    if (!events.empty()) request_.clear();
  }

  void commit() override {
    check_open();
    try {
      desk_.statements.commit.run();
    } catch (...) {
      close();
      throw;
    }
    close();
  }

  void remove() override {
    check_open();
    try {
      desk_.remove(experiment_);
    } catch (...) {
      close();
      throw;
    }
    commit();
  }

 private:
  /// After some errors SQLite ends a transaction by itself: what is appended then would be
  /// committed event by event.
  void check_open() const {
    const bool ended = sqlite3_get_autocommit(desk_.database.handle()) != 0;
    if (desk_.open != this || ended) throw std::logic_error("the transaction is over");
  }
  void close() noexcept {
    if (desk_.open != this) return;
    desk_.database.roll_back();
    desk_.open = nullptr;
  }

  Desk& desk_;
  std::string name_;
  Request request_;
  std::int64_t experiment_ = 0;
  std::int64_t last_ = 0;
};

/// Several statements that see or do one thing: undone unless committed.
class Span {
 public:
  Span(const SqliteDatabase& database, const char* begin) : database_(database) {
    database_.run(begin);
  }
  ~Span() { database_.roll_back(); }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;
  void commit() { database_.run("COMMIT"); }

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
    try {
      insert.bind(1, std::string_view(name)).bind(2, std::string_view(spec)).bind(3, now_ms());
      insert.run();
    } catch (const RunError&) {
      const int code = sqlite3_extended_errcode(desk_.database.handle());
      if (code == SQLITE_CONSTRAINT_UNIQUE) taken_name(name, "the store " + desk_.database.file());
      throw;
    }
    desk_.append(name, sqlite3_last_insert_rowid(desk_.database.handle()), 0, events, {});
    span.commit();
  }

  std::vector<Listing> list() override {
    SqliteStatement select(ready(),
                           "SELECT name, created, coalesce((SELECT max(number) FROM event "
                           "WHERE experiment = id), 0) FROM experiment ORDER BY name");
    std::vector<Listing> result;
    while (select.step()) {
      result.push_back({select.text(0), iso_time(select.number(1)),
                        static_cast<std::uint64_t>(select.number(2))});
    }
    return result;
  }

  std::string spec(const std::string& name) override {
    SqliteStatement select(ready(), "SELECT spec FROM experiment WHERE name = ?1");
    select.bind(1, std::string_view(name));
    if (!select.step()) unknown_experiment(name, "the store " + desk_.database.file());
    return select.text(0);
  }

  std::uint64_t identity(const std::string& name) override {
    ready();
    return static_cast<std::uint64_t>(desk_.find(name));
  }

  void read(const std::string& name, std::uint64_t after, const EventSink& sink) override {
    const Span span(ready(), "BEGIN");
    desk_.read(name, desk_.find(name), after, sink);
  }

  std::unique_ptr<Transaction> write(const std::string& name, const Request& request) override {
    ready();
    return std::make_unique<SqliteTransaction>(desk_, name, request);
  }

  /// From the end: whoever asks has just tried.
  bool holds(const std::string& name, const Request& request) override {
    const Span span(ready(), "BEGIN");
    SqliteStatement select(desk_.database,
                           "SELECT 1 FROM event WHERE experiment = ?1 AND request = ?2 "
                           "ORDER BY number DESC LIMIT 1");
    select.bind(1, desk_.find(name)).bind(2, std::string_view(request));
    return select.step();
  }

  void remove(const std::string& name) override {
    Span span(ready(), "BEGIN IMMEDIATE");
    desk_.remove(desk_.find(name));
    span.commit();
  }

 private:
  const SqliteDatabase& ready() const {
    check_idle(desk_.database.file(), desk_.open);
    return desk_.database;
  }

  Desk desk_;
};

}  // namespace

std::unique_ptr<Store> open_sqlite(const SqliteOptions& options) {
  return std::make_unique<SqliteStore>(options);
}

}  // namespace mirador
