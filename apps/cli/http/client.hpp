#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstddef>
#include <list>
#include <memory>

namespace mirador::http {

using Socket =
    boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::io_context::executor_type>;

/// One connection, as its thread sees it. All calls are made on that thread. The thread owns it
/// until it is closed; the destructor may run on another thread and must not use the thread.
class Client {
 public:
  using Clock = std::chrono::steady_clock;
  using List = std::list<std::shared_ptr<Client>>;

  Client() = default;
  virtual ~Client() = default;
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  virtual void start() = 0;
  /// The deadline has passed.
  virtual void on_deadline() = 0;
  /// The server ends: closes now, or after the answer that is being made.
  virtual void drain() = 0;
  virtual void close() = 0;

  Clock::time_point deadline = Clock::time_point::max();
  Clock::time_point waited_for_since;
  std::size_t claimed = 0;  ///< bytes of the thread's buffers
  List* list = nullptr;     ///< of the thread; null after the close
  List::iterator place;
};

}  // namespace mirador::http
