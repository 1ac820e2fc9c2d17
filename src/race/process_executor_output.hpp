#pragma once

#include <string>

namespace mirador::race {

/// An open file of ours, which no child inherits and none of the three standard ones.
class Descriptor {
 public:
  Descriptor() = default;
  /// Takes the file over. Throws RunError if it is none: errno says why, `what` what was tried.
  Descriptor(int number, const char* what);
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int number() const { return number_; }

 private:
  int number_ = -1;
};

/// A pipe for what a command prints, of which the end is kept in constant memory. We keep the
/// writing end open too, so that it does not matter when the command closes its own.
class OutputPipe {
 public:
  OutputPipe();

  int writing_end() const { return writing_.number(); }
  int reading_end() const { return reading_.number(); }
  /// Takes what is there, up to a pipeful. Never waits.
  void take_some() { take(pipeful); }
  /// What is there now, and no more: a daemon may write for ever. Gives the end of all.
  std::string finish();

 private:
  static constexpr std::size_t pipeful = 65536;  // how much Linux lets a pipe hold

  std::size_t take(std::size_t most);

  Descriptor reading_, writing_;
  std::string tail_;
};

}  // namespace mirador::race
