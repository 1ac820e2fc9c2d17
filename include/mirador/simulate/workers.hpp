#pragma once

#include <cstdint>
#include <functional>

namespace mirador {

/// Work to share: the numbers 0..count-1, and among how many threads.
struct Shares {
  std::uint64_t count;
  unsigned threads;  ///< 0: all the machine has
};

/// As many as are asked for or the machine has, and no more than there are numbers.
unsigned thread_count(Shares shares);

/// A worker is called with a number and returns false to make all stop early.
using MakeWorker = std::function<std::function<bool(std::uint64_t)>()>;
using WhileWaiting = std::function<void(std::uint64_t done)>;

/// Calls `make_worker()` once on each thread and then the worker it returns, once for every
/// number, in no fixed order. `while_waiting` is called on the calling thread, with the count of
/// numbers done, some ten times a second and at the end. An exception in a worker stops all and is
/// rethrown here.
void share_out(Shares shares, const MakeWorker& make_worker, const WhileWaiting& while_waiting);

/// CPU time of the calling thread in nanoseconds.
std::uint64_t thread_cpu_ns();

}  // namespace mirador
