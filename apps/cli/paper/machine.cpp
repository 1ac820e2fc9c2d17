#include "paper/machine.hpp"

#include <fmt/format.h>

#include <fstream>
#include <thread>

namespace mirador::paper {
namespace {

/// The name that Linux gives the processor.
std::string processor() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
  }
  return "an unnamed processor";
}

}  // namespace

std::string machine() {
  return fmt::format("{}, {} cores, {} {}", processor(), std::thread::hardware_concurrency(),
#ifdef __clang__
                     "clang", __clang_version__
#else
                     "g++", __VERSION__
#endif
  );
}

}  // namespace mirador::paper
