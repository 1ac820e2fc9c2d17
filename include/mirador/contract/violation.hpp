#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "mirador/core/arm.hpp"

namespace mirador::contract {

/// A violated requirement, for the author of the problem or the rule.
struct Violation {
  std::string promise;  ///< one plain sentence
  std::string detail;   ///< where, what was found, and what was expected
};

/// Keeps the first violation of every requirement; further ones are repetitions.
class Violations {
 public:
  void add(std::string_view promise, std::string detail) {
    if (!broken(promise)) found_.push_back({std::string(promise), std::move(detail)});
  }
  bool broken(std::string_view promise) const {
    return std::any_of(found_.begin(), found_.end(),
                       [&](const Violation& violation) { return violation.promise == promise; });
  }
  const std::vector<Violation>& all() const { return found_; }

 private:
  std::vector<Violation> found_;
};

/// Six digits are enough for a message.
inline std::string shown(double number) {
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number,
                                 std::chars_format::general, 6);
  return {digits.data(), end.ptr};
}

inline std::string shown(std::span<const double> numbers) {
  std::string text;
  for (const double number : numbers) text += (text.empty() ? "(" : ", ") + shown(number);
  return text + ")";
}

/// "answer 2", or "answer {0, 3}" for a set of arms; counted from 0, as in the author's code.
template <class Answer>
std::string shown_answer(const Answer& answer) {
  if constexpr (std::is_integral_v<Answer> || std::is_enum_v<Answer>) {
    return "answer " + std::to_string(static_cast<std::size_t>(answer));
  } else if constexpr (std::is_same_v<Answer, ArmSet>) {
    std::string text;
    for (Arm a = 0; a < answer.arms(); ++a) {
      if (answer.contains(a)) text += (text.empty() ? "" : ", ") + std::to_string(a);
    }
    return "answer {" + text + "}";
  } else {
    return "an answer";
  }
}

}  // namespace mirador::contract
