#pragma once

#include <cstdint>
#include <functional>

namespace mirador {

/// Work to share: the numbers 0..count-1, and the number of threads.
struct Shares {
  std::uint64_t count;
  unsigned threads;  ///< 0: one per core
};

/// As many threads as requested, or one per core; at most one per number.
unsigned thread_count(Shares shares);

/// A worker is called with a number; it returns false to stop all workers.
using MakeWorker = std::function<std::function<bool(std::uint64_t)>()>;
using WhileWaiting = std::function<void(std::uint64_t done)>;

/// Calls `make_worker()` once per thread, and the worker it returns for every number, in no fixed
/// order. `while_waiting` is called on the calling thread about ten times per second and at the
/// end, with the count of finished numbers. An exception in a worker stops all and is rethrown
/// here.
void share_out(Shares shares, const MakeWorker& make_worker, const WhileWaiting& while_waiting);

/// CPU time of the calling thread in nanoseconds.
std::uint64_t thread_cpu_ns();

}  // namespace mirador
