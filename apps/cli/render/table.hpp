#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mirador::cli {

/// Columns of text, the first to the left and the others to the right, two spaces between. Widths
/// count characters, not bytes (UTF-8), one column each. The first column
/// is cut when the lines would be longer than 80.
class Table {
 public:
  explicit Table(std::vector<std::string> headings) : rows_{std::move(headings)} {}
  /// Cells that are missing at the end stay empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// The lines, the headings in bold when wanted.
  std::string str(bool bold_headings) const;

 private:
  std::vector<std::size_t> widths() const;

  std::vector<std::vector<std::string>> rows_;
};

/// At most `most` characters (three or more), with … for those left out in the middle.
std::string shortened(std::string_view text, std::size_t most);

/// "label     text", the text broken at spaces so that lines stay within 80 columns and begin
/// under its first word.
std::string labelled(std::string_view label, std::string_view text);

/// The text broken at spaces into lines of at most 80 columns.
std::string wrapped(std::string_view text);

std::string bold(std::string_view text, bool wanted);

}  // namespace mirador::cli
