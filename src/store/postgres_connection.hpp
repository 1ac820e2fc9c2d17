#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/store/stores.hpp"
#include "postgres_library.hpp"

/// RAII wrappers of libpq, with error messages of our own.
namespace mirador::store {

/// A parameter of a statement: text, null, or an array in the binary form of the server.
struct PostgresValue {
  std::optional<std::string> bytes;
  int format = 0;  // 0 text, 1 binary

  PostgresValue() = default;
  PostgresValue(std::string text) : bytes(std::move(text)) {}
  PostgresValue(std::int64_t number) : bytes(std::to_string(number)) {}
  static PostgresValue array(std::string binary);
};

/// A one-dimensional array in the server's binary form, built element by element.
class PostgresArray {
 public:
  enum class Element : std::uint32_t { int16 = 21, int64 = 20, float64 = 701, text = 25 };

  PostgresArray(Element element, std::size_t size);
  void add(std::int16_t number);
  void add(std::int64_t number);
  void add(double number);
  void add(std::string_view text);
  void add_null();
  PostgresValue value() const { return PostgresValue::array(bytes_); }
  static PostgresValue of(const std::vector<std::int64_t>& numbers);

 private:
  std::string bytes_;
};

/// Rows of an answer.
class PostgresRows {
 public:
  explicit PostgresRows(PGresult* result) : result_(result) {}
  PGresult* handle() const { return result_.get(); }
  int size() const { return libpq().PQntuples(handle()); }
  std::string text(int row, int column) const { return libpq().PQgetvalue(handle(), row, column); }
  std::int64_t number(int row, int column) const { return std::stoll(text(row, column)); }

 private:
  struct Clear {
    void operator()(PGresult* result) const { libpq().PQclear(result); }
  };
  std::unique_ptr<PGresult, Clear> result_;
};

/// A statement that the server refused; `state` is its SQLSTATE.
class StatementError : public RunError {
 public:
  StatementError(const std::string& message, std::string sqlstate, std::string violated)
      : RunError(message), state(std::move(sqlstate)), constraint(std::move(violated)) {}
  std::string state;
  std::string constraint;  // the violated constraint, if any
};

/// A statement (the name under which it was prepared, or its text) and its parameters.
struct PostgresCall {
  std::string sql;
  std::vector<PostgresValue> values = {};
  enum class Form { prepared, text } form = Form::prepared;
};

/// A name and the statement that is prepared under it.
struct PostgresPrepared {
  const char* name;
  const char* sql;
};

/// A connection. If it breaks, the current call throws ConnectionLost.
class PostgresConnection {
 public:
  explicit PostgresConnection(const PostgresOptions& options);

  /// "postgresql://host:port/database", without a password.
  const std::string& place() const { return place_; }
  bool broken() const { return ended_ || libpq().PQstatus(handle_.get()) != CONNECTION_OK; }
  bool in_transaction() const { return libpq().PQtransactionStatus(handle_.get()) != PQTRANS_IDLE; }
  PostgresRows run(const PostgresCall& call);
  /// Runs one or several statements without parameters.
  void run_script(const std::string& sql);
  /// Runs all calls in one round trip. The first that fails ends it, and its error is thrown.
  std::vector<PostgresRows> pipeline(const std::vector<PostgresCall>& calls);
  void prepare(std::initializer_list<PostgresPrepared> statements);
  /// Runs COPY ... TO STDOUT and passes the bytes to the sink, piece by piece.
  void copy_out(const std::string& sql, const std::function<void(std::string_view)>& sink);
  /// Returns once the server has written the transaction to its disk; then notifies the others.
  void commit();
  /// From now on the server sends notifications of others to this session.
  void listen();
  void unlisten();
  bool listens() const { return listens_; }
  /// Has another session notified this one since the last call? Sends nothing to the server.
  bool was_notified();
  void roll_back() noexcept;

 private:
  struct Finish {
    void operator()(PGconn* handle) const { libpq().PQfinish(handle); }
  };
  using Clock = std::chrono::steady_clock;

  [[noreturn]] void fail(const PGresult* result);
  void require(bool sent);
  PostgresRows check(PostgresRows rows);
  int send(const PostgresCall& call);
  PostgresRows answer(int sent);
  PGresult* next_result();
  /// The next piece of a copy; nothing at its end. Valid until the next call.
  std::optional<std::string_view> next_piece();
  void wait(Clock::time_point give_up);
  /// The time limit for an answer: the time that the server waits for locks, plus time for its
  /// work.
  std::chrono::milliseconds deadline() const { return patience_ + silence_; }
  std::vector<PostgresRows> collect(std::size_t calls);
  void finish_copy();

  std::string place_;
  std::chrono::milliseconds patience_, silence_;
  std::unique_ptr<PGconn, Finish> handle_;
  struct Free {
    void operator()(void* bytes) const { libpq().PQfreemem(bytes); }
  };
  std::unique_ptr<char, Free> piece_;
  bool listens_ = false;
  bool ended_ = false;  // the server ended the session; the socket may still be open
};

}  // namespace mirador::store
