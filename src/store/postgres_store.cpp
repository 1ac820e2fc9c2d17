#include <stdexcept>

#include "postgres_connection.hpp"
#include "postgres_copy.hpp"
#include "postgres_schema.hpp"
#include "record.hpp"

namespace mirador {

namespace {

using namespace store;

constexpr const char* unique_violation = "23505";

/// The connection there is now, made anew after it broke; at most one transaction at a time.
class Desk {
 public:
  explicit Desk(const PostgresOptions& options) : options_(options) { connect(); }

  PostgresConnection& connection() {
    if (!connection_ || connection_->broken()) connect();
    return *connection_;
  }
  const std::string& place() const { return place_; }

  /// For calls that may be repeated: a connection that broke while nobody used it is no reason to
  /// fail. A fresh one that breaks is.
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

  void read(PostgresConnection& at, const std::string& name, std::int64_t id, std::uint64_t after,
            const EventSink& sink) {
    EventReader reader(name, sink);
    at.copy_out(
        "COPY (SELECT kind, ticket, arm, value, note FROM mirador.event WHERE experiment = " +
            std::to_string(id) + " AND number > " + std::to_string(after) +
            " ORDER BY number) TO STDOUT (FORMAT binary)",
        [&](std::string_view piece) { reader.take(piece); });
  }

  void append(PostgresConnection& at, std::int64_t id, std::int64_t last,
              std::span<const Event> events, const PostgresValue& request) {
    using Element = PostgresArray::Element;
    PostgresArray kinds(Element::int16, events.size()), tickets(Element::int64, events.size());
    PostgresArray arms(Element::int64, events.size()), values(Element::float64, events.size());
    PostgresArray notes(Element::text, events.size());
    for (const Event& event : events) {
      const Record record = to_record(event);
      kinds.add(static_cast<std::int16_t>(record.kind));
      tickets.add(record.ticket);
      has_arm(record.kind) ? arms.add(record.arm) : arms.add_null();
      has_value(record.kind) ? values.add(record.value) : values.add_null();
      record.note.empty() ? notes.add_null() : notes.add(record.note);
    }
    at.run({.sql = "append",
            .values = {id, last, kinds.value(), tickets.value(), arms.value(), values.value(),
                       notes.value(), request}});
  }

  const void* open = nullptr;  // the transaction there is

 private:
  void connect() {
    connection_.reset();
    auto fresh = std::make_unique<PostgresConnection>(options_);
    place_ = fresh->place();
    settle(*fresh);
    bring_up_to_date(*fresh, postgres_migrations());
    prepare(*fresh);
    connection_ = std::move(fresh);
  }

  /// A commit must be on the server's disk; a writer that is gone must not hold its lock for long;
  /// and a log is read in the order of its key, even where the server knows too little about a
  /// table that has just grown and would sort it. What must be sorted all the same (a list of
  /// names) then looks so costly that the server would compile it first, hence no jit.
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
    fresh.prepare({
        {"find", "SELECT id FROM mirador.experiment WHERE name = $1"},
        {"lock", "SELECT id FROM mirador.experiment WHERE name = $1 FOR UPDATE"},
        {"last",
         "SELECT coalesce(max(number), 0) FROM mirador.event "
         "WHERE experiment = (SELECT id FROM mirador.experiment WHERE name = $1)"},
        {"append",
         "INSERT INTO mirador.event (experiment, number, kind, ticket, arm, value, note, request) "
         "SELECT $1::bigint, $2::bigint + n, kind, ticket, arm, value, note, "
         "CASE WHEN n = 1 THEN $8::text END "
         "FROM unnest($3::smallint[], $4::bigint[], $5::bigint[], $6::float8[], $7::text[]) "
         "WITH ORDINALITY AS event (kind, ticket, arm, value, note, n) ORDER BY n"},
        {"stale",
         "SELECT ticket FROM mirador.event WHERE experiment = $1 AND kind IN (1, 6) "
         "GROUP BY ticket "
         "HAVING max(time) <= clock_timestamp() - $2::bigint * interval '1 millisecond'"},
        {"holds",
         "SELECT count(*) FROM mirador.event WHERE request = $2 AND "
         "experiment = (SELECT id FROM mirador.experiment WHERE name = $1)"},
    });
  }

  PostgresOptions options_;
  std::string place_;
  std::unique_ptr<PostgresConnection> connection_;
};

const PostgresCall begin{.sql = "BEGIN ISOLATION LEVEL READ COMMITTED",
                         .form = PostgresCall::Form::text};

class PostgresTransaction : public Transaction {
 public:
  /// `at` has begun and holds the lock.
  PostgresTransaction(Desk& desk, PostgresConnection& at, std::string name, Request request)
      : desk_(desk), at_(at), name_(std::move(name)), request_(std::move(request)) {
    desk_.open = this;
  }
  ~PostgresTransaction() override { close(); }
  PostgresTransaction(const PostgresTransaction&) = delete;
  PostgresTransaction& operator=(const PostgresTransaction&) = delete;

  std::uint64_t identity() const override { return static_cast<std::uint64_t>(experiment_); }

  void begin_at(std::int64_t experiment, std::int64_t last) {
    experiment_ = experiment;
    last_ = last;
  }

  void read(std::uint64_t after, const EventSink& sink) override {
    check_open();
    desk_.read(at_, name_, experiment_, after, sink);
  }

  std::vector<Ticket> handed_out_before(std::chrono::milliseconds age) override {
    check_open();
    const auto rows = at_.run({.sql = "stale", .values = {experiment_, age.count()}});
    std::vector<Ticket> tickets;
    for (int row = 0; row < rows.size(); ++row) {
      tickets.push_back(static_cast<Ticket>(rows.number(row, 0)));
    }
    return tickets;
  }

  void append(std::span<const Event> events) override {
    check_open();
    if (events.empty()) return;
    try {
      check_readings(name_, events);
      desk_.append(at_, experiment_, last_, events,
                   written_ || request_.empty() ? PostgresValue() : PostgresValue(request_));
    } catch (const StatementError& error) {
      close();
      if (error.state == unique_violation) second_result(name_);
      throw;
    } catch (...) {
      close();
      throw;
    }
    written_ = true;
    last_ += static_cast<std::int64_t>(events.size());
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
  std::string name_;
  Request request_;
  std::int64_t experiment_ = 0;
  std::int64_t last_ = 0;
  bool written_ = false;
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
      // After a broken connection the experiment that is there may be ours.
      const PostgresRows mine = desk_.repeat([&](PostgresConnection& at) {
        return at.run({.sql = "SELECT 1 FROM mirador.experiment WHERE name = $1 AND origin = $2",
                       .values = {name, origin},
                       .form = PostgresCall::Form::text});
      });
      if (mine.size() == 0) refuse(name);
    }
  }

  std::vector<Listing> list() override {
    ready();
    const PostgresRows rows = desk_.repeat([](PostgresConnection& at) {
      return at.run({.sql = "SELECT name, (extract(epoch FROM created) * 1000)::bigint, "
                            "coalesce((SELECT max(number) FROM mirador.event "
                            "WHERE experiment = id), 0) "
                            "FROM mirador.experiment ORDER BY name COLLATE \"C\"",
                     .form = PostgresCall::Form::text});
    });
    std::vector<Listing> result;
    for (int row = 0; row < rows.size(); ++row) {
      result.push_back({rows.text(row, 0), iso_time(rows.number(row, 1)),
                        static_cast<std::uint64_t>(rows.number(row, 2))});
    }
    return result;
  }

  std::string spec(const std::string& name) override {
    ready();
    const PostgresRows rows = desk_.repeat([&](PostgresConnection& at) {
      return at.run({.sql = "SELECT spec FROM mirador.experiment WHERE name = $1",
                     .values = {name},
                     .form = PostgresCall::Form::text});
    });
    return known(rows, name).text(0, 0);
  }

  std::uint64_t identity(const std::string& name) override {
    ready();
    return static_cast<std::uint64_t>(id_of(name));
  }

  void read(const std::string& name, std::uint64_t after, const EventSink& sink) override {
    ready();
    const std::int64_t id = id_of(name);
    desk_.read(desk_.connection(), name, id, after, sink);
  }

  std::unique_ptr<Transaction> write(const std::string& name, const Request& request) override {
    ready();
    const auto answers = locked(name, {.sql = "last", .values = {name}});
    auto transaction =
        std::make_unique<PostgresTransaction>(desk_, desk_.connection(), name, request);
    // If the name is unknown the transaction undoes itself.
    transaction->begin_at(known(answers[1], name).number(0, 0), answers[2].number(0, 0));
    return transaction;
  }

  /// Behind the lock: a server may still be busy with the commit whose answer was lost.
  bool holds(const std::string& name, const Request& request) override {
    ready();
    const auto answers = locked(name, {.sql = "holds", .values = {name, request}});
    desk_.connection().roll_back();
    known(answers[1], name);
    return answers[2].number(0, 0) > 0;
  }

  void remove(const std::string& name) override {
    ready();
    const std::int64_t id = id_of(name);
    // By its number, so that it can be repeated: gone is gone.
    desk_.repeat([&](PostgresConnection& at) {
      return at.run({.sql = "DELETE FROM mirador.experiment WHERE id = $1",
                     .values = {id},
                     .form = PostgresCall::Form::text});
    });
  }

 private:
  void ready() const { check_idle(desk_.place(), desk_.open); }

  const PostgresRows& known(const PostgresRows& rows, const std::string& name) const {
    if (rows.size() == 0) unknown_experiment(name, "the store " + desk_.place());
    return rows;
  }

  std::int64_t id_of(const std::string& name) {
    const PostgresRows found = desk_.repeat(
        [&](PostgresConnection& at) { return at.run({.sql = "find", .values = {name}}); });
    return known(found, name).number(0, 0);
  }

  /// Begins, locks the experiment and asks, in one round trip.
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
      const auto answers = at.pipeline(
          {begin,
           {.sql = "INSERT INTO mirador.experiment (name, spec, origin) VALUES ($1, $2, $3) "
                   "RETURNING id",
            .values = {name, spec, origin},
            .form = PostgresCall::Form::text}});
      if (!events.empty()) {
        desk_.append(at, answers[1].number(0, 0), 0, events, PostgresValue());
      }
      at.commit();
    } catch (...) {
      at.roll_back();
      throw;
    }
  }

  /// The name is taken, unless the events themselves were refused.
  [[noreturn]] void refuse(const std::string& name) {
    const PostgresRows found = desk_.repeat(
        [&](PostgresConnection& at) { return at.run({.sql = "find", .values = {name}}); });
    if (found.size() == 0) second_result(name);
    taken_name(name, "the store " + desk_.place());
  }

  Desk desk_;
};

}  // namespace

std::unique_ptr<Store> open_postgres(const PostgresOptions& options) {
  return std::make_unique<PostgresStore>(options);
}

}  // namespace mirador
