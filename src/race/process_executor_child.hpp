#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <utility>
#include <vector>

#include "mirador/race/executor.hpp"
#include "process_executor_output.hpp"

namespace mirador::race {

/// Throws InputError unless the first word is a program that we may execute, by its path or in
/// PATH.
void require_program(const std::vector<std::string>& words);

/// A process that leads its group, from its start until it is reaped.
class Child {
 public:
  explicit Child(pid_t pid);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  /// Kills and reaps what has not been reaped.
  ~Child();

  /// Readable once the process has ended.
  int ended() const { return ended_.number(); }
  pid_t group() const { return pid_; }
  /// Did it stop or go on after a stop, since this was asked last?
  bool was_stopped() const;
  /// As long as it has not been reaped nobody else can be hit: the number of the group is taken.
  void kill_group() const;
  /// Waits for the end, kills what is left of the group, and writes down what the process took. How
  /// it ended too, unless the run knows that better: that it was killed by us.
  void reap(Run& run);

 private:
  Child(pid_t pid, Descriptor ended) : pid_(pid), ended_(std::move(ended)) {}

  pid_t pid_;
  Descriptor ended_;
};

/// Makes everything ready for a process, so that the clock has to run for the start alone.
class Launch {
 public:
  /// `null` is /dev/null, `output` where captured output goes. The errand must live on.
  Launch(const Errand& errand, int null, int output);
  Launch(const Launch&) = delete;
  Launch& operator=(const Launch&) = delete;
  ~Launch();

  /// Starts the process. Throws InputError if that cannot be done.
  pid_t start();

 private:
  struct Gift {
    int file, as;
  };

  void give(int file, int as);
  pid_t spawn();
  /// By a copy of this process, which has only the memory that we have written to.
  pid_t spawn_from_copy();
  [[noreturn]] void become_command(int complaints) const;

  bool from_copy_;
  std::vector<char*> words_;
  std::vector<Gift> gifts_;
  posix_spawnattr_t attributes_;
  posix_spawn_file_actions_t files_;
};

}  // namespace mirador::race
