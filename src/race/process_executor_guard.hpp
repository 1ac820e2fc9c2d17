#pragma once

#include <sys/types.h>

#include <atomic>

#include "process_executor_output.hpp"

namespace mirador::race {

/// A process of its own that waits for the end of this one, however that comes about (SIGKILL too),
/// and then kills what still runs. Where the system refuses to make one there is none.
class Guard {
 public:
  Guard();
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

  /// From now on this group, or none if it is 0, is to end with us.
  void set(pid_t group) {
    if (group_ != nullptr) group_->store(group);
  }

 private:
  /// The group, or 0 for none, in memory that both processes see: a message would wake the guard,
  /// and disturb what is measured.
  using Group = std::atomic<pid_t>;
  static_assert(Group::is_always_lock_free);

  [[noreturn]] void stand(int ended) const;

  pid_t guard_ = -1;
  Group* group_ = nullptr;
  Descriptor alive_;  // the end of a pipe: when it closes we have ended
};

}  // namespace mirador::race
