#include "process_executor_guard.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <new>

namespace mirador::race {

Guard::Guard() {
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return;
  const Descriptor ended(ends[0], "a pipe");
  alive_ = Descriptor(ends[1], "a pipe");
  void* const shared =
      mmap(nullptr, sizeof(Group), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return;
  group_ = new (shared) Group(0);
  guard_ = fork();
  if (guard_ == 0) stand(ended.number());
}

Guard::~Guard() {
  if (guard_ > 0) kill(guard_, SIGKILL);
  while (guard_ > 0 && waitpid(guard_, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (group_ != nullptr) munmap(group_, sizeof(Group));
}

/// In the guard process. It keeps no file and no folder in use and ignores signals.
void Guard::stand(int ended) const {
  for (int number = 1; number < NSIG; ++number) signal(number, SIG_IGN);
  setsid();
  prctl(PR_SET_NAME, "mirador-guard");
  if (chdir("/") != 0 || dup2(ended, 0) != 0 || close_range(1, ~0U, 0) != 0) _exit(0);
  char nothing = 0;
  while (read(0, &nothing, 1) < 0 && errno == EINTR) {
  }
  if (const pid_t group = group_->load(); group > 0) kill(-group, SIGKILL);
  _exit(0);
}

}  // namespace mirador::race
