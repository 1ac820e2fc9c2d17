#include <fmt/format.h>

#include <algorithm>

#include "race/command_list.hpp"
#include "race/render.hpp"
#include "race/words.hpp"
#include "terminal/style.hpp"
#include "text/drawing.hpp"
#include "text/numbers.hpp"
#include "text/quantity.hpp"
#include "text/table.hpp"

namespace mirador::cli {
namespace {

using race::RaceReport;

constexpr std::size_t narrowest = 20, widest = 100;

/// Below this what is known of a command stands below its name.
constexpr std::size_t side_by_side = 56;

/// A star for those in the first place.
std::string mark_of(const RaceReport& report, Standing standing) {
  const std::string_view role = role_of(report, standing);
  return role == "winner" || role == "equal" ? "* " : "  ";
}

std::string mean_of(const RaceReport& report, std::size_t command) {
  const std::optional<double>& mean = report.status.arms[command].mean;
  return mean ? quantity(report.spec.metric, *mean) : "-";
}

std::string in_columns(const RaceReport& report, std::size_t width, bool colour) {
  const std::vector<Standing> standings = standings_of(report);
  Table table({"  command", "mean", "interval", "runs", std::string(comparison_name(report))});
  for (const std::size_t c : ranking(report)) {
    table.add({mark_of(report, standings[c]) + report.status.arms[c].name, mean_of(report, c),
               interval_of(report, c), std::to_string(report.status.arms[c].pulls),
               comparison_of(report, c)});
  }
  return table.str(colour, width);
}

std::string in_blocks(const RaceReport& report, std::size_t width) {
  const std::vector<Standing> standings = standings_of(report);
  std::string text;
  for (const std::size_t c : ranking(report)) {
    const ArmStatus& arm = report.status.arms[c];
    text += shortened(mark_of(report, standings[c]) + arm.name, width) + "\n";
    const auto line = [&](const std::string& words) {
      text += shortened("  " + words, width) + "\n";
    };
    if (arm.mean) line(fmt::format("{}, {}", mean_of(report, c), interval_of(report, c)));
    const std::string ratio = comparison_of(report, c);
    line(counted(arm.pulls, "run") +
         (ratio.empty() ? "" : fmt::format(", {} {}", comparison_name(report), ratio)));
  }
  return text;
}

/// At a gate the names do not say what was run.
std::string sides_text(const RaceResult& result, std::size_t width) {
  std::string text;
  if (!result.max_slowdown) return text;
  for (const race::Command& command : result.report.spec.commands) {
    text += labelled(command.name, showable(command.line), width);
  }
  return text;
}

/// Neither broken into lines nor turned into ASCII: it is there to be copied.
std::string resume_text(const RaceResult& result) {
  if (result.resume.empty()) return {};
  const bool spent = result.report.end == race::End::max_runs;
  return fmt::format("\nTo go on{}:\n{}\n", spent ? ", with a larger --max-runs" : "",
                     result.resume);
}

}  // namespace

std::string race_text(const RaceResult& result, std::size_t width, bool colour) {
  const RaceReport& report = result.report;
  std::string text = labelled(verdict_label(result), verdict_text(result), width);
  if (leader_of(report)) text += labelled(error_label(report), error_text(result), width);
  const std::string margin = margin_note(report);
  if (!margin.empty()) text += labelled("margin", margin, width);
  text += labelled("runs", runs_text(report), width);
  if (report.startup) text += labelled("shell", shell_text(report), width);
  text += sides_text(result, width);
  text += "\n";
  text += width < side_by_side ? in_blocks(report, width) : in_columns(report, width, colour);
  return text + "\n" +
         wrapped(legend_text(report) + " " + separate_text(result, MeanIntervals::shown), width);
}

std::string to_text(const RaceResult& result) {
  const std::size_t width = std::clamp(columns_of(stdout), narrowest, widest);
  const std::string text = race_text(result, width, wants_colour(stdout));
  return (writes_utf8() ? text : in_ascii(text)) + resume_text(result);
}

}  // namespace mirador::cli
