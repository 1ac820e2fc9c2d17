#include "postgres_connection.hpp"

#include <poll.h>

#include <bit>
#include <cerrno>

#include "record.hpp"

namespace mirador::store {

namespace {

template <class Unsigned>
void put(std::string& bytes, Unsigned number) {
  for (int shift = 8 * (static_cast<int>(sizeof number) - 1); shift >= 0; shift -= 8) {
    bytes += static_cast<char>((number >> shift) & 0xFF);
  }
}

/// libpq's messages have several lines.
std::string one_line(const char* message) {
  std::string result;
  for (const char* c = message; *c != '\0'; ++c) {
    if (*c != '\n' && *c != '\t') {
      result += *c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  while (!result.empty() && result.back() == ' ') result.pop_back();
  return result;
}

[[noreturn]] void refuse_address() {
  throw InputError(
      "store: not a PostgreSQL address; write postgresql://USER@HOST/DATABASE, and %40 for @, %2F "
      "for / in a password");
}

std::string describe(const std::string& url) {
  // The error message of libpq would show parts of the address, possibly of a password.
  PQconninfoOption* options = libpq().PQconninfoParse(url.c_str(), nullptr);
  if (options == nullptr) refuse_address();
  std::string host, port, database;
  for (const PQconninfoOption* option = options; option->keyword != nullptr; ++option) {
    if (option->val == nullptr) continue;
    if (std::string_view(option->keyword) == "host") host = option->val;
    if (std::string_view(option->keyword) == "port") port = std::string(":") + option->val;
    if (std::string_view(option->keyword) == "dbname") database = option->val;
  }
  libpq().PQconninfoFree(options);
  // From USER:PASS/WORD@HOST libpq takes USER as the host, PASS as its port and the rest as a name.
  if (port.find_first_not_of(":,0123456789") != std::string::npos ||
      database.find('@') != std::string::npos) {
    refuse_address();
  }
  return "postgresql://" + host + port + "/" + database;
}

/// The parameters as arrays of pointers, as libpq needs them.
struct Pointers {
  explicit Pointers(const std::vector<PostgresValue>& parameters) {
    for (const PostgresValue& value : parameters) {
      values.push_back(value.bytes ? value.bytes->c_str() : nullptr);
      lengths.push_back(value.bytes ? static_cast<int>(value.bytes->size()) : 0);
      formats.push_back(value.format);
    }
  }
  int size() const { return static_cast<int>(values.size()); }

  std::vector<const char*> values;
  std::vector<int> lengths, formats;
};

}  // namespace

PostgresValue PostgresValue::array(std::string binary) {
  PostgresValue value(std::move(binary));
  value.format = 1;
  return value;
}

PostgresArray::PostgresArray(Element element, std::size_t size) {
  put<std::uint32_t>(bytes_, 1);  // dimensions
  put<std::uint32_t>(bytes_, 1);  // may contain nulls
  put(bytes_, static_cast<std::uint32_t>(element));
  put(bytes_, static_cast<std::uint32_t>(size));
  put<std::uint32_t>(bytes_, 1);  // the first index
}

void PostgresArray::add(std::int16_t number) {
  put<std::uint32_t>(bytes_, 2);
  put(bytes_, static_cast<std::uint16_t>(number));
}

void PostgresArray::add(std::int64_t number) {
  put<std::uint32_t>(bytes_, 8);
  put(bytes_, static_cast<std::uint64_t>(number));
}

void PostgresArray::add(double number) { add(std::bit_cast<std::int64_t>(number)); }

void PostgresArray::add(std::string_view text) {
  put(bytes_, static_cast<std::uint32_t>(text.size()));
  bytes_ += text;
}

PostgresValue PostgresArray::of(const std::vector<std::int64_t>& numbers) {
  PostgresArray array(Element::int64, numbers.size());
  for (const std::int64_t number : numbers) array.add(number);
  return array.value();
}

void PostgresArray::add_null() { put<std::uint32_t>(bytes_, 0xFFFFFFFF); }

PostgresConnection::PostgresConnection(const PostgresOptions& options)
    : place_(describe(options.url)), patience_(options.patience), silence_(options.silence) {
  // The values before the address are defaults that the address may override. A server that is
  // silent for half a minute counts as lost.
  const char* const keywords[] = {"connect_timeout",
                                  "fallback_application_name",
                                  "keepalives_idle",
                                  "keepalives_interval",
                                  "keepalives_count",
                                  "tcp_user_timeout",
                                  "dbname",
                                  "client_encoding",
                                  nullptr};
  const char* const values[] = {"10",    "mirador",           "15",   "5",    "3",
                                "30000", options.url.c_str(), "UTF8", nullptr};
  handle_.reset(libpq().PQconnectdbParams(keywords, values, 1));
  if (!handle_) throw std::bad_alloc();
  if (broken()) {
    throw ConnectionLost("cannot reach the store " + place_ + ": " +
                         one_line(libpq().PQerrorMessage(handle_.get())) +
                         "; check the address and that the server runs");
  }
  libpq().PQsetnonblocking(handle_.get(), 1);
  libpq().PQsetNoticeProcessor(
      handle_.get(), [](void*, const char*) {}, nullptr);
}

void PostgresConnection::fail(const PGresult* result) {
  const auto field = [&](int code) -> std::string {
    const char* text = result == nullptr ? nullptr : libpq().PQresultErrorField(result, code);
    return text == nullptr ? "" : text;
  };
  const std::string state = field(PG_DIAG_SQLSTATE);
  const char* primary =
      result == nullptr ? nullptr : libpq().PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string cause =
      one_line(primary != nullptr ? primary : libpq().PQerrorMessage(handle_.get()));
  // 57P: the server or an administrator ends the session; 25P03: it was idle for too long.
  if (broken() || state.starts_with("57P") || state.starts_with("08") || state == "25P03") {
    ended_ = true;
    throw ConnectionLost("the connection to the store " + place_ + " broke (" + cause +
                         "); try again");
  }
  if (state == "55P03") {
    const auto waited = std::chrono::duration<double>(patience_).count();
    throw RunError("the store " + place_ + " is busy: another process has been writing for " +
                   std::to_string(waited).substr(0, 4) + " s; try again when it is done");
  }
  const std::string remedy = state == "42501" ? "; ask the owner of the database for this privilege"
                             : state == "53100" ? "; free some space on the server and try again"
                                                : "";
  throw StatementError("the store " + place_ + ": " + cause + remedy, state,
                       field(PG_DIAG_CONSTRAINT_NAME));
}

void PostgresConnection::require(bool sent) {
  if (!sent) fail(nullptr);
}

PostgresRows PostgresConnection::check(PostgresRows rows) {
  const ExecStatusType status = libpq().PQresultStatus(rows.handle());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(rows.handle());
  return rows;
}

/// Waits for the server up to a deadline: a frozen server keeps its connections open and does not
/// answer.
void PostgresConnection::wait(Clock::time_point give_up) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(give_up - Clock::now()).count();
  pollfd line{libpq().PQsocket(handle_.get()), POLLIN, 0};
  if (libpq().PQflush(handle_.get()) == 1) line.events |= POLLOUT;
  const int ready = left <= 0 ? 0 : poll(&line, 1, static_cast<int>(left));
  if (ready < 0 && errno == EINTR) return;
  if (ready <= 0) {
    ended_ = true;
    throw ConnectionLost(
        "the store " + place_ + " has not answered for " +
        std::to_string(std::chrono::ceil<std::chrono::seconds>(deadline()).count()) +
        " s; try again");
  }
  libpq().PQconsumeInput(handle_.get());
}

PGresult* PostgresConnection::next_result() {
  const Clock::time_point give_up = Clock::now() + deadline();
  while (!broken() && (libpq().PQflush(handle_.get()) == 1 || libpq().PQisBusy(handle_.get()) == 1))
    wait(give_up);
  return libpq().PQgetResult(handle_.get());
}

/// The last answer to the statements sent, or the first of a copy.
PostgresRows PostgresConnection::answer(int sent) {
  require(sent == 1);
  PostgresRows last(nullptr);
  while (PGresult* result = next_result()) {
    last = PostgresRows(result);
    if (libpq().PQresultStatus(result) == PGRES_COPY_OUT) break;
  }
  return last;
}

int PostgresConnection::send(const PostgresCall& call) {
  const Pointers at(call.values);
  return call.form == PostgresCall::Form::prepared
             ? libpq().PQsendQueryPrepared(handle_.get(), call.sql.c_str(), at.size(),
                                           at.values.data(), at.lengths.data(), at.formats.data(),
                                           0)
             : libpq().PQsendQueryParams(handle_.get(), call.sql.c_str(), at.size(), nullptr,
                                         at.values.data(), at.lengths.data(), at.formats.data(), 0);
}

PostgresRows PostgresConnection::run(const PostgresCall& call) { return check(answer(send(call))); }

void PostgresConnection::run_script(const std::string& sql) {
  check(answer(libpq().PQsendQuery(handle_.get(), sql.c_str())));
}

std::vector<PostgresRows> PostgresConnection::pipeline(const std::vector<PostgresCall>& calls) {
  require(libpq().PQenterPipelineMode(handle_.get()) == 1);
  for (const PostgresCall& call : calls) require(send(call) == 1);
  return collect(calls.size());
}

void PostgresConnection::prepare(std::initializer_list<PostgresPrepared> statements) {
  require(libpq().PQenterPipelineMode(handle_.get()) == 1);
  for (const PostgresPrepared& statement : statements) {
    require(libpq().PQsendPrepare(handle_.get(), statement.name, statement.sql, 0, nullptr) == 1);
  }
  collect(statements.size());
}

/// Reads every answer, also after an error, so that the connection can be used again.
std::vector<PostgresRows> PostgresConnection::collect(std::size_t calls) {
  require(libpq().PQpipelineSync(handle_.get()) == 1);
  std::vector<PostgresRows> answers;
  std::optional<PostgresRows> error;
  while (answers.size() <= calls) {
    PGresult* result = next_result();
    if (result == nullptr) {  // the end of an answer
      if (broken()) fail(nullptr);
      continue;
    }
    PostgresRows rows(result);
    const ExecStatusType status = libpq().PQresultStatus(result);
    if (status == PGRES_PIPELINE_SYNC) break;
    if (status == PGRES_FATAL_ERROR && !error) {
      error = std::move(rows);
    } else {
      answers.push_back(std::move(rows));
    }
    if (broken()) fail(error ? error->handle() : nullptr);
  }
  libpq().PQexitPipelineMode(handle_.get());
  if (error) fail(error->handle());
  return answers;
}

void PostgresConnection::copy_out(const std::string& sql,
                                  const std::function<void(std::string_view)>& sink) {
  const PostgresRows begun = answer(libpq().PQsendQuery(handle_.get(), sql.c_str()));
  if (libpq().PQresultStatus(begun.handle()) != PGRES_COPY_OUT) fail(begun.handle());
  std::exception_ptr trouble;  // from the sink; the rest of the copy is still read
  while (auto piece = next_piece()) {
    try {
      if (!trouble) sink(*piece);
    } catch (...) {
      trouble = std::current_exception();
    }
  }
  finish_copy();
  if (trouble) std::rethrow_exception(trouble);
}

std::optional<std::string_view> PostgresConnection::next_piece() {
  const Clock::time_point give_up = Clock::now() + deadline();
  char* bytes = nullptr;
  int size = 0;
  while ((size = libpq().PQgetCopyData(handle_.get(), &bytes, 1)) == 0) {
    if (broken()) fail(nullptr);  // no further answers will come
    wait(give_up);
  }
  piece_.reset(bytes);
  if (size == -2) fail(nullptr);
  if (size < 0) return std::nullopt;
  return std::string_view(bytes, static_cast<std::size_t>(size));
}

void PostgresConnection::finish_copy() {
  std::optional<PostgresRows> error;
  while (PGresult* result = next_result()) {
    PostgresRows rows(result);
    if (libpq().PQresultStatus(result) != PGRES_COMMAND_OK && !error) error = std::move(rows);
    if (broken()) break;
  }
  if (error || broken()) fail(error ? error->handle() : nullptr);
}

/// The notification is a transaction of its own: within the other one it would keep all commits of
/// the database waiting while this one is written to the disk. If it fails, the commit stands.
void PostgresConnection::commit() {
  require(libpq().PQsendQuery(handle_.get(), "COMMIT; NOTIFY mirador") == 1);
  PostgresRows committed(next_result());
  if (committed.handle() == nullptr) fail(nullptr);
  while (PGresult* result = next_result()) PostgresRows ignored(result);
  committed = check(std::move(committed));
  // After a failed statement the server answers COMMIT with ROLLBACK, without an error.
  if (std::string_view(libpq().PQcmdStatus(committed.handle())) != "COMMIT") {
    throw RunError("the store " + place_ + " undid the transaction after an error; try again");
  }
}

void PostgresConnection::listen() {
  run_script("LISTEN mirador");
  listens_ = true;
}

void PostgresConnection::unlisten() {
  run_script("UNLISTEN mirador");
  listens_ = false;
  was_notified();
}

bool PostgresConnection::was_notified() {
  require(libpq().PQconsumeInput(handle_.get()) == 1);
  bool found = false;
  while (const std::unique_ptr<PGnotify, Free> one{libpq().PQnotifies(handle_.get())}) {
    found = found || one->be_pid != libpq().PQbackendPID(handle_.get());
  }
  return found;
}

void PostgresConnection::roll_back() noexcept {
  if (broken() || !in_transaction()) return;
  try {
    answer(libpq().PQsendQuery(handle_.get(), "ROLLBACK"));
  } catch (...) {
    ended_ = true;  // the server rolls back when the connection is closed
  }
}

}  // namespace mirador::store
