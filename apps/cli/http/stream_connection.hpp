#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "http/client.hpp"
#include "http/io_thread.hpp"
#include "http/message.hpp"

namespace mirador::http {

/// A connection that has become a stream of events. There is one event that is being sent and one
/// that waits; a newer one replaces the latter. A client that ends its side is taken to be gone.
class StreamConnection final : public Client,
                               public std::enable_shared_from_this<StreamConnection> {
 public:
  explicit StreamConnection(IoThread& thread) : thread_(thread) {}

  /// Sends the head, and then what was offered.
  void begin(Socket socket, std::string head);
  void start() override {}
  void on_deadline() override;
  void drain() override;
  void close() override;

  // From any thread.
  void offer(std::shared_ptr<const std::string> text);
  void end();
  bool is_open() const { return is_open_; }

 private:
  using Error = boost::system::error_code;

  void watch_client();
  void write_next();
  void on_written(const Error& error);

  IoThread& thread_;
  std::optional<Socket> socket_;
  std::atomic<bool> is_open_{true};
  std::shared_ptr<const std::string> next_, sending_;
  bool ends_ = false;
  std::size_t received_ = 0;
  std::array<char, 512> ignored_;
};

/// A stream, for the one who writes to it.
class StreamHandle final : public EventStream {
 public:
  StreamHandle(std::shared_ptr<void> server, std::shared_ptr<StreamConnection> stream)
      : server_(std::move(server)), stream_(std::move(stream)) {}
  ~StreamHandle() override { stream_->end(); }
  void offer(std::shared_ptr<const std::string> text) override { stream_->offer(std::move(text)); }
  void end() override { stream_->end(); }
  bool is_open() const override { return stream_->is_open(); }

 private:
  std::shared_ptr<void> server_;  // outlives the stream
  std::shared_ptr<StreamConnection> stream_;
};

}  // namespace mirador::http
