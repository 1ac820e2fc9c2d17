#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mirador/core/text_width.hpp"

namespace mirador::cli {

/// The width of text for an unknown screen.
inline constexpr std::size_t page_width = 80;

/// Columns of text, the first aligned left and the others right, with two spaces between. Widths
/// count columns, not bytes (width_of). One column, usually the first, is cut if the lines would be
/// longer than the page.
class Table {
 public:
  explicit Table(std::vector<std::string> headings, std::size_t cut_column = 0)
      : rows_{std::move(headings)}, cut_column_(cut_column) {}
  /// Missing cells at the end stay empty.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// The lines; the headings are bold if wanted.
  std::string str(bool bold_headings, std::size_t width = page_width) const;
  /// Does a cut column make the lines short enough?
  bool fits(std::size_t page) const;
  /// The width of the first column on a page of this width.
  std::size_t first_column(std::size_t page) const { return widths(page)[0]; }

 private:
  std::vector<std::size_t> widths(std::size_t page) const;

  std::vector<std::vector<std::string>> rows_;
  std::size_t cut_column_;
};

/// At most `most` columns (at least three), with … in place of the middle part.
std::string shortened(std::string_view text, std::size_t most);

/// The text, padded with spaces to the width.
std::string padded(std::string_view text, std::size_t width);

/// "label     text". The text is wrapped at spaces within the width and aligned with its first
/// word; on a narrow screen it starts below the label.
std::string labelled(std::string_view label, std::string_view text, std::size_t width = page_width);

/// The text wrapped at spaces to this width. A number and its unit stay on one line.
std::string wrapped(std::string_view text, std::size_t width = page_width);

std::string bold(std::string_view text, bool wanted);

}  // namespace mirador::cli
