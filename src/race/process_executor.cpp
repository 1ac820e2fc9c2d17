#include <fcntl.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <limits>
#include <system_error>
#include <utility>

#include "mirador/core/error.hpp"
#include "mirador/race/executor.hpp"
#include "process_executor_child.hpp"
#include "process_executor_guard.hpp"
#include "process_executor_output.hpp"
#include "process_executor_pause.hpp"

namespace mirador::race {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double never = std::numeric_limits<double>::infinity();
constexpr double seconds_between_ticks = 0.5;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// If SIGCHLD is ignored, which is inherited, the exit status of children is lost.
void let_children_be_reaped() {
  struct sigaction action = {};
  sigaction(SIGCHLD, nullptr, &action);
  if (action.sa_handler != SIG_IGN && (action.sa_flags & SA_NOCLDWAIT) == 0) return;
  action.sa_flags &= ~SA_NOCLDWAIT;
  if (action.sa_handler == SIG_IGN) action.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &action, nullptr);
}

/// Blocks SIGCHLD except while waiting, so that none is missed between two waits.
class ChildSignalHeld {
 public:
  ChildSignalHeld() {
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    pthread_sigmask(SIG_BLOCK, &children, &before_);
  }
  ChildSignalHeld(const ChildSignalHeld&) = delete;
  ChildSignalHeld& operator=(const ChildSignalHeld&) = delete;
  ~ChildSignalHeld() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  /// The signal mask while waiting.
  const sigset_t& let_through() const { return before_; }

 private:
  sigset_t before_;
};

/// No file for an empty name.
Descriptor opened(std::string_view field, const std::string& name, int flags) {
  if (name.empty()) return {};
  const int number = open(name.c_str(), flags | O_CLOEXEC, 0666);
  if (number >= 0) return Descriptor(number, name.c_str());
  throw InputError(std::string(field) + ": \"" + name + "\" cannot be opened: " +
                   std::generic_category().message(errno) + "; give another file");
}

/// The files to watch while a command runs.
enum class File : std::size_t { ended, output, interrupt };

/// Polls these files by their descriptors; -1 is never readable.
class Files {
 public:
  Files(int ended, int output, int interrupt)
      : files_{{{ended, POLLIN, 0}, {output, POLLIN, 0}, {interrupt, POLLIN, 0}}} {}

  /// Waits until one of them is readable, for at most this many seconds, or until a signal arrives.
  void wait(double seconds, const sigset_t* signals = nullptr) {
    constexpr double an_hour = 3600.0;  // the system call does not accept infinity
    const double limited = std::clamp(seconds, 0.0, an_hour);
    const auto whole = static_cast<time_t>(limited);
    const auto rest = static_cast<long>(1e9 * (limited - static_cast<double>(whole)));
    const timespec limit = {.tv_sec = whole, .tv_nsec = rest};
    if (ppoll(files_.data(), files_.size(), &limit, signals) >= 0) return;
    for (pollfd& file : files_) file.revents = 0;
    if (errno == EINTR) return;
    throw RunError("waiting for a command: " + std::generic_category().message(errno));
  }
  /// A broken file counts as readable, to avoid waiting in a busy loop.
  bool readable(File file) const { return files_[static_cast<std::size_t>(file)].revents != 0; }
  void forget(File file) { files_[static_cast<std::size_t>(file)] = {-1, 0, 0}; }

 private:
  std::array<pollfd, 3> files_;
};

class ProcessExecutor final : public Executor {
 public:
  ProcessExecutor(int interrupt_fd, std::function<void()> tick)
      : null_(open("/dev/null", O_RDWR | O_CLOEXEC), "/dev/null"),
        interrupt_fd_(interrupt_fd),
        tick_(std::move(tick)) {
    let_children_be_reaped();
    watch_for_stops();
    if (interrupt_fd_ >= 0) fcntl(interrupt_fd_, F_SETFD, FD_CLOEXEC);
  }

  Run run(const Errand& errand) override {
    if (interrupted_) return {.ending = Ending::interrupted};
    if (errand.output != Output::captured) return run(errand, nullptr);
    OutputPipe output;
    return run(errand, &output);
  }

  void require(const std::vector<std::string>& words) override { found_program(words); }

  double now() override {
    return std::chrono::duration<double>(Clock::now().time_since_epoch()).count();
  }

  bool interrupted() override {
    if (interrupted_ || interrupt_fd_ < 0) return interrupted_;
    Files files(-1, -1, interrupt_fd_);
    files.wait(0.0);
    return interrupted_ = files.readable(File::interrupt);
  }

 private:
  Run run(const Errand& errand, OutputPipe* output) {
    Run run;
    const Descriptor input = opened("input", errand.input, O_RDONLY);
    const Descriptor file = opened("output", errand.file, O_WRONLY | O_CREAT | O_TRUNC);
    const auto or_null = [&](const Descriptor& other) {
      return other.number() >= 0 ? other.number() : null_.number();
    };
    Launch launch(errand, guard_, null_.number(), or_null(input),
                  output != nullptr ? output->writing_end() : or_null(file));
    const ChildSignalHeld held;
    const PauseWatch pause;
    const Clock::time_point start = Clock::now();
    Child child(launch.start(), guard_);
    wait(child, output, errand.timeout.value_or(never), start, held, run);
    child.reap(run);
    run.rss_floor = launch.rss_floor();
    run.paused |= pause.seen();
    if (output != nullptr) run.output = output->finish();
    return run;
  }

  /// Until the child has ended. It is killed at most once; one that runs as another user cannot be
  /// killed and is waited for.
  void wait(const Child& child, OutputPipe* output, double deadline, Clock::time_point start,
            const ChildSignalHeld& held, Run& run) {
    Files files(child.ended(), output != nullptr ? output->reading_end() : -1, interrupt_fd_);
    double next_tick = tick_ ? seconds_between_ticks : never;
    const auto kill = [&](Ending why) {
      child.kill_group();
      run.ending = why;
      files.forget(File::interrupt);
      deadline = never;
    };
    for (;;) {
      files.wait(std::min(deadline, next_tick) - run.wall, &held.let_through());
      run.wall = seconds_since(start);
      if (files.readable(File::ended)) return;
      run.paused |= child.was_stopped();
      if (files.readable(File::output)) output->take_some();
      if (files.readable(File::interrupt)) {
        interrupted_ = true;
        kill(Ending::interrupted);
      } else if (run.wall >= deadline) {
        kill(Ending::timed_out);
      }
      if (run.wall >= next_tick) {
        tick_();
        next_tick = run.wall + seconds_between_ticks;
      }
    }
  }

  Guard guard_;
  Descriptor null_;
  int interrupt_fd_;
  std::function<void()> tick_;
  bool interrupted_ = false;
};

}  // namespace

std::unique_ptr<Executor> make_process_executor(int interrupt_fd, std::function<void()> tick) {
  return std::make_unique<ProcessExecutor>(interrupt_fd, std::move(tick));
}

}  // namespace mirador::race
