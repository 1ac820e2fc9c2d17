#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "mirador/core/error.hpp"

/// Shared by the targets. A target is deterministic, leaves nothing behind, and fails by a violated
/// requirement or a sanitizer report.
namespace mirador::fuzz {

inline void require(bool kept, const char* promise) {
  if (kept) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

/// Does the action succeed? A refusal must be the documented exception: a user error.
template <class Refusal = InputError, class Action>
bool accepted(Action&& action) {
  try {
    action();
    return true;
  } catch (const Refusal& refusal) {
    require(*refusal.what() != '\0', "a complaint says something");
    return false;
  }
}

/// The input, read piece by piece from its front.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}
  explicit Input(std::string_view text) : rest_(text) {}

  std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto first = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return first;
  }
  /// Up to the mark, which is dropped, or to the end.
  std::string_view piece(char mark) {
    const std::string_view before = rest_.substr(0, rest_.find(mark));
    rest_.remove_prefix(before.size() == rest_.size() ? before.size() : before.size() + 1);
    return before;
  }
  Input line() { return Input(piece('\n')); }
  std::string_view rest() const { return rest_; }
  bool empty() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

}  // namespace mirador::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
