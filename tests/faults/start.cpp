// MIRADOR_FAULT_REPORT=FILE   when main has returned, writes to FILE how many operations could fail

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>

#include "faults.hpp"

namespace mirador::faults {

std::string word_in(const char* variable) {
  const char* text = std::getenv(variable);
  return text == nullptr ? "" : text;
}

long number_in(const char* variable) { return std::atol(word_in(variable).c_str()); }

namespace {

using Main = int (*)(int, char**, char**);
using Start = int (*)(Main, int, char**, void (*)(), void (*)(), void (*)(), void*);

Main real_main = nullptr;

void report() {
  const std::string file = word_in("MIRADOR_FAULT_REPORT");
  if (file.empty()) return;
  std::FILE* out = std::fopen(file.c_str(), "w");
  if (out == nullptr) std::abort();
  std::fputs((memory_report() + disk_report()).c_str(), out);
  std::fclose(out);
}

int watched_main(int argc, char** argv, char** environment) {
  plan_memory();
  plan_disk();
  is_in_main = true;
  const int code = real_main(argc, argv, environment);
  is_in_main = false;
  end_disk();
  report();
  return code;
}

}  // namespace
}  // namespace mirador::faults

/// The C library function that calls main.
extern "C" int __libc_start_main(mirador::faults::Main main, int argc, char** argv, void (*init)(),
                                 void (*fini)(), void (*rtld_fini)(), void* stack_end) {
  mirador::faults::real_main = main;
  const auto start =
      reinterpret_cast<mirador::faults::Start>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return start(mirador::faults::watched_main, argc, argv, init, fini, rtld_fini, stack_end);
}
