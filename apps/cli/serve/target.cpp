#include "serve/target.hpp"

#include <algorithm>

#include "mirador/core/utf8.hpp"

namespace mirador::cli {
namespace {

int digit_in(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

bool is_plain_text(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto character = valid_character(text.substr(at));
    if (!character || character->code < 0x20 || character->code == 0x7f) return false;
    at += character->length;
  }
  return true;
}

std::optional<std::string> percent_decoded(std::string_view part) {
  std::string text;
  for (std::size_t at = 0; at < part.size(); ++at) {
    if (part[at] != '%') {
      text += part[at];
      continue;
    }
    if (at + 2 >= part.size()) return std::nullopt;
    const int high = digit_in(part[at + 1]), low = digit_in(part[at + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    text += static_cast<char>(16 * high + low);
    at += 2;
  }
  return is_plain_text(text) ? std::optional(text) : std::nullopt;
}

/// Calls `take` for the parts between the separators until it returns false.
template <class Take>
bool all_parts(std::string_view text, char separator, Take&& take) {
  for (;;) {
    const std::size_t end = text.find(separator);
    if (!take(text.substr(0, end))) return false;
    if (end == std::string_view::npos) return true;
    text.remove_prefix(end + 1);
  }
}

bool read_path(std::string_view path, std::vector<std::string>& parts) {
  if (!path.starts_with('/')) return false;
  if (path == "/") return true;
  return all_parts(path.substr(1), '/', [&](std::string_view part) {
    const auto text = percent_decoded(part);
    if (!text || text->empty() || *text == "." || *text == "..") return false;
    parts.push_back(*text);
    return true;
  });
}

bool read_query(std::string_view query, std::map<std::string, std::string>& parameters) {
  if (query.empty()) return true;
  return all_parts(query, '&', [&](std::string_view parameter) {
    const std::size_t equals = std::min(parameter.find('='), parameter.size());
    const auto name = percent_decoded(parameter.substr(0, equals));
    const auto value = percent_decoded(parameter.substr(std::min(equals + 1, parameter.size())));
    return name && value && !name->empty() && parameters.try_emplace(*name, *value).second;
  });
}

}  // namespace

std::optional<Target> parsed_target(std::string_view target) {
  const std::size_t end = std::min(target.find('?'), target.size());
  Target found;
  const bool is_valid = target.find('#') == std::string_view::npos &&
                        read_path(target.substr(0, end), found.path) &&
                        read_query(target.substr(std::min(end + 1, target.size())), found.query);
  return is_valid ? std::optional(std::move(found)) : std::nullopt;
}

std::string encoded(std::string_view part) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
  std::string text;
  for (const char c : part) {
    if (plain.find(c) != std::string_view::npos) {
      text += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    text += {'%', digits[byte / 16], digits[byte % 16]};
  }
  return text;
}

}  // namespace mirador::cli
