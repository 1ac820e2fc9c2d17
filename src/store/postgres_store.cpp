#include <bit>
#include <stdexcept>
#include <utility>

#include "postgres_connection.hpp"
#include "postgres_copy.hpp"
#include "postgres_schema.hpp"
#include "postgres_watch.hpp"
#include "record.hpp"

namespace mirador {

namespace {

using namespace store;

constexpr const char* unique_violation = "23505";

/// The current connection, reopened after it broke; at most one transaction at a time.
class Desk {
 public:
  explicit Desk(const PostgresOptions& options) : options_(options), watch_(options.recheck) {
    connect();
  }

  PostgresConnection& connection() {
    if (!connection_ || connection_->broken()) connect();
    return *connection_;
  }
  const std::string& place() const { return place_; }

  /// For calls that may be repeated: they are repeated if an idle connection turns out to be
  /// broken. A fresh connection that breaks is an error.
  template <class Action>
  auto repeat(Action&& action) {
    const bool fresh = !connection_ || connection_->broken();
    try {
      return action(connection());
    } catch (const ConnectionLost&) {
      connection_.reset();
      if (fresh) throw;
    }
    return action(connection());
  }

  /// Reads up to the events of the heading; later ones are ignored.
  void read(PostgresConnection& at, const Heading& heading, std::uint64_t after,
            const EventSink& sink) {
    LogCheck check(heading, static_cast<std::int64_t>(after));
    RowReader reader(heading.name, [&](const Row& row) { check.take(row, sink); });
    copy_rows(at, heading, {static_cast<std::int64_t>(after), heading.events}, reader);
    check.end();
  }

  std::optional<std::vector<Event>> appended(PostgresConnection& at, const Heading& heading,
                                             const Request& request) {
    const PostgresRows found = at.run({.sql = "appended", .values = {heading.id, request}});
    if (found.size() == 0) return std::nullopt;
    const bool is_last = found.text(0, 1).empty();
    const std::int64_t last = is_last ? heading.events : found.number(0, 1) - 1;
    std::vector<Event> events;
    RowReader reader(heading.name,
                     [&](const Row& row) { events.push_back(to_event(row.record, heading.name)); });
    copy_rows(at, heading, {found.number(0, 0), last}, reader);
    return events;
  }

  /// The time is from the clock of the server. Only the first event carries the request.
  void append(PostgresConnection& at, Heading& heading, std::span<const Event> events,
              std::int64_t time, std::string_view request) {
    using Element = PostgresArray::Element;
    PostgresArray kinds(Element::int16, events.size()), tickets(Element::int64, events.size());
    PostgresArray arms(Element::int64, events.size()), values(Element::float64, events.size());
    PostgresArray notes(Element::text, events.size()), seals(Element::int64, events.size());
    const std::int64_t before = heading.events;
    const PostgresValue asked = request.empty() ? PostgresValue() : std::string(request);
    for (const Event& event : events) {
      Row row{.number = ++heading.events,
              .record = to_record(event),
              .time = time,
              .request = std::exchange(request, {})};
      heading.last = seal_of(heading.last, row);
      const Record& record = row.record;
      kinds.add(static_cast<std::int16_t>(record.kind));
      tickets.add(record.ticket);
      has_arm(record.kind) ? arms.add(record.arm) : arms.add_null();
      has_value(record.kind) ? values.add(record.value) : values.add_null();
      record.note.empty() ? notes.add_null() : notes.add(record.note);
      seals.add(std::bit_cast<std::int64_t>(heading.last));
    }
    at.pipeline({{.sql = "append",
                  .values = {heading.id, before, kinds.value(), tickets.value(), arms.value(),
                             values.value(), notes.value(), asked, seals.value(), time}},
                 note_end(heading)});
  }

  static PostgresCall removal(std::int64_t id) {
    return {.sql = "DELETE FROM mirador.experiment WHERE id = $1",
            .values = {id},
            .form = PostgresCall::Form::text};
  }

  std::uint64_t version() {
    return repeat([&](PostgresConnection& at) { return watch_.look(at); });
  }
  void end_idle_watch() noexcept {
    if (connection_ && !connection_->broken()) watch_.end_if_idle(*connection_);
  }

  const void* open = nullptr;  // the current transaction

 private:
  struct Numbers {
    std::int64_t first, last;
  };
  static void copy_rows(PostgresConnection& at, const Heading& heading, Numbers numbers,
                        RowReader& reader) {
    at.copy_out(std::string("COPY (SELECT ") + row_columns +
                    " FROM mirador.event WHERE experiment = " + std::to_string(heading.id) +
                    " AND number BETWEEN " + std::to_string(numbers.first) + " AND " +
                    std::to_string(numbers.last) + " ORDER BY number) TO STDOUT (FORMAT binary)",
                [&](std::string_view piece) { reader.take(piece); });
  }

  void connect() {
    connection_.reset();
    auto fresh = std::make_unique<PostgresConnection>(options_);
    place_ = fresh->place();
    settle(*fresh);
    bring_up_to_date(*fresh, postgres_migrations());
    prepare(*fresh);
    connection_ = std::move(fresh);
  }

  /// Settings of the session: a commit must be on the server's disk; the locks of a lost writer
  /// must end soon; and logs must be read in the order of their key, although the planner would
  /// sort a table that has just grown. With sorting disabled, queries that need it look so
  /// expensive that the server would compile them, hence no jit.
  void settle(PostgresConnection& fresh) const {
    const std::string patience = std::to_string(options_.patience.count()) + "ms";
    const std::string idle = std::to_string(6 * options_.patience.count()) + "ms";
    fresh.run({.sql = "SELECT set_config('lock_timeout', $1, false), "
                      "set_config('idle_in_transaction_session_timeout', $2, false), "
                      "set_config('enable_sort', 'off', false), "
                      "set_config('enable_bitmapscan', 'off', false), "
                      "set_config('jit', 'off', false), "
                      "set_config('default_transaction_isolation', 'read committed', false), "
                      "CASE WHEN current_setting('synchronous_commit') = 'off' "
                      "THEN set_config('synchronous_commit', 'on', false) END",
               .values = {patience, idle},
               .form = PostgresCall::Form::text});
  }

  static void prepare(PostgresConnection& fresh) {
    const std::string find =
        std::string("SELECT ") + short_heading_columns + " FROM mirador.experiment WHERE name = $1";
    const std::string lock = find + " FOR UPDATE";
    fresh.prepare({
        {"find", find.c_str()},
        {"lock", lock.c_str()},
        {"clock", "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"},
        {"append",
         "INSERT INTO mirador.event "
         "(experiment, number, kind, ticket, arm, value, note, request, seal, time) "
         "SELECT $1::bigint, $2::bigint + n, kind, ticket, arm, value, note, "
         "CASE WHEN n = 1 THEN $8::text END, seal, to_timestamp($10::bigint / 1000.0) "
         "FROM unnest($3::smallint[], $4::bigint[], $5::bigint[], $6::float8[], $7::text[], "
         "$9::bigint[]) "
         "WITH ORDINALITY AS event (kind, ticket, arm, value, note, seal, n) ORDER BY n"},
        {"stale",
         "SELECT ticket FROM mirador.event WHERE experiment = $1 AND kind IN (1, 6) "
         "GROUP BY ticket "
         "HAVING max(time) <= clock_timestamp() - $2::bigint * interval '1 millisecond'"},
        // + 0: else the server may look for the smallest number by reading the log from its start.
        {"appended",
         "WITH first AS (SELECT min(number + 0) AS number FROM mirador.event "
         "WHERE experiment = $1 AND request = $2) "
         "SELECT number, (SELECT min(number) FROM mirador.event WHERE experiment = $1 "
         "AND request IS NOT NULL AND number > first.number) FROM first WHERE number IS NOT NULL"},
        {"holds",
         "SELECT count(*) FROM mirador.event WHERE request = $2 AND "
         "experiment = (SELECT id FROM mirador.experiment WHERE name = $1)"},
    });
  }

  PostgresOptions options_;
  std::string place_;
  std::unique_ptr<PostgresConnection> connection_;
  PostgresWatch watch_;
};

const PostgresCall begin{.sql = "BEGIN ISOLATION LEVEL READ COMMITTED",
                         .form = PostgresCall::Form::text};

class PostgresTransaction : public Transaction {
 public:
  /// `at` is in a transaction and holds the lock.
  PostgresTransaction(Desk& desk, PostgresConnection& at, Request request)
      : desk_(desk), at_(at), mark_(std::move(request)) {
    desk_.open = this;
  }
  ~PostgresTransaction() override { close(); }
  PostgresTransaction(const PostgresTransaction&) = delete;
  PostgresTransaction& operator=(const PostgresTransaction&) = delete;

  std::uint64_t identity() const override { return static_cast<std::uint64_t>(heading_.id); }

  void begin_at(Heading heading, std::int64_t time) {
    heading_ = std::move(heading);
    time_ = time;
  }

  void read(std::uint64_t after, const EventSink& sink) override {
    check_open();
    desk_.read(at_, heading_, after, sink);
  }

  std::vector<Ticket> handed_out_before(std::chrono::milliseconds age) override {
    check_open();
    const auto rows = at_.run({.sql = "stale", .values = {heading_.id, age.count()}});
    std::vector<Ticket> tickets;
    for (int row = 0; row < rows.size(); ++row) {
      tickets.push_back(static_cast<Ticket>(rows.number(row, 0)));
    }
    return tickets;
  }

  std::optional<std::vector<Event>> appended(const Request& request) override {
    check_open();
    return desk_.appended(at_, heading_, request);
  }

  void begin_request(const Request& request) override { mark_.begin(request); }

  void append(std::span<const Event> events) override {
    check_open();
    if (events.empty()) return;
    try {
      check_readings(heading_.name, events);
      desk_.append(at_, heading_, events, time_, mark_.take());
    } catch (const StatementError& error) {
      close();
      if (error.state == unique_violation) second_result(heading_.name);
      throw;
    } catch (...) {
      close();
      throw;
    }
  }

  void commit() override {
    check_open();
    try {
      at_.commit();
    } catch (...) {
      close();
      throw;
    }
    close();
  }

  void remove() override {
    check_open();
    try {
      at_.run(Desk::removal(heading_.id));
    } catch (...) {
      close();
      throw;
    }
    commit();
  }

 private:
  void check_open() const {
    if (desk_.open != this) throw std::logic_error("the transaction is over");
  }
  void close() noexcept {
    if (desk_.open != this) return;
    at_.roll_back();
    desk_.open = nullptr;
  }

  Desk& desk_;
  PostgresConnection& at_;
  Heading heading_;
  std::int64_t time_ = 0;  // the time of the server at the beginning
  RequestMark mark_;
};

class PostgresStore : public Store {
 public:
  explicit PostgresStore(const PostgresOptions& options) : desk_(options) {}

  void create(const std::string& name, const std::string& spec,
              std::span<const Event> events) override {
    check_name(name);
    check_spec(spec);
    check_readings(name, events);
    ready();
    const std::string origin = fresh_request();
    try {
      desk_.repeat([&](PostgresConnection& at) { create_at(at, name, spec, origin, events); });
    } catch (const StatementError& error) {
      if (error.state != unique_violation) throw;
      // After a broken connection an existing experiment may be the one just created here.
      const PostgresRows mine = desk_.repeat([&](PostgresConnection& at) {
        return at.run({.sql = "SELECT 1 FROM mirador.experiment WHERE name = $1 AND origin = $2",
                       .values = {name, origin},
                       .form = PostgresCall::Form::text});
      });
      if (mine.size() == 0) refuse(name, error);
    }
  }

  std::vector<Listing> list() override {
    ready();
    const PostgresRows rows = desk_.repeat([](PostgresConnection& at) {
      return at.run(
          {.sql = std::string("SELECT ") + heading_columns +
                  ", (SELECT (extract(epoch FROM time) * 1000)::bigint FROM mirador.event "
                  "WHERE experiment = experiment.id AND number = experiment.events) "
                  "FROM mirador.experiment ORDER BY name COLLATE \"C\"",
           .form = PostgresCall::Form::text});
    });
    std::vector<Listing> result;
    for (int row = 0; row < rows.size(); ++row) {
      const Heading heading = store::heading_in(rows, row);
      check_heading(heading);
      const bool is_known = !rows.text(row, 9).empty();
      result.push_back({heading.name, iso_time(heading.created),
                        static_cast<std::uint64_t>(heading.events),
                        iso_time(is_known ? rows.number(row, 9) : heading.created)});
    }
    return result;
  }

  std::string spec(const std::string& name) override {
    ready();
    const PostgresRows rows = desk_.repeat([&](PostgresConnection& at) {
      return at.run({.sql = std::string("SELECT ") + heading_columns +
                            " FROM mirador.experiment WHERE name = $1",
                     .values = {name},
                     .form = PostgresCall::Form::text});
    });
    const Heading heading = heading_in(rows, name);
    check_heading(heading);
    return heading.spec;
  }

  std::uint64_t identity(const std::string& name) override {
    ready();
    return static_cast<std::uint64_t>(heading_of(name).id);
  }

  void read(const std::string& name, std::uint64_t after, const EventSink& sink) override {
    ready();
    const Heading heading = heading_of(name);
    try {
      desk_.read(desk_.connection(), heading, after, sink);
    } catch (const DamagedLog&) {
      // Rows are also missing if the experiment has just been removed.
      if (heading_of(name).id != heading.id) unknown_experiment(name, "the store " + desk_.place());
      throw;
    }
  }

  std::unique_ptr<Transaction> write(const std::string& name, const Request& request) override {
    ready();
    const auto answers = locked(name, {.sql = "clock"});
    auto transaction = std::make_unique<PostgresTransaction>(desk_, desk_.connection(), request);
    // If the name is unknown, the destructor rolls the transaction back.
    transaction->begin_at(heading_in(answers[1], name), answers[2].number(0, 0));
    return transaction;
  }

  /// Takes the lock first: the server may still be busy with the commit whose answer was lost.
  bool holds(const std::string& name, const Request& request) override {
    ready();
    const auto answers = locked(name, {.sql = "holds", .values = {name, request}});
    desk_.connection().roll_back();
    known(answers[1], name);
    return answers[2].number(0, 0) > 0;
  }

  void rename(const std::string& name, const std::string& fresh) override {
    check_name(fresh);
    ready();
    const auto answers = locked(name, {.sql = "clock"});
    PostgresConnection& at = desk_.connection();
    try {
      const Heading heading = renamed(heading_in(answers[1], name), fresh);
      at.run({.sql = "UPDATE mirador.experiment SET name = $2, born = $3, end_seal = $4 "
                     "WHERE id = $1",
              .values = {heading.id, heading.name, heading.born,
                         std::bit_cast<std::int64_t>(heading.end_seal)},
              .form = PostgresCall::Form::text});
      at.commit();
    } catch (const StatementError& error) {
      at.roll_back();
      if (error.state == unique_violation) taken_name(fresh, "the store " + desk_.place());
      throw;
    } catch (...) {
      at.roll_back();
      throw;
    }
  }

  void remove(const std::string& name) override {
    ready();
    const std::int64_t id = heading_of(name).id;
    // By its id, so that the call can be repeated.
    desk_.repeat([&](PostgresConnection& at) {
      try {
        at.pipeline({begin, Desk::removal(id)});
        at.commit();
      } catch (...) {
        at.roll_back();
        throw;
      }
    });
  }

  std::uint64_t version() override {
    check_idle(desk_.place(), desk_.open);
    return desk_.version();
  }

  /// The server checks its own pages.
  std::vector<std::string> verify() override {
    ready();
    const PostgresRows rows = desk_.repeat([](PostgresConnection& at) {
      return at.run({.sql = "SELECT name FROM mirador.experiment ORDER BY name COLLATE \"C\"",
                     .form = PostgresCall::Form::text});
    });
    std::vector<std::string> names;
    for (int row = 0; row < rows.size(); ++row) names.push_back(rows.text(row, 0));
    return names;
  }

 private:
  void ready() {
    check_idle(desk_.place(), desk_.open);
    desk_.end_idle_watch();
  }

  const PostgresRows& known(const PostgresRows& rows, const std::string& name) const {
    if (rows.size() == 0) unknown_experiment(name, "the store " + desk_.place());
    return rows;
  }

  Heading heading_in(const PostgresRows& rows, const std::string& name) const {
    return store::heading_in(known(rows, name), 0);
  }
  Heading heading_of(const std::string& name) {
    const PostgresRows found = desk_.repeat(
        [&](PostgresConnection& at) { return at.run({.sql = "find", .values = {name}}); });
    return heading_in(found, name);
  }

  /// Begins a transaction, locks the experiment and asks the question, in one round trip.
  std::vector<PostgresRows> locked(const std::string& name, const PostgresCall& question) {
    return desk_.repeat([&](PostgresConnection& at) {
      try {
        return at.pipeline({begin, {.sql = "lock", .values = {name}}, question});
      } catch (...) {
        at.roll_back();
        throw;
      }
    });
  }

  void create_at(PostgresConnection& at, const std::string& name, const std::string& spec,
                 const std::string& origin, std::span<const Event> events) {
    try {
      const auto answers =
          at.pipeline({begin,
                       {.sql = std::string("INSERT INTO mirador.experiment (name, spec, origin, "
                                           "seal, events, last, end_seal) "
                                           "VALUES ($1, $2, $3, 0, 0, 0, 0) RETURNING id, ") +
                               created_ms,
                        .values = {name, spec, origin},
                        .form = PostgresCall::Form::text}});
      Heading heading{.id = answers[1].number(0, 0),
                      .name = name,
                      .spec = spec,
                      .created = answers[1].number(0, 1)};
      heading.last = heading.seal = seal_of(heading);
      desk_.append(at, heading, events, heading.created, {});
      at.commit();
    } catch (...) {
      at.roll_back();
      throw;
    }
  }

  /// Reports that the name is taken, unless the events themselves were refused.
  [[noreturn]] void refuse(const std::string& name, const StatementError& error) {
    // Decided by the constraint: the experiment may have been deleted since.
    if (!error.constraint.starts_with("experiment_name")) second_result(name);
    taken_name(name, "the store " + desk_.place());
  }

  Desk desk_;
};

}  // namespace

std::unique_ptr<Store> open_postgres(const PostgresOptions& options) {
  return std::make_unique<PostgresStore>(options);
}

}  // namespace mirador
