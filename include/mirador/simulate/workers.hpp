#pragma once

#include <cstdint>
#include <functional>

namespace mirador {

/// Shares the numbers first..last-1 among threads.
struct Shares {
  std::uint64_t count;
  unsigned threads;  ///< 0: all the machine has
};

/// Calls `make_worker()` once on each thread and then the worker it returns, once for every
/// number 0..count-1, in no fixed order. A worker returns false to make all stop early.
/// `while_waiting` is called on the calling thread, with the count of numbers done, some ten times
/// a second and at the end. An exception in a worker stops all and is rethrown here.
void share_out(Shares shares,
               const std::function<std::function<bool(std::uint64_t)>()>& make_worker,
               const std::function<void(std::uint64_t done)>& while_waiting);

/// CPU time of the calling thread in nanoseconds.
std::uint64_t thread_cpu_ns();

}  // namespace mirador
