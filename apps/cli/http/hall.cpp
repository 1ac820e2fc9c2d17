#include "http/hall.hpp"

#include <algorithm>

#include "http/connection.hpp"

namespace mirador::http {

bool Hall::enter(const std::shared_ptr<Connection>& connection) {
  if (connections_ >= limits.connections && !evict_longest_waiting()) return false;
  ++connections_;
  const std::lock_guard lock(mutex_);
  // Those that are gone are removed once they may be half of the list.
  if (all_.size() > 2 * (connections_ + streams_) + 16) {
    std::erase_if(all_, [](const std::weak_ptr<Connection>& one) { return one.expired(); });
  }
  all_.push_back(connection);
  return true;
}

Hall::Place Hall::wait(const std::weak_ptr<Connection>& connection) {
  const std::lock_guard lock(mutex_);
  waiting_.emplace(++next_, connection);
  return next_;
}

void Hall::resume(Place place) {
  const std::lock_guard lock(mutex_);
  waiting_.erase(place);
}

bool Hall::become_stream() {
  if (streams_ >= limits.streams) return false;
  ++streams_;
  --connections_;
  return true;
}

bool Hall::take_bytes(std::size_t bytes) {
  for (int attempt = 0; attempt < 2; ++attempt) {
    if (bytes_.fetch_add(bytes) + bytes <= limits.all_bodies) return true;
    bytes_ -= bytes;
    if (!evict_longest_waiting()) return false;
  }
  return false;
}

std::vector<std::shared_ptr<Connection>> Hall::all() {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Connection>> found;
  for (const std::weak_ptr<Connection>& one : all_) {
    if (auto connection = one.lock()) found.push_back(std::move(connection));
  }
  return found;
}

bool Hall::evict_longest_waiting() {
  std::shared_ptr<Connection> oldest;
  {
    const std::lock_guard lock(mutex_);
    while (!waiting_.empty() && !oldest) {
      oldest = waiting_.begin()->second.lock();
      waiting_.erase(waiting_.begin());
    }
  }
  if (!oldest) return false;
  ++evicted_;
  oldest->cut_off();
  return true;
}

}  // namespace mirador::http
