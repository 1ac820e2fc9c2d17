#include "text/table.hpp"

#include <algorithm>
#include <numeric>

#include "mirador/core/text_width.hpp"
#include "mirador/core/utf8.hpp"

namespace mirador::cli {
namespace {

constexpr std::size_t least_first_column = 8;

/// The longest beginning of the text that fits into this many columns.
std::string_view that_fit(std::string_view text, std::size_t columns) {
  std::size_t end = 0, used = 0;
  while (end < text.size()) {
    const std::string_view character = first_character(text.substr(end));
    used += columns_for(character);
    if (used > columns) break;
    end += character.size();
  }
  return text.substr(0, end);
}

/// The longest end of the text that fits into this many columns.
std::string_view rest_that_fits(std::string_view text, std::size_t columns) {
  std::size_t width = width_of(text);
  while (width > columns) {
    const std::string_view character = first_character(text);
    width -= columns_for(character);
    text.remove_prefix(character.size());
  }
  return text;
}

/// The margins of a paragraph; all lines except the first begin with `indent` spaces.
struct Margins {
  std::size_t column;  ///< in which the first line begins
  std::size_t indent, width;
};

/// Wraps at spaces, and cuts words that are longer than a line.
std::string broken(std::string_view text, Margins margins) {
  auto [column, indent, width] = margins;
  std::string lines;
  bool line_start = true;
  while (!text.empty()) {
    const std::size_t length = std::min(text.find(' '), text.size());
    const std::string word = shortened(text.substr(0, length), width - indent);
    text.remove_prefix(std::min(length + 1, text.size()));
    if (!line_start && column + 1 + width_of(word) > width) {
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

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t used = width_of(text);
  return std::string(text) + std::string(width > used ? width - used : 0, ' ');
}

std::string bold(std::string_view text, bool wanted) {
  return wanted ? "\x1b[1m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string shortened(std::string_view text, std::size_t most) {
  if (width_of(text) <= most) return std::string(text);
  // Labels differ at their ends as often as at their beginnings, so both are kept.
  const std::size_t tail = (most - 1) / 2, head = most - 1 - tail;
  return std::string(that_fit(text, head)).append("…").append(rest_that_fits(text, tail));
}

std::vector<std::size_t> Table::widths(std::size_t page) const {
  std::vector<std::size_t> widths(rows_[0].size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  const std::size_t others =
      std::accumulate(widths.begin() + 1, widths.end(), 2 * (widths.size() - 1));
  const std::size_t room = others < page ? page - others : 0;
  widths[0] = std::min(widths[0], std::max(room, least_first_column));
  return widths;
}

bool Table::fits(std::size_t page) const {
  const std::vector<std::size_t> all = widths(page);
  return std::accumulate(all.begin(), all.end(), 2 * (all.size() - 1)) <= page;
}

std::string Table::str(bool bold_headings, std::size_t page) const {
  const std::vector<std::size_t> width = widths(page);
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string cell = shortened(row[c], width[c]);
      const std::string padding(width[c] - width_of(cell), ' ');
      if (c == 0) line.append(cell).append(padding);
      if (c > 0) line.append("  ").append(padding).append(cell);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += bold(line, bold_headings && &row == &rows_.front()) + "\n";
  }
  return text;
}

std::string labelled(std::string_view label, std::string_view text, std::size_t width) {
  constexpr std::size_t indent = 12, narrow = 40, narrow_indent = 2;
  if (width < narrow) {
    return shortened(label, width) + "\n" + std::string(narrow_indent, ' ') +
           broken(text, {narrow_indent, narrow_indent, width});
  }
  std::string start(label);
  start.resize(std::max(indent, start.size() + 1), ' ');
  return start + broken(text, {start.size(), indent, width});
}

std::string wrapped(std::string_view text, std::size_t width) {
  return broken(text, {0, 0, width});
}

}  // namespace mirador::cli
