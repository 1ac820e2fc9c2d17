#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mirador/spec/field.hpp"

namespace mirador::cli {

/// Converts text to values, independently of the locale. All functions throw InputError with one
/// line that names the field, the value and what to type instead. Spaces around numbers and items
/// are allowed; infinities and NaN are not.

/// Without the spaces and tabs around it.
std::string_view trimmed(std::string_view text);

/// A value in a message: quoted, and cut if it is very long.
std::string in_quotes(std::string_view text);

/// Whether it is a number, including infinities and NaN.
bool is_number(std::string_view text);

double parse_real(std::string_view field, std::string_view text);
std::vector<double> parse_reals(std::string_view field, std::string_view text);

/// Seconds: 90, 90s, 15m, 2h or 1d; more than 0.
double parse_duration(std::string_view field, std::string_view text);

/// 0.02 or 2%, of any sign. A percentage is valid only where margins are relative.
struct TypedMargin {
  double value;  ///< 0.02 for 2%
  bool percentage;
};
TypedMargin parse_margin(std::string_view field, std::string_view text);

/// Digits, or a form such as 1e6 whose value is a whole number.
struct WholeRange {
  std::uint64_t least = 0;
  std::uint64_t most = UINT64_MAX;
};
std::uint64_t parse_whole(std::string_view field, std::string_view text, WholeRange range);

/// The items of a comma-separated list; none may be empty or contain a space or semicolon.
std::vector<std::string> parse_list(std::string_view field, std::string_view text);

/// The items between the commas, without surrounding spaces, unchecked.
std::vector<std::string> split_list(std::string_view text);

/// Throws unless `typed` is one of the names; suggests a similar name if there is one.
void require_available(std::string_view field, std::string_view typed,
                       std::span<const std::string_view> names);

/// The value of a word.
template <class Choice>
Choice parse_choice(std::string_view field, std::string_view typed) {
  require_available(field, typed, ChoiceWords<Choice>::names);
  return *choice_of<Choice>(typed);
}

}  // namespace mirador::cli
