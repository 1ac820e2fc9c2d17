#pragma once

#include <sys/types.h>

#include <atomic>

#include "process_executor_output.hpp"

namespace mirador::race {

/// A process that waits for the end of this one, even by SIGKILL, and then kills what still runs.
/// If it cannot be created there is no guard.
class Guard {
 public:
  Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

  /// This group (none if 0) is to be killed when this process ends.
  void set(pid_t group) {
    if (group_ != nullptr) group_->store(group);
  }

 private:
  /// The group, or 0 for none, in shared memory: a message would wake the guard and disturb the
  /// measurement.
  using Group = std::atomic<pid_t>;
  static_assert(Group::is_always_lock_free);

  [[noreturn]] void stand(int ended) const;

  pid_t guard_ = -1;
  Group* group_ = nullptr;
  Descriptor alive_;  // the end of a pipe: it closes when this process ends
};

}  // namespace mirador::race
