#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <string>
#include <string_view>

#include "fuzz.hpp"

namespace mirador::fuzz {

/// A file in memory, for code that reads files by name.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text) : file_(memfd_create("input", MFD_CLOEXEC)) {
    require(write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
            "memory can be written");
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

 private:
  int file_;
};

}  // namespace mirador::fuzz
