#include "text/csv_field.hpp"

#include <algorithm>

#include "mirador/core/printable.hpp"

namespace mirador::cli {
namespace {

/// Whether a spreadsheet would evaluate the text as a formula. Values such as -1.5 and -O2 are not
/// changed.
bool is_formula(std::string_view text) {
  if (text.empty()) return false;
  if (std::string_view("=@\t").find(text.front()) != text.npos) return true;
  const bool has_sign = text.front() == '+' || text.front() == '-';
  return has_sign && text.find_first_of("(|!") != text.npos;
}

/// Replaces control characters except line breaks and tabs, which are valid inside quotes.
std::string without_steering(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\n\t"), text.size());
    result += printable(text.substr(0, end));
    result += text.substr(end, 1);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

}  // namespace

std::string csv_field(std::string_view text) {
  std::string safe = without_steering(text);
  if (is_formula(safe)) safe.insert(0, 1, '\'');
  if (safe.find_first_of(",\"\n\t") == std::string::npos) return safe;
  std::string quoted_text = "\"";
  for (const char c : safe) quoted_text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted_text + '"';
}

}  // namespace mirador::cli
