#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mirador/core/text_width.hpp"

namespace mirador::cli {

/// The width of text that does not ask how wide the screen is.
inline constexpr std::size_t page_width = 80;

/// Columns of text, the first to the left and the others to the right, two spaces between. Widths
/// count columns, not bytes (width_of). The first column is cut when the lines would be longer than
/// the page.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : rows_{std::move(headings)} {}
  /// Cells that are missing at the end stay empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// The lines, the headings in bold when wanted.
  std::string str(bool bold_headings, std::size_t width = page_width) const;

 private:
  std::vector<std::size_t> widths(std::size_t page) const;

  std::vector<std::vector<std::string>> rows_;
};

/// At most `most` columns (three or more), with … for those left out in the middle.
std::string shortened(std::string_view text, std::size_t most);

/// The text, and spaces up to the width.
std::string padded(std::string_view text, std::size_t width);

/// "label     text", the text broken at spaces so that lines stay within the width and begin
/// under its first word; on a narrow screen under the label.
std::string labelled(std::string_view label, std::string_view text, std::size_t width = page_width);

/// The text broken at spaces into lines of at most that width.
std::string wrapped(std::string_view text, std::size_t width = page_width);

std::string bold(std::string_view text, bool wanted);

}  // namespace mirador::cli
