#include "serve/json_body.hpp"

#include <array>
#include <cstddef>

namespace mirador::cli {
namespace {

constexpr std::size_t most_levels = 64, most_values = 1'000'000, most_fields = 1000;

/// The end of the text in quotes that begins at `at`.
std::size_t end_of_quoted(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at) {
    if (text[at] == '\\') ++at;
  }
  return at;
}

/// Looked at before parsing: a value takes tens of bytes, and a field is compared with all that the
/// object has already.
bool is_moderate(std::string_view text) {
  std::array<std::size_t, most_levels + 1> fields{};
  std::size_t level = 0, values = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    switch (text[at]) {
      case '"':
        at = end_of_quoted(text, at);
        break;
      case '[':
      case '{':
        if (++level > most_levels || ++values > most_values) return false;
        fields[level] = 0;
        break;
      case ']':
      case '}':
        if (level > 0) --level;
        break;
      case ',':
        if (++values > most_values) return false;
        break;
      case ':':
        if (++fields[level] > most_fields) return false;
        break;
      default:
        break;
    }
  }
  return true;
}

}  // namespace

std::optional<Json> parsed_body(std::string_view text) {
  if (!is_moderate(text)) return std::nullopt;
  Json body = Json::parse(text, nullptr, false);
  return body.is_discarded() ? std::nullopt : std::optional(std::move(body));
}

}  // namespace mirador::cli
