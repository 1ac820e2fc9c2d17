// Preloaded into a server by bench/serve_cost: every sync takes MIRADOR_SYNC_MICROSECONDS longer,
// as on a slower disk.

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>

extern "C" int fdatasync(int fd) {
  using Function = int (*)(int);
  static const auto original = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "fdatasync"));
  static const char* const more = std::getenv("MIRADOR_SYNC_MICROSECONDS");
  const int result = original(fd);
  if (more != nullptr) usleep(static_cast<useconds_t>(std::atoi(more)));
  return result;
}
