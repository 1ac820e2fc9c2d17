#pragma once

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>
#include <string>

namespace mirador::testing_support {

/// A separate process that reports lines to this one. It ends after its work, with status 0 unless
/// that throws, or when it is killed.
class Child {
 public:
  using Report = std::function<void(const std::string& line)>;

  explicit Child(const std::function<void(const Report&)>& work) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    process_ = fork();
    if (process_ < 0) throw std::runtime_error("no process");
    if (process_ == 0) {
      close(ends[0]);
      _exit(run(work, ends[1]));
    }
    close(ends[1]);
    output_ = ends[0];
  }
  ~Child() {
    kill();
    wait();
    close(output_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  void kill() const {
    if (!waited_) ::kill(process_, SIGKILL);
  }
  /// Returns when it has reported this many lines, or ended.
  void wait_for_lines(std::ptrdiff_t lines) {
    while (std::count(text_.begin(), text_.end(), '\n') < lines && read_some()) {
    }
  }
  /// The complete lines before its end.
  std::string all_lines() {
    while (read_some()) {
    }
    const std::size_t end = text_.rfind('\n');
    return end == std::string::npos ? std::string() : text_.substr(0, end + 1);
  }
  /// The status: 0, or not.
  int wait() {
    if (!waited_) waitpid(process_, &status_, 0);
    waited_ = true;
    return status_;
  }

 private:
  static int run(const std::function<void(const Report&)>& work, int output) {
    // One write per line: a killed process leaves no partial line (lines are short).
    const Report report = [&](const std::string& line) {
      const std::string whole = line + '\n';
      if (::write(output, whole.data(), whole.size()) < 0) _exit(3);
    };
    try {
      work(report);
    } catch (const std::exception& error) {
      std::fprintf(stderr, "child: %s\n", error.what());
      return 1;
    }
    return 0;
  }

  bool read_some() {
    char piece[4096];
    const ssize_t size = ::read(output_, piece, sizeof piece);
    if (size > 0) text_.append(piece, static_cast<std::size_t>(size));
    return size > 0;
  }

  std::string text_;
  pid_t process_ = -1;
  int output_ = -1;
  int status_ = -1;
  bool waited_ = false;
};

}  // namespace mirador::testing_support
