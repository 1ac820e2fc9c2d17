#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <utility>

namespace mirador::cli {

/// What waits for a worker. One thread takes, any thread adds.
template <class Job>
class JobQueue {
 public:
  static constexpr std::size_t most = 4096;

  /// False: too many wait, or the queue is closed; the job is unchanged.
  bool add(Job& job) {
    {
      const std::lock_guard lock(mutex_);
      if (waiting_.size() >= most || is_closed_) return false;
      waiting_.push_back(std::move(job));
    }
    filled_.notify_one();
    return true;
  }

  /// What waits is dropped. The service is destroyed after the server, which has waited for it.
  void close() {
    std::deque<Job> dropped;
    {
      const std::lock_guard lock(mutex_);
      is_closed_ = true;
      dropped.swap(waiting_);
    }
    filled_.notify_one();
  }

  /// What was taken and is not begun can be dropped too.
  bool is_closed() const {
    const std::lock_guard lock(mutex_);
    return is_closed_;
  }

  /// All that wait; possibly none after `patience`, if it is given. Nothing once the queue is
  /// closed.
  std::optional<std::deque<Job>> take_all(std::optional<std::chrono::milliseconds> patience = {}) {
    std::unique_lock lock(mutex_);
    const auto is_ready = [&] { return !waiting_.empty() || is_closed_; };
    if (patience) {
      filled_.wait_for(lock, *patience, is_ready);
    } else {
      filled_.wait(lock, is_ready);
    }
    if (is_closed_ && waiting_.empty()) return std::nullopt;
    return std::exchange(waiting_, {});
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  // Guarded by mutex_.
  std::deque<Job> waiting_;
  bool is_closed_ = false;
};

}  // namespace mirador::cli
