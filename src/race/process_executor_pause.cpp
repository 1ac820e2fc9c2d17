#include "process_executor_pause.hpp"

#include <atomic>
#include <csignal>
#include <ctime>

namespace mirador::race {
namespace {

// A signal handler can access only globals.
std::atomic<std::uint32_t> stops{0};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

extern "C" void count_stop(int) { ++stops; }
extern "C" void end_waiting(int) {}  // its call interrupts the wait

void handle(int number, void (*handler)(int)) {
  struct sigaction action = {};
  sigaction(number, nullptr, &action);
  if ((action.sa_flags & SA_SIGINFO) != 0 || action.sa_handler != SIG_DFL) return;
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(number, &action, nullptr);
}

double seconds_of(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace

void watch_for_stops() {
  handle(SIGCONT, count_stop);
  handle(SIGCHLD, end_waiting);
}

PauseWatch::PauseWatch() : stops_(stops), slept_(slept_so_far()) {}

bool PauseWatch::seen() const {
  constexpr double rounding = 1e-3;
  return stops != stops_ || slept_so_far().at_least > slept_.at_most + rounding;
}

/// One clock counts sleep and the other does not. Time may pass between reading them.
PauseWatch::Slept PauseWatch::slept_so_far() {
  const double before = seconds_of(CLOCK_MONOTONIC), with_sleep = seconds_of(CLOCK_BOOTTIME),
               after = seconds_of(CLOCK_MONOTONIC);
  return {with_sleep - after, with_sleep - before};
}

}  // namespace mirador::race
