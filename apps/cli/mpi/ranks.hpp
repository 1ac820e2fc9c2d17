#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// The processes that one mpirun has started, seen from one of them: rank 0, which talks to the
/// user, and those that work for it. MPI is used in ranks.cpp and nowhere else, on one thread, and
/// not at all in a process that was started alone.
class Ranks {
 public:
  /// Joins the others. Throws InputError when they were started by another MPI.
  Ranks();
  /// Leaves; waits until all have left.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// Threads for this process: its share of the machine, where several ranks run on it, and no more
  /// than the processors that mpirun has bound it to.
  unsigned fair_threads() const;

  /// A message for another rank; arrives whole. Returns when the bytes may be changed again.
  void send(int to, std::string_view message);
  /// The next message of that rank, as soon as it is there. Waits without using the processor.
  std::string receive(int from);
  /// The same, or nothing if none is there.
  std::optional<std::string> receive_if_sent(int from);

  /// Ends the processes of all ranks at once.
  [[noreturn]] void abort(ExitCode code);

 private:
  int rank_ = 0, size_ = 1, on_this_machine_ = 1;
};

}  // namespace mirador::cli
