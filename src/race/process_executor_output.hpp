#pragma once

#include <string>

namespace mirador::race {

/// An open file that children do not inherit and that is not one of the three standard files.
class Descriptor {
 public:
  Descriptor() = default;
  /// Takes ownership of the file. Throws RunError if it is invalid: errno says why, `what` names
  /// it.
  Descriptor(int number, const char* what);
  Descriptor(Descriptor&& other) noexcept;
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor();

  int number() const { return number_; }

 private:
  int number_ = -1;
};

/// A pipe for the output of a command; its end is kept in constant memory. This process keeps the
/// writing end open too, so it does not matter if the command closes its own.
class OutputPipe {
 public:
  OutputPipe();

  int writing_end() const { return writing_.number(); }
  int reading_end() const { return reading_.number(); }
  /// Reads what is available, up to one pipeful. Never waits.
  void take_some() { take(pipeful); }
  /// Reads what is available now and no more, because a daemon may write forever. Returns the end
  /// of all.
  std::string finish();

 private:
  static constexpr std::size_t pipeful = 65536;  // capacity of a pipe in Linux

  std::size_t take(std::size_t most);

  Descriptor reading_, writing_;
  std::string tail_;
};

}  // namespace mirador::race
