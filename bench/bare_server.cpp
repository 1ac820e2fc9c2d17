// What `mirador serve` is compared with (bench/serve_cost): a server on Boost.Beast that appends a
// row to a table of SQLite for every request, and nothing else. It has the threads of mirador
// serve: two that read and write connections, each with its own context, and one that commits
// together what waits. The table, the rows and the durability are those of the SQLite store. usage:
// bare_server FILE

#include <fmt/core.h>
#include <signal.h>
#include <sqlite3.h>

#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Tcp = asio::ip::tcp;

class Table {
 public:
  explicit Table(const char* file) {
    check(sqlite3_open(file, &db_));
    run("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    run("CREATE TABLE event (experiment INTEGER NOT NULL, number INTEGER NOT NULL, "
        "kind INTEGER NOT NULL, ticket INTEGER NOT NULL, arm INTEGER, value ANY, "
        "time INTEGER NOT NULL, request TEXT, note TEXT, PRIMARY KEY (experiment, number)) "
        "STRICT, WITHOUT ROWID; "
        "CREATE UNIQUE INDEX result ON event (experiment, ticket) WHERE kind IN (2, 3);");
    check(sqlite3_prepare_v2(db_, "INSERT INTO event VALUES (1, ?1, 2, ?2, NULL, ?3, ?4, ?5, NULL)",
                             -1, &insert_, nullptr));
  }
  ~Table() {
    sqlite3_finalize(insert_);
    sqlite3_close(db_);
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  void run(const char* sql) { check(sqlite3_exec(db_, sql, nullptr, nullptr, nullptr)); }
  void insert(std::int64_t ticket, double value) {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const std::string request = fmt::format("request-{:016x}", ++number_);
    sqlite3_bind_int64(insert_, 1, number_);
    sqlite3_bind_int64(insert_, 2, ticket);
    sqlite3_bind_double(insert_, 3, value);
    sqlite3_bind_int64(insert_, 4,
                       std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
    sqlite3_bind_text(insert_, 5, request.data(), static_cast<int>(request.size()), SQLITE_STATIC);
    if (sqlite3_step(insert_) != SQLITE_DONE) throw std::runtime_error(sqlite3_errmsg(db_));
    sqlite3_reset(insert_);
  }

 private:
  static void check(int code) {
    if (code != SQLITE_OK) throw std::runtime_error(sqlite3_errstr(code));
  }
  sqlite3* db_ = nullptr;
  sqlite3_stmt* insert_ = nullptr;
  std::int64_t number_ = 0;
};

struct Job {
  std::int64_t ticket;
  double value;
  std::function<void()> done;
};

/// Commits together all that waits.
class Writer {
 public:
  explicit Writer(const char* file) : table_(file), thread_([this] { work(); }) {}
  ~Writer() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    filled_.notify_one();
    thread_.join();
  }
  void submit(Job job) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(job));
    }
    filled_.notify_one();
  }

 private:
  void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      filled_.wait(lock, [&] { return !waiting_.empty() || ends_; });
      if (waiting_.empty()) return;
      const std::deque<Job> jobs = std::exchange(waiting_, {});
      lock.unlock();
      table_.run("BEGIN IMMEDIATE");
      for (const Job& job : jobs) table_.insert(job.ticket, job.value);
      table_.run("COMMIT");
      for (const Job& job : jobs) job.done();
    }
  }

  Table table_;
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Job> waiting_;
  bool ends_ = false;
  std::thread thread_;
};

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Tcp::socket socket, Writer& writer) : stream_(std::move(socket)), writer_(writer) {
    stream_.socket().set_option(Tcp::no_delay(true));
  }
  asio::any_io_executor executor() { return stream_.get_executor(); }
  void read() {
    request_ = {};
    http::async_read(stream_, buffer_, request_,
                     [self = shared_from_this()](beast::error_code error, std::size_t) {
                       if (!error) self->handle();
                     });
  }

 private:
  void handle() {
    const auto body = nlohmann::json::parse(request_.body());
    writer_.submit({body["ticket"].get<std::int64_t>(), body["value"].get<double>(),
                    [self = shared_from_this()] {
                      asio::post(self->stream_.get_executor(), [self] { self->write(); });
                    }});
  }
  void write() {
    response_ = {http::status::ok, 11};
    response_.set(http::field::content_type, "application/json");
    response_.body() = "{\"told\":1,\"new\":1,\"samples\":1,\"phase\":\"running\"}\n";
    response_.prepare_payload();
    http::async_write(stream_, response_,
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        if (!error) self->read();
                      });
  }

  beast::tcp_stream stream_;
  Writer& writer_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> response_;
};

class Server {
 public:
  explicit Server(const char* file)
      : writer_(file), acceptor_(contexts_[0], Tcp::endpoint(asio::ip::address_v4::loopback(), 0)) {
    fmt::print("http://127.0.0.1:{}\n", acceptor_.local_endpoint().port());
    std::fflush(stdout);
    accept();
  }
  void run() {
    asio::signal_set signals(contexts_[0], SIGTERM);
    signals.async_wait([this](beast::error_code, int) {
      for (auto& context : contexts_) context.stop();
    });
    const auto guard = asio::make_work_guard(contexts_[1]);
    std::jthread other([this] { contexts_[1].run(); });
    contexts_[0].run();
  }

 private:
  void accept() {
    acceptor_.async_accept(
        contexts_[++accepted_ % 2], [this](beast::error_code error, Tcp::socket socket) {
          if (error) return;
          const auto session = std::make_shared<Session>(std::move(socket), writer_);
          asio::post(session->executor(), [session] { session->read(); });
          accept();
        });
  }

  std::array<asio::io_context, 2> contexts_{asio::io_context(1), asio::io_context(1)};
  Writer writer_;
  Tcp::acceptor acceptor_;
  std::size_t accepted_ = 0;
};

}  // namespace

int main(int, char** words) {
  Server(words[1]).run();
  return 0;
}
