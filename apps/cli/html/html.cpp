#include "html/html.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "html/style.hpp"

namespace mirador::page {
namespace {

std::string row_of(const std::vector<std::string>& cells, bool strong) {
  std::string text = strong ? "<tr class=\"strong\">" : "<tr>";
  for (const std::string& cell : cells) text += fmt::format("<td>{}</td>", escaped(cell));
  return text + "</tr>\n";
}

std::string head_of(const std::vector<std::string>& cells) {
  std::string text = "<tr>";
  for (const std::string& cell : cells) {
    // A heading without text is a cell: it would be announced as an empty heading.
    text += cell.empty() ? "<td></td>" : fmt::format("<th scope=\"col\">{}</th>", escaped(cell));
  }
  return text + "</tr>\n";
}

}  // namespace

std::string html(const Table& table, std::string_view caption) {
  std::string rows;
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    rows += row_of(table.rows[i], std::ranges::count(table.strong, i) > 0);
  }
  return scrolling(
      table.name,
      fmt::format("<table class=\"{}\">{}<thead>{}</thead>\n<tbody>{}</tbody></table>", table.kind,
                  caption.empty() ? "" : fmt::format("<caption><span>{}</span></caption>", caption),
                  head_of(table.head), rows));
}

std::string scrolling(std::string_view name, std::string_view inside) {
  const std::string named =
      name.empty() ? "" : fmt::format(" role=\"region\" aria-label=\"{}\"", escaped(name));
  return fmt::format("<div class=\"scroll\" tabindex=\"0\"{}>{}</div>\n", named, inside);
}

std::string fact(std::string_view name, std::string_view text) {
  return text.empty() ? "" : fmt::format("<dt>{}</dt><dd>{}</dd>\n", escaped(name), text);
}

std::string section(std::string_view id, std::string_view title) {
  return fmt::format("<h2 id=\"{}\">{}</h2>\n", id, escaped(title));
}

std::string figure(std::string_view chart, std::string_view caption) {
  return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", chart, caption);
}

std::string figure_note(std::string_view caption) {
  return fmt::format("<p class=\"meta\">{}</p>\n", caption);
}

std::string details(std::string_view summary, std::string_view body) {
  return fmt::format("<details><summary>{}</summary>{}</details>\n", escaped(summary), body);
}

std::string code(std::string_view text) { return fmt::format("<code>{}</code>", escaped(text)); }

std::string made_by_command(std::string_view command) {
  return fmt::format("Made by {}.", code(command));
}

/// The page contains its styles and charts and loads nothing else. The policy lets a browser refuse
/// scripts and everything from elsewhere.
std::string document(std::string_view title, std::string_view style, std::string_view body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
      "<link rel=\"icon\" href=\"data:,\"><title>{}</title>\n<style>{}</style></head>\n"
      "<body><main>\n{}</main></body></html>\n",
      escaped(title), style, body);
}

std::string document(const Content& content) {
  return document(content.title, style_with_charts(), content.body + content.rest);
}

}  // namespace mirador::page
