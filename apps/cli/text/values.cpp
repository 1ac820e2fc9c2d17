#include "text/values.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/core/utf8.hpp"

namespace mirador::cli {
namespace {

[[noreturn]] void refuse(std::string_view field, std::string_view text, std::string_view why) {
  throw InputError(std::string(field) + ": " + in_quotes(text) + " " + std::string(why));
}

/// The whole `text` as a number, an infinity or NaN. NaN also if it is out of the range of a
/// double; nothing if it is not a number.
std::optional<double> number_in(std::string_view text) {
  text = trimmed(text);
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc::invalid_argument || stop != end) return std::nullopt;
  if (error != std::errc{}) return std::numeric_limits<double>::quiet_NaN();
  return value;
}

/// "lma; bc" as "lma,bc".
std::string with_commas(std::string_view items) {
  std::string list;
  for (const char c : items) {
    const bool between = c == ';' || c == ' ' || c == '\t';
    if (!between) list += c;
    if (between && !list.empty() && list.back() != ',') list += ',';
  }
  return in_quotes(list);
}

/// An example of a valid number, for a message.
std::string example_for(std::string_view field) { return field == "delta" ? "0.05" : "0.5"; }

std::optional<std::uint64_t> whole_in(std::string_view text) {
  text = trimmed(text);
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end) return value;
  if (error == std::errc::result_out_of_range) return std::nullopt;
  // 1e6 is a whole number too; beyond 2^53 it would not be exact.
  const std::optional<double> real = number_in(text);
  if (!real || !(*real >= 0.0 && *real <= 0x1p53) || std::floor(*real) != *real) {
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(*real);
}

}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 60;
  const std::string_view shown = first_bytes(text, longest);
  std::string quoted = '"' + std::string(shown);
  std::ranges::replace(quoted, '\0', ' ');  // would end the message
  return quoted + (shown.size() < text.size() ? "...\"" : "\"");
}

bool is_number(std::string_view text) { return number_in(text).has_value(); }

double parse_real(std::string_view field, std::string_view text) {
  if (trimmed(text).empty()) {
    throw InputError(std::string(field) + ": no value given; give a number");
  }
  const std::optional<double> value = number_in(text);
  if (!value) {
    refuse(field, text, "is not a number; give one such as " + example_for(field) + " or 1e-3");
  }
  if (!std::isfinite(*value)) {
    refuse(field, text, "is not a finite number that fits; give one such as " + example_for(field));
  }
  return *value;
}

std::vector<double> parse_reals(std::string_view field, std::string_view text) {
  std::vector<double> values;
  for (const std::string& item : parse_list(field, text)) {
    values.push_back(parse_real(field, item));
  }
  return values;
}

double parse_duration(std::string_view field, std::string_view text) {
  constexpr std::array<std::pair<char, double>, 4> units = {
      {{'s', 1.0}, {'m', 60.0}, {'h', 3600.0}, {'d', 86400.0}}};
  std::string_view digits = trimmed(text);
  double unit = 1.0;
  for (const auto& [letter, seconds] : units) {
    if (!digits.ends_with(letter)) continue;
    digits.remove_suffix(1);
    unit = seconds;
    break;
  }
  const std::optional<double> value = number_in(digits);
  if (!value || !(*value > 0.0 && *value * unit <= 1e9)) {
    refuse(field, text, "is not a duration; give one such as 90s, 15m or 2h");
  }
  return *value * unit;
}

TypedMargin parse_margin(std::string_view field, std::string_view text) {
  const std::string_view typed = trimmed(text);
  if (!typed.ends_with('%')) return {parse_real(field, text), false};
  // Not by division: 0.7% is exactly the number 0.007.
  const std::string digits(trimmed(typed.substr(0, typed.size() - 1)));
  const std::optional<double> value = number_in(digits + "e-2");
  if (!value || !std::isfinite(*value)) {
    refuse(field, text, "is not a percentage; give one such as 2%");
  }
  return {*value, true};
}

std::uint64_t parse_whole(std::string_view field, std::string_view text, WholeRange range) {
  const std::optional<std::uint64_t> value = whole_in(text);
  if (value && *value >= range.least && *value <= range.most) return *value;
  refuse(field, text,
         "does not fit; give a whole number from " + std::to_string(range.least) + " to " +
             std::to_string(range.most));
}

std::vector<std::string> parse_list(std::string_view field, std::string_view text) {
  if (trimmed(text).empty()) {
    throw InputError(std::string(field) + ": the list is empty; give items with commas between");
  }
  const std::vector<std::string> items = split_list(text);
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i].empty()) {
      throw InputError(std::string(field) + ": " + in_quotes(text) + ": item " +
                       std::to_string(i + 1) + " is empty; put one comma between two items");
    }
    if (items[i].find_first_of("; \t") != std::string::npos) {
      refuse(field, items[i],
             "is not one item; separate items with commas, as in " + with_commas(items[i]));
    }
  }
  return items;
}

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> items;
  while (true) {
    const std::size_t comma = text.find(',');
    items.emplace_back(trimmed(text.substr(0, comma)));
    if (comma == std::string_view::npos) return items;
    text.remove_prefix(comma + 1);
  }
}

void require_available(std::string_view field, std::string_view typed,
                       std::span<const std::string_view> names) {
  if (std::ranges::find(names, typed) != names.end()) return;
  throw InputError(unknown_name(field, typed, names));
}

}  // namespace mirador::cli
