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

unsigned thread_count(Shares shares) {
  const unsigned wanted =
      shares.threads > 0 ? shares.threads : std::max(1u, std::thread::hardware_concurrency());
  return static_cast<unsigned>(std::min<std::uint64_t>(wanted, shares.count));
}

namespace {

/// Threads that take numbers from a common counter until it is exhausted.
class Crew {
 public:
  Crew(std::uint64_t count, unsigned threads) : count_(count), running_(threads) {}

  std::uint64_t done() const { return done_; }

  void work(const MakeWorker& make_worker) {
    try {
      const auto worker = make_worker();
      for (std::uint64_t n = next_++; n < count_; n = next_++) {
        if (!worker(n)) {
          next_ = count_;
          break;
        }
        ++done_;
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      next_ = count_;
    }
    const std::lock_guard lock(mutex_);
    --running_;
    finished_.notify_one();
  }

  void wait(const WhileWaiting& while_waiting) {
    std::unique_lock lock(mutex_);
    while (
        !finished_.wait_for(lock, std::chrono::milliseconds(100), [&] { return running_ == 0; })) {
      lock.unlock();
      while_waiting(done_);
      lock.lock();
    }
  }

  void rethrow_failure() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::uint64_t count_;
  std::atomic<std::uint64_t> next_{0}, done_{0};
  std::mutex mutex_;
  std::condition_variable finished_;
  std::exception_ptr failure_;
  unsigned running_;
};

}  // namespace

void share_out(Shares shares, const MakeWorker& make_worker, const WhileWaiting& while_waiting) {
  Crew crew(shares.count, thread_count(shares));
  {
    std::vector<std::jthread> threads;
    for (unsigned i = thread_count(shares); i > 0; --i) {
      threads.emplace_back([&] { crew.work(make_worker); });
    }
    crew.wait(while_waiting);
  }
  crew.rethrow_failure();
  while_waiting(crew.done());
}

std::uint64_t thread_cpu_ns() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace mirador
