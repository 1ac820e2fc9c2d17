#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "plot/text.hpp"

namespace mirador::page {

/// Parts of an HTML page. Texts from data are escaped here; `body`, `caption` and `chart` are
/// markup already.

using plot::escaped;

struct Table {
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;
  std::string kind = {};  ///< a class for the style sheet; "words" for tables of prose
  std::vector<std::size_t> strong = {};  ///< rows in bold
  std::string name = {};  ///< for readers who hear the page; a name belongs to one table of a page
};

/// A page without its head: what is between <main> and </main>.
struct Content {
  std::string title, body;
  std::string rest = {};  ///< what follows the body, and whatever a page puts between them
};

std::string html(const Table& table, std::string_view caption);
/// Parts that scroll sideways if they are wider than the window.
std::string scrolling(std::string_view name, std::string_view inside);
/// "<dt>...</dt><dd>...</dd>"; nothing if there is no text, which is markup.
std::string fact(std::string_view name, std::string_view text);
std::string section(std::string_view id, std::string_view title);
std::string figure(std::string_view chart, std::string_view caption);
/// A caption without a figure, below a table.
std::string figure_note(std::string_view caption);
std::string details(std::string_view summary, std::string_view body);
std::string code(std::string_view text);
/// "Made by `mirador sim ...`."
std::string made_by_command(std::string_view command);
std::string document(std::string_view title, std::string_view style, std::string_view body);
/// The page as a document that needs nothing else, with the styles of reports and charts.
std::string document(const Content& content);

}  // namespace mirador::page
