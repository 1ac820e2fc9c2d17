#include "terminal/interrupt.hpp"

#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <ctime>
#include <system_error>

#include "mirador/core/error.hpp"

namespace mirador::cli {
namespace {

// A signal handler can only use globals.
std::atomic<bool> interrupted{false};
std::atomic<std::int64_t> first_signal{0};  // in nanoseconds; 0: none yet
std::atomic<int> door{-1};                  // becomes readable at the first signal; -1: none
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<std::int64_t>::is_always_lock_free);
static_assert(std::atomic<int>::is_always_lock_free);

/// `timeout` signals the process and then its group, and a shell may do the same: signals within
/// this time are one request.
constexpr std::int64_t same_request = 500'000'000;

/// Ends the program before there are results: one line and the exit code of an interruption.
extern "C" void leave_at_once(int) {
  constexpr char message[] = "mirador: interrupted: nothing was finished\n";
  if (write(STDERR_FILENO, message, sizeof message - 1) < 0) _exit(3);
  _exit(3);
}

void open_door() {
  constexpr std::uint64_t once = 1;
  // Fails only if there is no door, or if it is open already.
  if (door.load() >= 0 && write(door.load(), &once, sizeof once) < 0) return;
}

extern "C" void note_interrupt(int number) {
  const int saved = errno;
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  const std::int64_t now = std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
  std::int64_t first = 0;
  if (first_signal.compare_exchange_strong(first, now)) {
    interrupted.store(true);
    open_door();
  } else if (now - first > same_request) {
    signal(number, SIG_DFL);
    raise(number);  // delivered when this handler returns
  }
  errno = saved;
}

void handle_with(void (*handler)(int)) {
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU}) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, nullptr);
  }
}

}  // namespace

void report_large_files() { signal(SIGXFSZ, SIG_IGN); }

void leave_on_interrupt() { handle_with(leave_at_once); }

const std::atomic<bool>& watch_for_interrupt() {
  handle_with(note_interrupt);
  return interrupted;
}

int interrupt_door() {
  if (door.load() < 0) {
    const int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (made < 0) {
      throw RunError("interrupt: cannot watch for signals: " +
                     std::generic_category().message(errno));
    }
    door.store(made);
  }
  watch_for_interrupt();
  // Writing to a pipe without a reader then fails with an error, and the program ends in order.
  signal(SIGPIPE, SIG_IGN);
  return door.load();
}

}  // namespace mirador::cli
