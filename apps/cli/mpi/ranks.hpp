#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "terminal/exit_code.hpp"

namespace mirador::cli {

/// The processes that one mpirun has started, seen from one of them: rank 0 talks to the user, the
/// other ranks work for it. MPI is used only in ranks.cpp, on one thread, and not at all in a
/// process that was started alone.
class Ranks {
 public:
  /// Joins the others. Throws InputError if they were started by another MPI.
  Ranks();
  /// Leaves the group, and waits until all have left.
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }
  /// The number of threads for this process: its share of the machine if several ranks run on it,
  /// and at most the processors that mpirun has bound it to.
  unsigned fair_threads() const;

  /// Sends a message to another rank; it arrives whole. Returns when the bytes may be changed
  /// again.
  void send(int to, std::string_view message);
  /// Waits for the next message from that rank, without using the processor.
  std::string receive(int from);
  /// The same without waiting: nothing if there is no message.
  std::optional<std::string> receive_if_sent(int from);

  /// Ends the processes of all ranks at once.
  [[noreturn]] void abort(ExitCode code);

 private:
  int rank_ = 0, size_ = 1, on_this_machine_ = 1;
};

}  // namespace mirador::cli
