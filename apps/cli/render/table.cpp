#include "render/table.hpp"

#include <algorithm>

namespace mirador::cli {
namespace {

constexpr std::size_t page_width = 80;

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

/// Breaks at spaces; every line but the first begins with `indent` spaces.
std::string broken(std::string_view text, std::size_t column, std::size_t indent) {
  std::string lines;
  bool line_start = true;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(word.size() + 1, text.size()));
    if (!line_start && column + 1 + width_of(word) > page_width) {
      lines.append("\n").append(indent, ' ');
      column = indent;
      line_start = true;
    }
    lines.append(line_start ? "" : " ").append(word);
    column += width_of(word) + (line_start ? 0 : 1);
    line_start = false;
  }
  return lines + "\n";
}

}  // namespace

std::string bold(std::string_view text, bool wanted) {
  return wanted ? "\x1b[1m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string Table::str(bool bold_headings) const {
  std::vector<std::size_t> widths(rows_[0].size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string padding(widths[c] - width_of(row[c]), ' ');
      if (c == 0) line.append(row[c]).append(padding);
      if (c > 0) line.append("  ").append(padding).append(row[c]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += bold(line, bold_headings && &row == &rows_.front()) + "\n";
  }
  return text;
}

std::string labelled(std::string_view label, std::string_view text) {
  constexpr std::size_t indent = 12;
  std::string start(label);
  start.resize(std::max(indent, start.size() + 2), ' ');
  return start + broken(text, start.size(), indent);
}

std::string wrapped(std::string_view text) { return broken(text, 0, 0); }

}  // namespace mirador::cli
