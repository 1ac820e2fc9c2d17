#include "printed_number.hpp"

#include <charconv>
#include <cmath>

namespace mirador::race {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

}  // namespace

std::string_view last_line(std::string_view output) {
  output = trimmed(output);
  return trimmed(output.substr(output.find_last_of('\n') + 1));
}

std::optional<double> number_in(std::string_view line) {
  double value = 0.0;
  if (line.starts_with('+')) line.remove_prefix(1);
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), value);
  const bool whole = error == std::errc() && end == line.data() + line.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

}  // namespace mirador::race
