#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "http/server.hpp"

namespace mirador::http {

class Connection;

/// What the connections of a server share: limits, counts, and the order in which they have waited
/// for their clients. Any thread.
class Hall {
 public:
  using Place = std::uint64_t;

  Hall(const Limits& wanted, Server::Handler handle, Server::Observer observe)
      : limits(wanted), handler(std::move(handle)), observer(std::move(observe)) {}

  const Limits limits;
  const Server::Handler handler;
  const Server::Observer observer;
  std::atomic<bool> draining{false};

  /// A new connection; closes the one that has waited longest if there are too many. False: there
  /// is no room.
  bool enter(const std::shared_ptr<Connection>& connection);
  void leave_as_connection() { --connections_; }
  void leave_as_stream() { --streams_; }
  /// The connection waits for its client from now on.
  Place wait(const std::weak_ptr<Connection>& connection);
  void resume(Place place);
  /// A connection becomes a stream. False: there are too many.
  bool become_stream();
  /// Takes bytes for bodies; false if there are none left, even after the longest waiting
  /// connection was closed.
  bool take_bytes(std::size_t bytes);
  void give_bytes(std::size_t bytes) { bytes_ -= bytes; }

  std::vector<std::shared_ptr<Connection>> all();
  Gauges gauges() const { return {connections_, streams_, evicted_}; }

 private:
  bool evict_longest_waiting();

  std::atomic<std::size_t> connections_{0}, streams_{0}, bytes_{0};
  std::atomic<std::uint64_t> evicted_{0};
  std::mutex mutex_;
  // Guarded by mutex_.
  std::map<Place, std::weak_ptr<Connection>> waiting_;  // the longest first
  Place next_ = 0;
  std::vector<std::weak_ptr<Connection>> all_;
};

}  // namespace mirador::http
