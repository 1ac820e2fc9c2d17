#include "http/connection.hpp"

#include <array>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <string_view>
#include <utility>

#include "http/answer.hpp"
#include "http/response_head.hpp"
#include "http/stream_connection.hpp"

namespace mirador::http {

namespace asio = boost::asio;
using State = RequestReader::State;

namespace {

constexpr std::string_view go_ahead = "HTTP/1.1 100 Continue\r\n\r\n";
constexpr std::size_t piece = 4 << 10, piece_of_body = 32 << 10;  // bytes read at once

}  // namespace

Connection::Connection(Socket socket, IoThread& thread)
    : socket_(std::move(socket)), thread_(thread), reader_(thread.limits) {
  Error error;
  const auto endpoint = socket_.remote_endpoint(error);
  if (!error) peer_ = endpoint.address().to_string();
  socket_.set_option(asio::ip::tcp::no_delay(true), error);
}

void Connection::start() {
  expire_after(thread_.limits.idle);
  read();
}

void Connection::read() {
  if (std::exchange(is_reading_, true)) return;
  input_.resize(reader_.state() == State::body ? piece_of_body : piece);
  socket_.async_read_some(asio::buffer(input_),
                          [self = shared_from_this()](Error error, std::size_t count) {
                            self->is_reading_ = false;
                            error ? self->close() : self->on_bytes(count);
                          });
}

void Connection::on_bytes(std::size_t count) {
  if (stage_ == Stage::lingering) return read();
  if (stage_ != Stage::reading) return;
  const State before = reader_.state();
  reader_.take({input_.data(), count});
  go_on(before);
}

/// After the reader has come from one state to another.
void Connection::go_on(State before) {
  const State state = reader_.state();
  if (before == State::empty && state != State::empty) {
    began_ = Clock::now();
    deadline = began_ + thread_.limits.header_deadline;
  }
  if (state == State::refused) return refuse(reader_.refusal());
  if (state == State::body && before != State::body) expire_after(thread_.limits.body_deadline);
  if (!thread_.claim(*this, reader_.memory())) {
    return refuse({503, "too much is being sent at once; try again"});
  }
  if (state == State::complete) return handle();
  if (before != State::body && reader_.awaits_continue()) return tell_to_go_ahead();
  read();
}

void Connection::tell_to_go_ahead() {
  asio::async_write(socket_, asio::buffer(go_ahead),
                    [self = shared_from_this()](Error error, std::size_t) {
                      error ? self->close() : self->read();
                    });
}

void Connection::handle() {
  stage_ = Stage::handling;
  deadline = Clock::time_point::max();
  thread_.work_for(*this);
  Request& request = reader_.request();
  method_ = request.method;
  target_ = request.target;
  request.peer = peer_;
  keeps_ = reader_.keeps_connection();
  thread_.handler(std::move(request),
                  std::make_unique<Answer>(thread_.server(), shared_from_this()));
}

void Connection::refuse(const Refusal& refusal) {
  if (stage_ != Stage::reading) return;
  method_ = reader_.request().method;
  target_ = reader_.request().target;
  keeps_ = false;
  write(response_of(refusal));
}

void Connection::respond(Response response) {
  asio::dispatch(thread_.context(),
                 [self = shared_from_this(), response = std::move(response)]() mutable {
                   if (self->stage_ == Stage::handling) self->write(std::move(response));
                 });
}

void Connection::write(Response response) {
  stage_ = Stage::writing;
  keeps_ = keeps_ && !thread_.is_draining();
  head_ = response_head(response, keeps_);
  report(response.status, response.body.size());
  const bool has_body = method_ != "HEAD" && response.status != 204 && response.status != 304;
  body_ = has_body ? std::move(response.body) : std::string();
  const std::chrono::seconds more(body_.size() / thread_.limits.slowest_reader);
  deadline = Clock::now() + thread_.limits.write_deadline + more;
  thread_.wait_for(*this);
  thread_.claim(*this, body_.capacity());
  asio::async_write(socket_, std::array{asio::buffer(head_), asio::buffer(body_)},
                    [self = shared_from_this()](Error error, std::size_t) {
                      error ? self->close() : self->on_written();
                    });
}

void Connection::on_written() {
  if (stage_ != Stage::writing) return;
  body_ = {};
  if (!keeps_) return linger();
  if (thread_.is_draining()) return close();
  stage_ = Stage::reading;
  expire_after(thread_.limits.idle);
  thread_.wait_for(*this);
  reader_.next();
  go_on(State::empty);
}

/// Nothing more is said to the client. What it still sends is read and dropped, for a moment.
void Connection::linger() {
  stage_ = Stage::lingering;
  thread_.claim(*this, 0);
  expire_after(thread_.limits.linger);
  Error ignored;
  socket_.shutdown(Socket::shutdown_send, ignored);
  read();
}

void Connection::report(unsigned status, std::size_t bytes) {
  if (!thread_.observer) return;
  const auto took = began_ == Clock::time_point() ? Clock::duration() : Clock::now() - began_;
  thread_.observer({method_, target_, peer_, status, bytes,
                    std::chrono::duration_cast<std::chrono::microseconds>(took)});
}

std::shared_ptr<EventStream> Connection::open_stream(std::vector<Header> headers) {
  auto stream = std::make_shared<StreamConnection>(thread_);
  asio::post(thread_.context(),
             [self = shared_from_this(), stream, headers = std::move(headers)]() mutable {
               self->become(stream, std::move(headers));
             });
  return std::make_shared<StreamHandle>(thread_.server(), std::move(stream));
}

void Connection::become(const std::shared_ptr<StreamConnection>& stream,
                        std::vector<Header> headers) {
  if (stage_ != Stage::handling) return stream->close();
  if (method_ == "HEAD" || thread_.is_draining() || !thread_.replace(*this, stream)) {
    stream->close();
    const unsigned status = method_ == "HEAD" ? 200 : 503;
    keeps_ = false;
    return write({status, "text/event-stream", "", std::move(headers)});
  }
  stage_ = Stage::closed;
  report(200, 0);
  stream->begin(std::move(socket_), stream_head(headers));
}

void Connection::on_deadline() {
  if (stage_ == Stage::reading && reader_.state() != State::empty) {
    return refuse({408, "the request did not arrive in time; send it again"});
  }
  close();
}

void Connection::drain() {
  if (stage_ == Stage::reading) close();
}

void Connection::close() {
  if (stage_ == Stage::closed) return;
  stage_ = Stage::closed;
  Error ignored;
  socket_.close(ignored);
  thread_.forget(*this);
}

}  // namespace mirador::http
