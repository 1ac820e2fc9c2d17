#include "http/connection.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/write.hpp>
#include <utility>

namespace mirador::http {

namespace asio = boost::asio;
namespace beast = boost::beast;
using Field = beast::http::field;

namespace {

constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";

std::string text_of(beast::string_view text) { return {text.data(), text.size()}; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string in_lower_case(beast::string_view text) {
  std::string lower = text_of(text);
  std::ranges::transform(lower, lower.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return lower;
}

/// The status that says what is wrong with a request that could not be read; 0: say nothing,
/// because there was none, or the client is gone.
unsigned status_of(const beast::error_code& failure) {
  using Error = beast::http::error;
  if (failure == Error::header_limit) return 431;
  if (failure == Error::body_limit) return 413;
  if (failure == beast::error::timeout) return 408;
  if (failure == Error::end_of_stream || failure == Error::partial_message) return 0;
  return failure.category() == make_error_code(Error::bad_method).category() ? 400 : 0;
}

Request request_of(beast::http::request<beast::http::string_body>& message, std::string peer) {
  Request request{text_of(message.method_string()),
                  text_of(message.target()),
                  {},
                  std::move(message.body()),
                  std::move(peer)};
  for (const auto& field : message) {
    request.headers.push_back({in_lower_case(field.name_string()), text_of(field.value())});
  }
  return request;
}

}  // namespace

const std::string* Request::header(std::string_view name) const {
  const auto found = std::ranges::find(headers, name, &Header::name);
  return found == headers.end() ? nullptr : &found->value;
}

Connection::Connection(asio::ip::tcp::socket socket, Hall& hall)
    : stream_(std::move(socket)), hall_(hall) {
  beast::error_code error;
  const auto endpoint = stream_.socket().remote_endpoint(error);
  if (!error) peer_ = endpoint.address().to_string(error);
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), error);
}

Connection::~Connection() {
  stop_waiting();
  release_bytes();
  if (entered_) is_stream_ ? hall_.leave_as_stream() : hall_.leave_as_connection();
}

/// A completion handler that keeps this connection alive.
template <class Step>
auto Connection::then(Step step) {
  return [self = shared_from_this(), step](Error error, std::size_t) { ((*self).*step)(error); };
}

void Connection::start() {
  entered_ = true;
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->await_request(); });
}

void Connection::await_request() {
  if (stage_ == Stage::closed) return;
  stage_ = Stage::waiting;
  if (draining_) return close();
  wait_for_client();
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(hall_.limits.header));
  parser_->body_limit(hall_.limits.body);
  method_.clear();
  target_.clear();
  if (buffer_.size() > 0) return read_header();
  stream_.expires_after(hall_.limits.idle);
  stream_.async_read_some(buffer_.prepare(4096),
                          [self = shared_from_this()](Error error, std::size_t bytes) {
                            if (error) return self->close();
                            self->buffer_.commit(bytes);
                            self->read_header();
                          });
}

void Connection::read_header() {
  began_ = std::chrono::steady_clock::now();
  stream_.expires_after(hall_.limits.header_deadline);
  beast::http::async_read_header(stream_, buffer_, *parser_, then(&Connection::on_header));
}

void Connection::on_header(Error error) {
  if (stage_ == Stage::closed) return;
  if (error) {
    const unsigned status = status_of(error);
    return status == 0 ? close() : refuse(status, error.message());
  }
  const auto& message = parser_->get();
  method_ = text_of(message.method_string());
  target_ = text_of(message.target());
  if (message.version() != 11 && message.version() != 10) return refuse(505, "HTTP version");
  // Two readers of one connection must agree where a request ends: only the plain forms are taken.
  if (message.count(Field::host) > 1 ||
      (message.version() == 11 && message.count(Field::host) == 0)) {
    return refuse(400, "Host must be given once");
  }
  if (message.count(Field::transfer_encoding) > 0) {
    const bool plain = message.count(Field::transfer_encoding) == 1 &&
                       in_lower_case(message[Field::transfer_encoding]) == "chunked";
    if (!plain || message.version() != 11 || message.count(Field::content_length) > 0) {
      return refuse(400, "Transfer-Encoding must be chunked, without Content-Length");
    }
  }
  const auto length = message[Field::content_length];
  if (message.count(Field::content_length) > 1 || !std::ranges::all_of(length, is_digit)) {
    return refuse(400, "Content-Length must be given once, as a number");
  }
  if (message.count(Field::expect) > 0) return expect_body();
  read_body();
}

void Connection::expect_body() {
  if (in_lower_case(parser_->get()[Field::expect]) != "100-continue") return refuse(417, "Expect");
  stream_.expires_after(hall_.limits.write_deadline);
  asio::async_write(stream_, asio::buffer(go_on),
                    [self = shared_from_this()](Error error, std::size_t) {
                      error ? self->close() : self->read_body();
                    });
}

void Connection::read_body() {
  stream_.expires_after(hall_.limits.body_deadline);
  on_body({});
}

void Connection::on_body(Error error) {
  if (stage_ == Stage::closed) return;
  if (error) {
    const unsigned status = status_of(error);
    return status == 0 ? close() : refuse(status, error.message());
  }
  // A string grows by doubling, so its capacity is what it costs.
  const std::size_t size = parser_->get().body().capacity();
  if (size > taken_ + 64) {
    if (!hall_.take_bytes(size - taken_)) return refuse(503, "too much is being sent; try again");
    taken_ = size;
  }
  if (parser_->is_done()) return handle();
  beast::http::async_read_some(stream_, buffer_, *parser_, then(&Connection::on_body));
}

namespace {

/// Hands the answer to the connection; without one, 500.
class Answer final : public Exchange {
 public:
  explicit Answer(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}
  ~Answer() override {
    if (connection_) connection_->respond({500, "text/plain", "internal error\n"});
  }
  void respond(Response response) override {
    std::exchange(connection_, nullptr)->respond(std::move(response));
  }
  std::shared_ptr<EventStream> open_stream(std::vector<Header> headers) override;

 private:
  std::shared_ptr<Connection> connection_;
};

class Events final : public EventStream {
 public:
  explicit Events(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) {}
  ~Events() override { connection_->end_stream(); }
  void offer(std::shared_ptr<const std::string> text) override {
    connection_->offer(std::move(text));
  }
  void end() override { connection_->end_stream(); }
  bool is_open() const override { return connection_->is_open(); }

 private:
  std::shared_ptr<Connection> connection_;
};

std::shared_ptr<EventStream> Answer::open_stream(std::vector<Header> headers) {
  auto connection = std::exchange(connection_, nullptr);
  connection->open_stream(std::move(headers));
  return std::make_shared<Events>(std::move(connection));
}

}  // namespace

void Connection::handle() {
  stop_waiting();
  stage_ = Stage::handling;
  stream_.expires_never();
  hall_.handler(request_of(parser_->get(), peer_), std::make_unique<Answer>(shared_from_this()));
}

void Connection::refuse(unsigned status, std::string_view detail) {
  stop_waiting();
  std::string body = "{\"title\":\"the request cannot be read\",\"detail\":\"";
  for (const char c : detail) body += c == '"' || c == '\\' || c < ' ' ? '\'' : c;
  write({status, "application/problem+json", body + "\"}\n"}, false);
}

void Connection::respond(Response response) {
  asio::post(stream_.get_executor(),
             [self = shared_from_this(), response = std::move(response)]() mutable {
               if (self->stage_ != Stage::handling) return;
               const bool keep = self->parser_->get().keep_alive() && !self->draining_;
               self->write(std::move(response), keep);
             });
}

void Connection::write(Response response, bool keep_alive) {
  stage_ = Stage::writing;
  release_bytes();
  const bool is_head = method_ == "HEAD";
  message_ = Message(static_cast<beast::http::status>(response.status), 11);
  for (const Header& header : response.headers) message_.set(header.name, header.value);
  const bool has_body = response.status != 204 && response.status != 304;
  if (has_body) message_.set(Field::content_type, response.type);
  message_.keep_alive(keep_alive);
  report(response.status, response.body.size());
  if (has_body) message_.content_length(response.body.size());
  if (!is_head && has_body) message_.body() = std::move(response.body);
  wait_for_client();
  stream_.expires_after(hall_.limits.write_deadline);
  beast::http::async_write(stream_, message_,
                           [self = shared_from_this(), keep_alive](Error error, std::size_t) {
                             self->on_written(error, keep_alive);
                           });
}

void Connection::on_written(Error error, bool keep_alive) {
  stop_waiting();
  message_ = {};
  if (error || !keep_alive) return close();
  await_request();
}

void Connection::report(unsigned status, std::size_t bytes) {
  if (!hall_.observer) return;
  const auto took = std::chrono::steady_clock::now() - began_;
  hall_.observer({method_, target_, peer_, status, bytes,
                  std::chrono::duration_cast<std::chrono::microseconds>(took)});
}

void Connection::open_stream(std::vector<Header> headers) {
  asio::post(stream_.get_executor(),
             [self = shared_from_this(), headers = std::move(headers)]() mutable {
               self->begin_stream(std::move(headers));
             });
}

void Connection::begin_stream(std::vector<Header> headers) {
  if (stage_ != Stage::handling) return;
  if (!hall_.become_stream()) {
    open_ = false;
    return write({503, "text/plain", "too many streams\n", {{"retry-after", "5"}}}, false);
  }
  is_stream_ = true;
  stage_ = Stage::streaming;
  release_bytes();
  std::string head =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
      "Cache-Control: no-store\r\nConnection: close\r\n";
  for (const Header& header : headers) head += header.name + ": " + header.value + "\r\n";
  report(200, 0);
  heart_.emplace(stream_.get_executor());
  stream_.expires_never();
  watch_client();
  is_writing_ = true;
  sending_ = std::make_shared<const std::string>(head + "\r\n");
  stream_.expires_after(hall_.limits.write_deadline);
  asio::async_write(stream_, asio::buffer(*sending_), then(&Connection::on_event));
}

/// What a client sends on a stream is of no interest; that it goes away is.
void Connection::watch_client() {
  stream_.async_read_some(asio::buffer(ignored_),
                          [self = shared_from_this()](Error error, std::size_t) {
                            error ? self->close() : self->watch_client();
                          });
}

void Connection::offer(std::shared_ptr<const std::string> text) {
  asio::post(stream_.get_executor(), [self = shared_from_this(), text = std::move(text)]() mutable {
    if (self->ends_) return;
    self->next_ = std::move(text);
    self->write_event();
  });
}

void Connection::end_stream() {
  asio::post(stream_.get_executor(), [self = shared_from_this()] {
    self->ends_ = true;
    self->write_event();
  });
}

void Connection::write_event() {
  if (stage_ != Stage::streaming || is_writing_) return;
  if (!next_) {
    if (ends_) close();
    return;
  }
  is_writing_ = true;
  sending_ = std::move(next_);
  stream_.expires_after(hall_.limits.write_deadline);
  asio::async_write(stream_, asio::buffer(*sending_), then(&Connection::on_event));
}

void Connection::on_event(Error error) {
  is_writing_ = false;
  sending_ = nullptr;
  if (error) return close();
  write_event();
  if (stage_ == Stage::streaming && !is_writing_) beat();
}

/// A comment from time to time, so that proxies keep the connection and a lost client is noticed.
void Connection::beat() {
  static const auto comment = std::make_shared<const std::string>(":\n\n");
  heart_->expires_after(hall_.limits.heartbeat);
  heart_->async_wait([self = shared_from_this()](Error error) {
    if (error || self->stage_ != Stage::streaming || self->is_writing_) return;
    self->next_ = comment;
    self->write_event();
  });
}

void Connection::drain() {
  asio::post(stream_.get_executor(), [self = shared_from_this()] {
    self->draining_ = true;
    if (self->stage_ == Stage::waiting) return self->close();
    if (self->stage_ == Stage::streaming) {
      self->ends_ = true;
      self->write_event();
    }
  });
}

void Connection::cut_off() {
  asio::post(stream_.get_executor(), [self = shared_from_this()] { self->close(); });
}

void Connection::wait_for_client() {
  if (!place_) place_ = hall_.wait(weak_from_this());
}

void Connection::stop_waiting() {
  if (place_) hall_.resume(*place_);
  place_.reset();
}

void Connection::release_bytes() {
  hall_.give_bytes(taken_);
  taken_ = 0;
}

void Connection::close() {
  if (stage_ == Stage::closed) return;
  stage_ = Stage::closed;
  open_ = false;
  stop_waiting();
  if (heart_) heart_->cancel();
  Error ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
}

}  // namespace mirador::http
