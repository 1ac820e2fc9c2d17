#pragma once

#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

#include "mirador/race/executor.hpp"
#include "process_executor_guard.hpp"
#include "process_executor_output.hpp"

namespace mirador::race {

/// The file of the program that the first word names, by its path or in PATH. Throws InputError
/// unless there is one that we may execute.
std::string found_program(const std::vector<std::string>& words);

/// A process that leads its group, from its start until it is reaped.
class Child {
 public:
  Child(pid_t pid, Guard& guard);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  /// Kills and reaps what has not been reaped.
  ~Child();

  /// Readable once the process has ended.
  int ended() const { return ended_.number(); }
  /// Did it stop or go on after a stop, since this was asked last?
  bool was_stopped() const;
  /// As long as it has not been reaped nobody else can be hit: the number of the group is taken.
  void kill_group() const;
  /// Waits for the end, kills what is left of the group, and writes down what the process took. How
  /// it ended too, unless the run knows that better: that it was killed by us.
  void reap(Run& run);

 private:
  Child(pid_t pid, Guard& guard, Descriptor ended)
      : pid_(pid), guard_(guard), ended_(std::move(ended)) {}

  pid_t pid_;
  Guard& guard_;
  Descriptor ended_;
};

/// Makes everything ready for a process, so that the clock has to run for the start alone.
class Launch {
 public:
  /// `null` is /dev/null, `output` where captured output goes. The errand must live on. Throws
  /// InputError where there is no such program.
  Launch(const Errand& errand, Guard& guard, int null, int output);

  /// Starts the process, which the guard knows of from its first moment on. Throws InputError if
  /// that cannot be done.
  pid_t start();

 private:
  struct Gift {
    int file, as;
  };

  pid_t vfork_command();
  /// By a copy of this process, which has only the memory that we have written to.
  pid_t fork_command();
  int become_command();

  Guard& guard_;
  bool from_copy_;
  std::string program_;
  std::vector<char*> words_;
  std::vector<Gift> gifts_;
  volatile int error_ = 0;
};

}  // namespace mirador::race
