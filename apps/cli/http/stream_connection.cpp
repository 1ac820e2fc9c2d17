#include "http/stream_connection.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

namespace mirador::http {

namespace asio = boost::asio;

namespace {

/// Bytes that the system keeps for a stream; more would be old events for a slow reader.
constexpr int send_buffer = 64 << 10;
constexpr std::size_t most_received = 16 << 10;  // bytes that a client may send on a stream

}  // namespace

void StreamConnection::begin(Socket socket, std::string head) {
  socket_.emplace(std::move(socket));
  Error ignored;
  socket_->set_option(asio::socket_base::send_buffer_size(send_buffer), ignored);
  watch_client();
  sending_ = std::make_shared<const std::string>(std::move(head));
  deadline = Clock::now() + thread_.limits.write_deadline;
  asio::async_write(
      *socket_, asio::buffer(*sending_),
      [self = shared_from_this()](const Error& error, std::size_t) { self->on_written(error); });
}

/// What a client sends on a stream is of no interest; that it goes away is.
void StreamConnection::watch_client() {
  socket_->async_read_some(asio::buffer(ignored_),
                           [self = shared_from_this()](const Error& error, std::size_t count) {
                             if (!self->is_open_) return;
                             self->received_ += count;
                             if (error || self->received_ > most_received) return self->close();
                             self->watch_client();
                           });
}

void StreamConnection::offer(std::shared_ptr<const std::string> text) {
  if (!is_open_) return;
  asio::post(thread_.context(), [self = shared_from_this(), text = std::move(text)]() mutable {
    if (self->ends_) return;
    self->next_ = std::move(text);
    self->write_next();
  });
}

void StreamConnection::end() {
  if (!is_open_) return;
  asio::post(thread_.context(), [self = shared_from_this()] { self->drain(); });
}

void StreamConnection::drain() {
  ends_ = true;
  write_next();
}

void StreamConnection::write_next() {
  if (!is_open_ || !socket_ || sending_) return;
  if (!next_) {
    if (ends_) close();
    return;
  }
  sending_ = std::move(next_);
  deadline = Clock::now() + thread_.limits.write_deadline;
  asio::async_write(
      *socket_, asio::buffer(*sending_),
      [self = shared_from_this()](const Error& error, std::size_t) { self->on_written(error); });
}

void StreamConnection::on_written(const Error& error) {
  sending_ = nullptr;
  if (error) return close();
  deadline = Clock::now() + thread_.limits.heartbeat;
  write_next();
}

/// A comment from time to time, so that proxies keep the connection and a lost client is noticed.
void StreamConnection::on_deadline() {
  static const auto comment = std::make_shared<const std::string>(":\n\n");
  if (sending_) return close();  // the client does not read
  next_ = comment;
  write_next();
}

void StreamConnection::close() {
  if (!is_open_.exchange(false)) return;
  Error ignored;
  if (socket_) socket_->close(ignored);
  next_ = nullptr;
  thread_.forget(*this);
}

}  // namespace mirador::http
