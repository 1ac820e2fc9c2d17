#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "http/limits.hpp"
#include "http/message.hpp"

namespace mirador::http {

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
/// handler must not block, and answers from any thread. A client that is refused gets an answer
/// that says why, also when a deadline passes, and the connection is closed. When all connections
/// are taken, the client that has been waited for longest is closed to make room for a new one, so
/// idle and slow clients cannot keep others out; the same is done when large bodies and answers
/// take too many bytes. The limits for all clients are shared out among the threads. No TLS, no
/// HTTP/2, no compression, no ranges.
class Server {
 public:
  using Handler = std::function<void(Request, std::unique_ptr<Exchange>)>;
  using Observer = std::function<void(const Served&)>;

  /// Listens at once; throws std::system_error if it cannot. The observer is called from many
  /// threads. With few descriptors there are fewer connections and streams, so that some are left
  /// for files.
  Server(const Endpoint& where, const Limits& limits, Handler handler, Observer observer);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// With the port that is listened on.
  Endpoint endpoint() const;
  Gauges gauges() const;
  /// Serves until `stop`. Once.
  void run();
  /// No new requests; those that are being handled are answered, streams end, and after `patience`
  /// the rest is cut off. From any thread.
  void stop(std::chrono::milliseconds patience);

 private:
  class Impl;
  std::shared_ptr<Impl> impl_;
};

}  // namespace mirador::http
