#include "process_executor_child.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "mirador/core/error.hpp"

namespace mirador::race {
namespace {

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

void wait_for(pid_t pid, int& status, rusage& usage) {
  while (wait4(pid, &status, 0, &usage) < 0) {
    if (errno == EINTR) continue;
    throw RunError("cannot read the exit status of a command: " +
                   std::generic_category().message(errno));
  }
}

std::string_view remedy(int error) {
  switch (error) {
    case ENOENT:
      return "give a program in PATH, or the path of one (a script needs its interpreter too)";
    case EACCES:
      return "give a program that you may execute (chmod +x makes a script one)";
    case ENOEXEC:
      return "give a program for this machine, or let a script begin with #!/bin/sh";
    case E2BIG:
      return "give fewer or shorter arguments";
    default:
      return "the system cannot start it; try again when it has free resources";
  }
}

[[noreturn]] void refuse(const char* program, int error) {
  throw InputError("command: \"" + std::string(program) + "\" cannot be run: " +
                   std::generic_category().message(error) + "; " + std::string(remedy(error)));
}

/// The words as a C array. Throws InputError for words with a null character.
std::vector<char*> pointers(const std::vector<std::string>& words) {
  if (words.empty()) throw InputError("command: there is none; give a program and its arguments");
  std::vector<char*> pointers;
  for (const std::string& word : words) {
    if (word.find('\0') != std::string::npos) {
      throw InputError("command: \"" + words.front() +
                       "\" has an argument with a null character; give it none");
    }
    pointers.push_back(const_cast<char*>(word.c_str()));  // posix_spawn is declared this way
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// What the new process may touch between measuring its peak and becoming the command, and what the
/// system counts late.
constexpr std::uint64_t late_kilobytes = 512;

/// The peak of the memory of this process, in kilobytes. What it becomes inherits it.
long own_peak() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

/// A few bytes from a pipe; those written at once are read at once.
void read_all(int pipe, void* bytes, std::size_t count) {
  while (read(pipe, bytes, count) < 0 && errno == EINTR) {
  }
}

/// The function of glibc 2.36 cannot be called from C++: its header lacks extern "C".
int open_handle(pid_t pid) { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0)); }

}  // namespace

std::string found_program(const std::vector<std::string>& words) {
  const std::string program = pointers(words).front();
  const auto runnable = [](const std::string& file) {
    return access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file);
  };
  if (program.find('/') != std::string::npos) {
    if (!runnable(program)) refuse(program.c_str(), errno != 0 ? errno : EACCES);
    return program;
  }
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/bin:/usr/bin" : path);
  for (std::string folder; !program.empty() && std::getline(folders, folder, ':');) {
    std::string file = (folder.empty() ? "." : folder) + "/" + program;
    if (runnable(file)) return file;
  }
  refuse(program.c_str(), ENOENT);
}

// The other constructor has then finished, so the destructor runs if this one throws.
Child::Child(pid_t pid, Guard& guard) : Child(pid, guard, Descriptor()) {
  ended_ = Descriptor(open_handle(pid), "a handle on a command");
}

Child::~Child() {
  if (pid_ == 0) return;
  kill_group();
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

bool Child::was_stopped() const {
  siginfo_t found = {};
  return waitid(P_PID, static_cast<id_t>(pid_), &found, WSTOPPED | WCONTINUED | WNOHANG) == 0 &&
         found.si_pid != 0;
}

void Child::kill_group() const {
  kill(-pid_, SIGKILL);
  guard_.set(0);
}

void Child::reap(Run& run) {
  kill_group();
  int status = 0;
  rusage usage = {};
  wait_for(std::exchange(pid_, 0), status, usage);
  run.user = seconds(usage.ru_utime);
  run.system = seconds(usage.ru_stime);
  run.rss = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
  if (run.ending != Ending::exited) return;
  run.ending = WIFEXITED(status) ? Ending::exited : Ending::signalled;
  run.code = WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status);
}

Launch::Launch(const Errand& errand, Guard& guard, int null, int input, int output)
    : guard_(guard),
      from_copy_(errand.memory_matters),
      program_(found_program(errand.words)),
      words_(pointers(errand.words)) {
  gifts_.push_back({input, STDIN_FILENO});
  if (errand.output != Output::shown) gifts_.push_back({output, STDOUT_FILENO});
  if (!errand.errors_shown) gifts_.push_back({null, STDERR_FILENO});
}

/// Signal handlers of this process must not run in the new process.
pid_t Launch::start() {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = from_copy_ ? fork_command() : vfork_command();
  const int error = pid < 0 ? errno : error_;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error == 0) return pid;
  guard_.set(0);
  if (pid > 0) waitpid(pid, nullptr, 0);
  refuse(words_.front(), error);
}

/// The new process shares our memory, and we wait until it executes the command.
pid_t Launch::vfork_command() {
  const pid_t pid = vfork();
  if (pid == 0) {
    error_ = become_command();
    _exit(127);
  }
  return pid;
}

pid_t Launch::fork_command() {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  const Descriptor reading(ends[0], "a pipe");
  Descriptor writing(ends[1], "a pipe");
  const pid_t pid = fork();
  if (pid == 0) {
    const long floor = own_peak();
    if (write(writing.number(), &floor, sizeof floor) < 0) _exit(126);
    const int error = become_command();
    if (write(writing.number(), &error, sizeof error) < 0) _exit(126);
    _exit(127);
  }
  if (pid < 0) return pid;
  writing = Descriptor();
  // The pipe closes when the command is executed, or carries the error number.
  long floor = 0;
  int error = 0;
  read_all(reading.number(), &floor, sizeof floor);
  read_all(reading.number(), &error, sizeof error);
  rss_floor_ = (static_cast<std::uint64_t>(floor) + late_kilobytes) * 1024;
  error_ = error;
  return pid;
}

/// In the new process: returns why the command could not be executed. Signals have the dispositions
/// that a program expects at its start, except that SIGHUP stays ignored under nohup.
int Launch::become_command() {
  setsid();
  guard_.set(getpid());
  struct sigaction hangup = {};
  sigaction(SIGHUP, nullptr, &hangup);
  for (int number = 1; number < NSIG; ++number) {
    if (number != SIGHUP || hangup.sa_handler != SIG_IGN) signal(number, SIG_DFL);
  }
  for (const Gift& gift : gifts_) dup2(gift.file, gift.as);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(program_.c_str(), words_.data(), environ);
  return errno;
}

}  // namespace mirador::race
