#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "mirador/race/executor.hpp"
#include "process_executor_guard.hpp"
#include "process_executor_output.hpp"

namespace mirador::race {

/// The file of the program named by the first word, by its path or in PATH. Throws InputError
/// unless it exists and is executable.
std::string found_program(const std::vector<std::string>& words);

/// A process that leads its group, from its start until it is reaped.
class Child {
 public:
  Child(pid_t pid, Guard& guard);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  /// Kills and reaps the process if that was not done.
  ~Child();

  /// Readable once the process has ended.
  int ended() const { return ended_.number(); }
  /// Was it stopped or continued since the last call?
  bool was_stopped() const;
  /// Safe until the process is reaped, because the number of its group cannot be reused before.
  void kill_group() const;
  /// Waits for the end, kills the rest of the group, and records the resources used. Also records
  /// how it ended, unless the run already says that this process killed it.
  void reap(Run& run);

 private:
  Child(pid_t pid, Guard& guard, Descriptor ended)
      : pid_(pid), guard_(guard), ended_(std::move(ended)) {}

  pid_t pid_;
  Guard& guard_;
  Descriptor ended_;
};

/// Prepares a process in advance, so that the clock includes only the start itself.
class Launch {
 public:
  /// `input` and `output` are its standard files, except where the output is shown; `null` takes
  /// its errors. The errand must outlive this object. Throws InputError if there is no such
  /// program.
  Launch(const Errand& errand, Guard& guard, int null, int input, int output);

  /// Starts the process, which the guard knows from the beginning. Throws InputError if it cannot
  /// be started.
  pid_t start();
  /// Run::rss_floor of the process, once it has started.
  std::uint64_t rss_floor() const { return rss_floor_; }

 private:
  struct Gift {
    int file, as;
  };

  pid_t vfork_command();
  /// By a fork, which shares only the memory that neither side writes to.
  pid_t fork_command();
  int become_command();

  Guard& guard_;
  bool from_copy_;
  std::string program_;
  std::vector<char*> words_;
  std::vector<Gift> gifts_;
  volatile int error_ = 0;
  std::uint64_t rss_floor_ = 0;
};

}  // namespace mirador::race
