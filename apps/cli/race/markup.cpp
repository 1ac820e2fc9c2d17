#include <fmt/format.h>

#include <algorithm>

#include "race/columns.hpp"
#include "race/command_list.hpp"
#include "race/guarantee.hpp"
#include "race/quantity.hpp"
#include "race/render.hpp"
#include "race/run_digest.hpp"
#include "race/warnings.hpp"
#include "race/words.hpp"

namespace mirador::cli {
namespace {

using race::RaceReport;

/// A bar would end the cell of a table. Code fences are not portable around backquotes or a
/// backslash before a bar: there the characters are written as numeric entities.
std::string code(std::string_view command) {
  const bool fenced = command.find('`') == command.npos && command.find("\\|") == command.npos;
  constexpr std::string_view special = "&<>`|\\*_~[]$!:@#";
  std::string text;
  for (const char c : command) {
    if (!fenced && special.find(c) != special.npos) {
      text += fmt::format("&#{};", static_cast<int>(c));
    } else {
      text.append(c == '|' ? 1 : 0, '\\').push_back(c);
    }
  }
  return fenced ? fmt::format("`{}`", text) : fmt::format("<code>{}</code>", text);
}

/// Names in a sentence are plain text: no tags, links, code, emphasis or mathematics.
std::string as_text(std::string_view sentence) {
  constexpr std::string_view special = "\\`*_<&~$";
  std::string text;
  for (const char c : sentence) {
    const bool link = (c == '(' && text.ends_with(']')) || (c == '/' && text.ends_with(":"));
    if (link || special.find(c) != special.npos) text += '\\';
    text += c;
  }
  return text;
}

/// The unit of the whole table: that of the smallest mean.
Unit table_unit(const RaceReport& report) {
  double least = -1.0;
  for (const std::vector<double>& values : report.values) {
    const std::optional<Digest> digest = digest_of(values);
    if (digest && (least < 0.0 || digest->mean < least)) least = digest->mean;
  }
  return unit_of(report, least);
}

/// The summary of the commands that all markups show: a heading, and a row per command.
struct Summary {
  struct Row {
    std::string role;  ///< of a gate
    std::string command, mean = {}, least = {}, most = {}, relative;
  };
  std::string in;  ///< " [ms]"
  std::vector<Row> rows;
};

Summary::Row row_of(const RaceReport& report, std::size_t c, const Unit& unit) {
  const bool gate = report.spec.max_slowdown.has_value();
  const std::string& name = report.status.arms[c].name;
  Summary::Row row{.role = gate ? name + ": " : "",
                   .command = gate ? showable(report.spec.commands[c].line) : name,
                   .relative = comparison_of(report, c)};
  const std::optional<Digest> digest = digest_of(report.values[c]);
  if (!digest) return row;
  const auto number = [&](double value) {
    return unit.name.empty() ? fmt::format("{:.4g}", value)
                             : fmt::format("{:.1f}", value / unit.size);
  };
  row.mean = number(digest->mean) + (digest->stddev ? " ± " + number(*digest->stddev) : "");
  row.least = number(digest->min);
  row.most = number(digest->max);
  return row;
}

Summary summary_of(const RaceReport& report) {
  const Unit unit = table_unit(report);
  Summary summary{unit.name.empty() ? "" : fmt::format(" [{}]", unit.name), {}};
  std::vector<std::size_t> places = ranking(report);
  if (report.presentation.order != race::Presentation::Order::best_first) {
    std::ranges::sort(places);
  }
  for (const std::size_t c : places) summary.rows.push_back(row_of(report, c, unit));
  return summary;
}

/// What is said below the table, a paragraph each: a label and its text.
std::vector<std::pair<std::string, std::string>> paragraphs(const RaceReport& report,
                                                            std::string (*text)(std::string_view)) {
  const auto sentence = [](const std::string& words) {
    return words.empty() ? "" : fmt::format(" {}.", capitalised(words));
  };
  const std::string separate = separate_text(report, MeanIntervals::left_out);
  std::vector<std::pair<std::string, std::string>> list = {
      {capitalised(label_of(verdict_of(report))),
       fmt::format("{}.{}{} Runs: {}.{}{}", text(verdict_text(report)),
                   sentence(margin_note(report)), sentence(error_sentence(report)),
                   runs_text(report), separate.empty() ? "" : " ", separate)}};
  if (const std::string reference = reference_text(report); !reference.empty()) {
    list.emplace_back("Reference", text(reference) + ".");
  }
  for (const RaceWarning& warning : warnings_of(report)) {
    list.emplace_back("Warning", text(warning.text) + ".");
  }
  return list;
}

std::string unchanged(std::string_view text) { return std::string(text); }

/// A bar ends a cell in AsciiDoc and Org, as in hyperfine's tables.
std::string cell_text(std::string_view command) {
  std::string text;
  for (const char c : command) text.append(c == '|' ? 1 : 0, '\\').push_back(c);
  return text;
}

}  // namespace

std::string to_markdown(const RaceReport& report) {
  const Summary summary = summary_of(report);
  std::string text = fmt::format(
      "| Command | Mean{0} | Min{0} | Max{0} | Relative |\n|:---|---:|---:|---:|---:|\n",
      summary.in);
  for (const Summary::Row& row : summary.rows) {
    text += row.mean.empty()
                ? fmt::format("| {}{} | | | | |\n", row.role, code(row.command))
                : fmt::format("| {}{} | {} | {} | {} | {} |\n", row.role, code(row.command),
                              row.mean, row.least, row.most, row.relative);
  }
  for (const auto& [label, words] : paragraphs(report, as_text)) {
    text += fmt::format("\n**{}:** {}\n", label, words);
  }
  return text;
}

/// The sentences are in a literal block, in which no character has a meaning.
std::string to_asciidoc(const RaceReport& report) {
  const Summary summary = summary_of(report);
  std::string text = fmt::format(
      "[cols=\"<,>,>,>,>\"]\n|===\n| Command \n| Mean{0} \n| Min{0} \n| Max{0} \n| Relative \n",
      summary.in);
  for (const Summary::Row& row : summary.rows) {
    text += fmt::format("\n| {}`{}` \n| {} \n| {} \n| {} \n| {} \n", row.role,
                        cell_text(row.command), row.mean, row.least, row.most, row.relative);
  }
  text += "|===\n\n....\n";
  for (const auto& [label, words] : paragraphs(report, unchanged)) {
    text += fmt::format("{}: {}\n", label, words);
  }
  return text + "....\n";
}

/// The sentences are lines of fixed width, in which no character has a meaning.
std::string to_orgmode(const RaceReport& report) {
  const Summary summary = summary_of(report);
  std::string text = fmt::format(
      "| Command  |  Mean{0} |  Min{0} |  Max{0} |  Relative |\n|--+--+--+--+--|\n", summary.in);
  for (const Summary::Row& row : summary.rows) {
    text += fmt::format("| {}={}=  |  {} |  {} |  {} |  {} |\n", row.role, cell_text(row.command),
                        row.mean, row.least, row.most, row.relative);
  }
  text += "\n";
  for (const auto& [label, words] : paragraphs(report, unchanged)) {
    text += fmt::format(": {}: {}\n", label, words);
  }
  return text;
}

}  // namespace mirador::cli
