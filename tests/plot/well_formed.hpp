#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mirador::plot {

/// Are the tags balanced, all attributes quoted, and < and & only where XML allows them? Empty if
/// so, otherwise a description of the error. Sufficient for the output of Svg; not a general
/// parser.
inline std::string complaint(std::string_view xml) {
  std::vector<std::string> unclosed;
  std::size_t at = 0;
  while (at < xml.size()) {
    if (xml[at] == '&' && xml.substr(at, 8).find(';') == xml.npos) return "bare &";
    if (xml[at] == '>') return "bare >";
    if (xml[at] != '<') {
      ++at;
      continue;
    }
    const std::size_t end = xml.find('>', at);
    if (end == xml.npos) return "open tag";
    std::string_view tag = xml.substr(at + 1, end - at - 1);
    at = end + 1;
    std::size_t quotes = 0;
    for (const char c : tag) quotes += c == '"' ? 1 : 0;
    if (quotes % 2 != 0 || tag.find('<') != tag.npos) return "broken tag";
    const std::string name(tag.substr(0, tag.find(' ')));
    if (tag.back() == '/') continue;
    if (tag.front() != '/') {
      unclosed.push_back(name);
    } else if (unclosed.empty() || "/" + unclosed.back() != name) {
      return name;
    } else {
      unclosed.pop_back();
    }
  }
  return unclosed.empty() ? "" : unclosed.back();
}

inline std::size_t occurrences(std::string_view text, std::string_view part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// The number after the first occurrence of the mark in the text.
inline double number_after(std::string_view text, std::string_view mark, std::size_t from = 0) {
  const std::size_t at = text.find(mark, from);
  return at == text.npos ? -1.0 : std::stod(std::string(text.substr(at + mark.size(), 20)));
}

}  // namespace mirador::plot
