#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "http/message.hpp"

namespace mirador::http {

/// What one client, and all of them together, may take.
struct Limits {
  std::size_t header = 16 << 10;      ///< bytes of a request's first line and headers; above: 431
  std::size_t body = 8 << 20;         ///< bytes of a body; above: 413
  std::size_t all_bodies = 64 << 20;  ///< bytes of all bodies that are being received
  std::size_t connections = 1024;     ///< without streams
  std::size_t streams = 4096;
  std::chrono::milliseconds idle{60'000};             ///< between requests
  std::chrono::milliseconds header_deadline{10'000};  ///< from the first byte to the last header
  std::chrono::milliseconds body_deadline{30'000};    ///< for the body
  std::chrono::milliseconds write_deadline{30'000};   ///< for the response, or one event
  std::chrono::milliseconds heartbeat{15'000};        ///< of a stream without events
};

/// A request that was answered, for logs and metrics.
struct Served {
  std::string method, target, peer;  ///< the first two empty if the request could not be read
  unsigned status;
  std::size_t bytes;  ///< of the body of the response
  std::chrono::microseconds took;
};

struct Gauges {
  std::size_t connections, streams;
  std::uint64_t evicted;  ///< connections closed to make room
};

/// Where to listen.
struct Endpoint {
  std::string host;
  std::uint16_t port;  ///< 0: any free one
};

/// An HTTP/1.1 server with keep-alive. A request is given to the handler when it is complete; the
/// handler must not block, and answers from any thread. A connection is closed when a deadline
/// passes. When all connections are taken, the one that has waited longest for its client is closed
/// to make room for a new one, so idle and slow clients cannot keep others out. No TLS.
class Server {
 public:
  using Handler = std::function<void(Request, std::unique_ptr<Exchange>)>;
  using Observer = std::function<void(const Served&)>;

  /// Listens at once; throws std::system_error if it cannot. The observer is called from many
  /// threads.
  Server(const Endpoint& where, const Limits& limits, Handler handler, Observer observer);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// With the port that is listened on.
  Endpoint endpoint() const;
  Gauges gauges() const;
  /// Serves with this number of threads until `stop`.
  void run(std::size_t threads);
  /// No new requests; those that are being handled are answered, streams end, and after `patience`
  /// the rest is cut off. From any thread.
  void stop(std::chrono::milliseconds patience);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace mirador::http
