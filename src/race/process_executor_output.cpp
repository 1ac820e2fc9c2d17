#include "process_executor_output.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

#include "mirador/core/error.hpp"
#include "mirador/race/executor.hpp"

namespace mirador::race {
namespace {

/// If this process was started with a standard file closed, a new file would take its number and be
/// overwritten when the standard files of a child are set up.
int above_standard_files(int number) {
  if (number < 0 || number > STDERR_FILENO) return number;
  const int above = fcntl(number, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  close(number);
  return above;
}

}  // namespace

Descriptor::Descriptor(int number, const char* what) : number_(above_standard_files(number)) {
  if (number_ >= 0) return;
  throw RunError(std::string(what) + ": " + std::generic_category().message(errno));
}

Descriptor::Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  std::swap(number_, other.number_);
  return *this;
}

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

OutputPipe::OutputPipe() {
  std::array<int, 2> ends = {-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) ends = {-1, -1};
  reading_ = Descriptor(ends[0], "a pipe for the output of a command");
  writing_ = Descriptor(ends[1], "a pipe for the output of a command");
  // Only the reading end is non-blocking: a command does not expect its writes to fail. The reading
  // end must be, because a command may open its own output and read what is in it.
  fcntl(reading_end(), F_SETFL, O_NONBLOCK);
  tail_.reserve(2 * captured_bytes);
}

std::string OutputPipe::finish() {
  int there = 0;
  ioctl(reading_end(), FIONREAD, &there);
  for (auto left = static_cast<std::size_t>(there); left > 0;) {
    const std::size_t taken = take(left);
    if (taken == 0) break;
    left -= taken;
  }
  return std::move(tail_);
}

std::size_t OutputPipe::take(std::size_t most) {
  std::array<char, pipeful> buffer;
  const ssize_t got = read(reading_end(), buffer.data(), std::min(most, pipeful));
  if (got <= 0) return 0;
  const auto taken = static_cast<std::size_t>(got);
  const std::size_t kept = std::min(taken, captured_bytes);
  tail_.append(buffer.data() + taken - kept, kept);
  if (tail_.size() > captured_bytes) tail_.erase(0, tail_.size() - captured_bytes);
  return taken;
}

}  // namespace mirador::race
