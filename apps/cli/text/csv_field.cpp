#include "text/csv_field.hpp"

#include <algorithm>

#include "mirador/core/error.hpp"
#include "mirador/core/printable.hpp"
#include "text/values.hpp"

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

/// Takes a field that begins with a quote from the front of the line.
std::string take_quoted(std::string_view& line) {
  std::string field;
  line.remove_prefix(1);
  while (true) {
    const std::size_t quote = line.find('"');
    if (quote == line.npos) {
      throw InputError("a quote is not closed on its line; write quotes inside as \"\"");
    }
    field += line.substr(0, quote);
    line.remove_prefix(quote + 1);
    if (!line.starts_with('"')) return field;
    field += '"';
    line.remove_prefix(1);
  }
}

}  // namespace

std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields;
  while (true) {
    line = line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
    const bool quoted = line.starts_with('"');
    std::string field = quoted ? take_quoted(line) : std::string();
    const std::size_t comma = line.find(',');
    const std::string_view rest = trimmed(line.substr(0, comma));
    if (quoted && !rest.empty()) throw InputError("text follows a quoted field; write a comma");
    fields.push_back(quoted ? std::move(field) : std::string(rest));
    if (comma == line.npos) return fields;
    line.remove_prefix(comma + 1);
  }
}

std::string csv_field(std::string_view text) {
  std::string safe = without_steering(text);
  if (is_formula(safe)) safe.insert(0, 1, '\'');
  if (safe.find_first_of(",\"\n\t") == std::string::npos) return safe;
  std::string quoted_text = "\"";
  for (const char c : safe) quoted_text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted_text + '"';
}

}  // namespace mirador::cli
