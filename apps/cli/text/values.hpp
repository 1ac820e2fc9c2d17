#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mirador::cli {

/// Text to values, the same in every locale. All throw InputError with one line that names the
/// field, the value and what to type instead. Spaces around numbers and items are allowed;
/// infinities and NaN are not.

/// A value as it is shown in a message: in quotes, and cut when it is very long.
std::string in_quotes(std::string_view text);

/// Does it read as a number, were it infinite or NaN?
bool is_number(std::string_view text);

double parse_real(std::string_view field, std::string_view text);
std::vector<double> parse_reals(std::string_view field, std::string_view text);

/// Seconds: 90, 90s, 15m, 2h or 1d; more than 0.
double parse_duration(std::string_view field, std::string_view text);

/// 0.02 or 2%, whatever its sign. A percentage means something where margins are relative.
struct TypedMargin {
  double value;  ///< 0.02 of 2%
  bool percentage;
};
TypedMargin parse_margin(std::string_view field, std::string_view text);

/// Digits, or a form such as 1e6 that is a whole number.
struct WholeRange {
  std::uint64_t least = 0;
  std::uint64_t most = UINT64_MAX;
};
std::uint64_t parse_whole(std::string_view field, std::string_view text, WholeRange range);

/// The items of a list with commas; none may be empty or hold a space or semicolon.
std::vector<std::string> parse_list(std::string_view field, std::string_view text);

/// What stands between the commas, without the spaces around it, whatever it is.
std::vector<std::string> split_list(std::string_view text);

/// Throws unless `typed` is one of the names, with a suggestion where one is near.
void require_available(std::string_view field, std::string_view typed,
                       std::span<const std::string_view> names);

}  // namespace mirador::cli
