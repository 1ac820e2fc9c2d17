#include "output.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "mirador/core/error.hpp"
#include "values.hpp"

namespace mirador::cli {
namespace {

std::string reason(int error) { return std::generic_category().message(error); }

/// Whether standard output goes to this very file (a pipe or a terminal can take both).
bool is_redirected_stdout(const std::string& path) {
  struct stat file {
  }, out{};
  return stat(path.c_str(), &file) == 0 && fstat(STDOUT_FILENO, &out) == 0 &&
         S_ISREG(file.st_mode) && file.st_dev == out.st_dev && file.st_ino == out.st_ino;
}

}  // namespace

void write_stdout(std::string_view text) {
  errno = 0;
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0) {
    throw RunError("output: cannot write to standard output: " + reason(errno));
  }
}

void write_message(std::string_view message) {
  std::string line = "mirador: " + std::string(message);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

OutputFile::OutputFile(std::string_view field, const std::string& path)
    : field_(field), path_(path) {
  if (is_redirected_stdout(path)) {
    throw InputError(field_ + ": " + in_quotes(path) +
                     " is the file that standard output goes to; give another");
  }
  errno = 0;
  stream_.open(path, std::ios::binary | std::ios::app);
  if (!stream_) {
    throw InputError(field_ + ": cannot write to " + in_quotes(path) + ": " + reason(errno) +
                     "; give a file in a folder that you may write to");
  }
}

void OutputFile::write(std::string_view text) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path_, ignored)) {
    std::filesystem::resize_file(path_, 0, ignored);
  }
  errno = 0;
  stream_.write(text.data(), static_cast<std::streamsize>(text.size()));
  stream_.close();
  if (!stream_) {
    throw RunError(field_ + ": cannot write to " + in_quotes(path_) + ": " + reason(errno));
  }
}

}  // namespace mirador::cli
