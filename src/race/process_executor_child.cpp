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
#include <new>
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
    throw RunError("a command ended, but not how: " + std::generic_category().message(errno));
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
      return "the system refuses to start it; try again when it has more to spare";
  }
}

[[noreturn]] void refuse(const char* program, int error) {
  throw InputError("command: \"" + std::string(program) + "\" cannot be run: " +
                   std::generic_category().message(error) + "; " + std::string(remedy(error)));
}

/// The words as the system wants them. Throws InputError for words it cannot take.
std::vector<char*> pointers(const std::vector<std::string>& words) {
  if (words.empty()) throw InputError("command: there is none; give a program and its arguments");
  std::vector<char*> pointers;
  for (const std::string& word : words) {
    if (word.find('\0') != std::string::npos) {
      throw InputError("command: \"" + words.front() +
                       "\" has an argument with a null character; give it none");
    }
    pointers.push_back(const_cast<char*>(word.c_str()));  // that is how spawn is declared
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// All signals as a program expects them when it starts; but whoever started us under nohup means
/// the commands as well.
void reset_signals(posix_spawnattr_t& attributes) {
  sigset_t reset, blocked;
  sigfillset(&reset);
  sigdelset(&reset, SIGHUP);
  sigemptyset(&blocked);
  posix_spawnattr_setsigdefault(&attributes, &reset);
  posix_spawnattr_setsigmask(&attributes, &blocked);
}

/// The function of glibc 2.36 cannot be called from C++: its header forgets extern "C".
int open_handle(pid_t pid) { return static_cast<int>(syscall(SYS_pidfd_open, pid, 0)); }

}  // namespace

void require_program(const std::vector<std::string>& words) {
  const std::string program = pointers(words).front();
  const auto runnable = [](const std::string& file) {
    return access(file.c_str(), X_OK) == 0 && !std::filesystem::is_directory(file);
  };
  if (program.find('/') != std::string::npos) {
    if (!runnable(program)) refuse(program.c_str(), errno != 0 ? errno : EACCES);
    return;
  }
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path == nullptr ? "/bin:/usr/bin" : path);
  for (std::string folder; std::getline(folders, folder, ':');) {
    if (runnable((folder.empty() ? "." : folder) + "/" + program)) return;
  }
  refuse(program.c_str(), ENOENT);
}

// The other constructor has then finished: if this one throws, the destructor cleans up.
Child::Child(pid_t pid) : Child(pid, Descriptor()) {
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

void Child::kill_group() const { kill(-pid_, SIGKILL); }

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

Launch::Launch(const Errand& errand, int null, int output)
    : from_copy_(errand.memory_matters), words_(pointers(errand.words)) {
  posix_spawnattr_init(&attributes_);
  posix_spawn_file_actions_init(&files_);
  posix_spawnattr_setflags(&attributes_,
                           POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  reset_signals(attributes_);
  give(null, STDIN_FILENO);
  if (errand.output == Output::captured) give(output, STDOUT_FILENO);
  if (errand.output == Output::dropped) give(null, STDOUT_FILENO);
  if (!errand.errors_shown) give(null, STDERR_FILENO);
}

Launch::~Launch() {
  posix_spawn_file_actions_destroy(&files_);
  posix_spawnattr_destroy(&attributes_);
}

void Launch::give(int file, int as) {
  gifts_.push_back({file, as});
  if (posix_spawn_file_actions_adddup2(&files_, file, as) != 0) throw std::bad_alloc();
}

pid_t Launch::start() { return from_copy_ ? spawn_from_copy() : spawn(); }

pid_t Launch::spawn_from_copy() {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) refuse(words_.front(), errno);
  const Descriptor reading(ends[0], "a pipe");
  Descriptor writing(ends[1], "a pipe");
  const pid_t pid = fork();
  if (pid < 0) refuse(words_.front(), errno);
  if (pid == 0) become_command(writing.number());
  writing = Descriptor();
  // The pipe closes when the command takes over, or says why it cannot.
  int error = 0;
  while (read(reading.number(), &error, sizeof error) < 0 && errno == EINTR) {
  }
  if (error == 0) return pid;
  waitpid(pid, nullptr, 0);
  refuse(words_.front(), error);
}

/// In the copy: what posix_spawn does for the other kind.
void Launch::become_command(int complaints) const {
  setsid();
  for (int number = 1; number < NSIG; ++number) {
    if (number != SIGHUP) signal(number, SIG_DFL);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const Gift& gift : gifts_) dup2(gift.file, gift.as);
  execvp(words_.front(), words_.data());
  const int error = errno;
  if (write(complaints, &error, sizeof error) < 0) _exit(126);
  _exit(127);
}

pid_t Launch::spawn() {
  pid_t pid = 0;
  const int error =
      posix_spawnp(&pid, words_.front(), &files_, &attributes_, words_.data(), environ);
  if (error != 0) refuse(words_.front(), error);
  return pid;
}

}  // namespace mirador::race
