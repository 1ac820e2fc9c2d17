#include <fmt/format.h>

#include <algorithm>

#include "race_commands.hpp"
#include "render/quantity.hpp"
#include "render/race.hpp"
#include "render/race_warnings.hpp"
#include "render/race_words.hpp"
#include "render/run_digest.hpp"

namespace mirador::cli {
namespace {

using race::RaceReport;

/// A bar would end the cell of a table, and a backquote the code.
std::string code(std::string_view command) {
  std::string text;
  for (const char c : command) text.append(c == '|' ? 1 : 0, '\\').push_back(c);
  const std::string fence = text.find('`') == std::string::npos ? "`" : "``";
  const std::string room = fence.size() == 1 ? "" : " ";
  return fmt::format("{0}{1}{2}{1}{0}", fence, room, text);
}

/// At a gate who it is, and what was run.
std::string command_cell(const RaceReport& report, std::size_t c) {
  const std::string& name = report.status.arms[c].name;
  if (report.spec.handicaps.empty()) return code(name);
  return fmt::format("{}: {}", name, code(showable(report.spec.commands[c].line)));
}

/// One unit for the whole table: that of the smallest mean.
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

std::string to_markdown(const RaceResult& result) {
  const RaceReport& report = result.report;
  const Unit unit = table_unit(report);
  const std::string in = unit.name.empty() ? "" : fmt::format(" [{}]", unit.name);
  std::string text = fmt::format(
      "| Command | Mean{0} | Min{0} | Max{0} | Relative |\n|:---|---:|---:|---:|---:|\n", in);
  for (std::size_t c = 0; c < report.status.arms.size(); ++c) text += row_of(report, c, unit);
  const auto sentence = [](const std::string& words) {
    return words.empty() ? "" : fmt::format(" {}.", capitalised(words));
  };
  const std::string separate = separate_text(result, MeanIntervals::left_out);
  text += fmt::format("\n**{}:** {}.{}{} Runs: {}.{}{}\n", capitalised(verdict_label(result)),
                      verdict_text(result), sentence(margin_note(report)),
                      sentence(error_sentence(result)), runs_text(report),
                      separate.empty() ? "" : " ", separate);
  for (const RaceWarning& warning : warnings_of(report)) {
    text += fmt::format("\n**Warning:** {}.\n", warning.text);
  }
  return text;
}

}  // namespace mirador::cli
