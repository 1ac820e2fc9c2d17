#pragma once

#include <chrono>
#include <cstddef>

namespace mirador::http {

/// What one client, and all of them together, may take.
struct Limits {
  std::size_t threads = 2;         ///< that serve
  std::size_t header = 16 << 10;   ///< bytes of a request's first line and headers; above: 431
  std::size_t headers = 100;       ///< their number; above: 431
  std::size_t body = 8 << 20;      ///< bytes of a body; above: 413
  std::size_t buffers = 64 << 20;  ///< bytes of all large bodies and answers, of all clients
  std::size_t small = 64 << 10;    ///< a body or answer up to here does not count in `buffers`
  std::size_t connections = 1024;  ///< without streams
  std::size_t streams = 4096;
  std::size_t slowest_reader = 64 << 10;              ///< bytes per second of an answer
  std::chrono::milliseconds idle{60'000};             ///< between requests
  std::chrono::milliseconds header_deadline{10'000};  ///< from the first byte to the last header
  std::chrono::milliseconds body_deadline{30'000};    ///< for the body
  std::chrono::milliseconds write_deadline{30'000};  ///< for one event, or an answer; more if large
  std::chrono::milliseconds linger{2'000};      ///< for what still arrives after the last answer
  std::chrono::milliseconds heartbeat{15'000};  ///< of a stream without events
};

}  // namespace mirador::http
