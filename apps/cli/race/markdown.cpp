#include <fmt/format.h>

#include <algorithm>

#include "race/command_list.hpp"
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

/// For a gate the role of the command, and its command line.
std::string command_cell(const RaceReport& report, std::size_t c) {
  const std::string& name = report.status.arms[c].name;
  if (!report.spec.max_slowdown) return code(name);
  return fmt::format("{}: {}", name, code(showable(report.spec.commands[c].line)));
}

/// The unit of the whole table: that of the smallest mean.
Unit table_unit(const RaceReport& report) {
  double least = -1.0;
  for (const std::vector<double>& values : report.values) {
    const std::optional<Digest> digest = digest_of(values);
    if (digest && (least < 0.0 || digest->mean < least)) least = digest->mean;
  }
  return unit_for(report.spec.metric, least);
}

std::string row_of(const RaceReport& report, std::size_t c, const Unit& unit) {
  const std::string command = command_cell(report, c);
  const std::optional<Digest> digest = digest_of(report.values[c]);
  if (!digest) return fmt::format("| {} | | | | |\n", command);
  const auto number = [&](double value) {
    return unit.name.empty() ? fmt::format("{:.4g}", value)
                             : fmt::format("{:.1f}", value / unit.size);
  };
  return fmt::format("| {} | {}{} | {} | {} | {} |\n", command, number(digest->mean),
                     digest->stddev ? " ± " + number(*digest->stddev) : "", number(digest->min),
                     number(digest->max), comparison_of(report, c));
}

}  // namespace

std::string to_markdown(const RaceReport& report) {
  const Unit unit = table_unit(report);
  const std::string in = unit.name.empty() ? "" : fmt::format(" [{}]", unit.name);
  std::string text = fmt::format(
      "| Command | Mean{0} | Min{0} | Max{0} | Relative |\n|:---|---:|---:|---:|---:|\n", in);
  for (std::size_t c = 0; c < report.status.arms.size(); ++c) text += row_of(report, c, unit);
  const auto sentence = [](const std::string& words) {
    return words.empty() ? "" : fmt::format(" {}.", capitalised(words));
  };
  const std::string separate = separate_text(report, MeanIntervals::left_out);
  text += fmt::format("\n**{}:** {}.{}{} Runs: {}.{}{}\n",
                      capitalised(label_of(verdict_of(report))), as_text(verdict_text(report)),
                      sentence(margin_note(report)), sentence(error_sentence(report)),
                      runs_text(report), separate.empty() ? "" : " ", separate);
  for (const RaceWarning& warning : warnings_of(report)) {
    text += fmt::format("\n**Warning:** {}.\n", as_text(warning.text));
  }
  return text;
}

}  // namespace mirador::cli
