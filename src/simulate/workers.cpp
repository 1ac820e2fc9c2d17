#include "mirador/simulate/workers.hpp"

#include <time.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace mirador {
namespace {

unsigned thread_count(Shares shares) {
  const unsigned wanted =
      shares.threads > 0 ? shares.threads : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::uint64_t>(wanted, shares.count));
}

}  // namespace

void share_out(Shares shares,
               const std::function<std::function<bool(std::uint64_t)>()>& make_worker,
               const std::function<void(std::uint64_t done)>& while_waiting) {
  std::atomic<std::uint64_t> next{0}, done{0};
  std::mutex mutex;
  std::condition_variable finished;
  std::exception_ptr failure;
  unsigned running = thread_count(shares);

  const auto work = [&] {
    try {
      const auto worker = make_worker();
      for (std::uint64_t n = next++; n < shares.count; n = next++) {
        if (!worker(n)) {
          next = shares.count;
          break;
        }
        ++done;
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = shares.count;
    }
    const std::lock_guard lock(mutex);
    --running;
    finished.notify_one();
  };

  std::vector<std::jthread> threads;
  for (unsigned i = running; i > 0; --i) threads.emplace_back(work);
  {
    std::unique_lock lock(mutex);
    while (!finished.wait_for(lock, std::chrono::milliseconds(100), [&] { return running == 0; })) {
      lock.unlock();
      while_waiting(done);
      lock.lock();
    }
  }
  threads.clear();
  if (failure) std::rethrow_exception(failure);
  while_waiting(done);
}

std::uint64_t thread_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace mirador
