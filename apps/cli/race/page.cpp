#include "race/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "html/html.hpp"
#include "live/evidence_chart.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/text.hpp"
#include "plot/interval_plot.hpp"
#include "plot/line_plot.hpp"
#include "race/columns.hpp"
#include "race/guarantee.hpp"
#include "race/quantity.hpp"
#include "race/warnings.hpp"
#include "race/words.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {
namespace {

using namespace page;
using race::RaceReport;

constexpr std::size_t most_intervals = 40, most_lines = 7;
/// The longest names of commands, in columns.
constexpr std::size_t most_in_chart = 24, most_in_legend = 40, most_in_table = 40;

/// At most `most` commands, the best first.
std::vector<std::size_t> best(const RaceReport& report, std::size_t most) {
  const std::vector<ArmStatus> arms = compared(report);
  std::vector<std::size_t> places = ranking(report);
  std::erase_if(places, [&](std::size_t c) { return !arms[c].mean; });
  places.resize(std::min(places.size(), most));
  return places;
}

std::string note_of_left_out(const RaceReport& report, std::size_t drawn) {
  const std::size_t more = report.status.arms.size() - drawn;
  return more == 0 ? "" : fmt::format(" Only the {} best are shown; {} more are not.", drawn, more);
}

/// The unit of a chart: that of the best mean.
Unit chart_unit(const RaceReport& report, const std::vector<std::size_t>& places) {
  return unit_of(report, *report.status.arms[places.front()].mean);
}

std::string axis_label(const RaceReport& report, const Unit& unit) {
  return std::string(metric_text(report.spec.metric)) +
         (unit.name.empty() ? "" : fmt::format(" [{}]", unit.name));
}

plot::AxisKind axis_kind(const RaceReport& report) {
  return report.spec.scale == Scale::log ? plot::AxisKind::log : plot::AxisKind::linear;
}

/// What the chart covers: the means and the ends of their intervals. An end that is so far away
/// that the means would merge does not stretch it, and one without bound gets room for an arrow.
plot::Interval window_of(const RaceReport& report, const std::vector<ArmStatus>& arms,
                         const std::vector<std::size_t>& places, const Unit& unit) {
  constexpr double farthest = 4.0;  // ends, in units of what tells the means apart
  const auto on_scale = [&](double value) {
    return value > 0.0 || !on_log_scale(report) ? onto_scale(report.spec.scale, value) : -infinity;
  };
  Interval means{infinity, -infinity};
  double narrowest = infinity;
  for (const std::size_t c : places) {
    const double mean = on_scale(*arms[c].mean);
    means = {std::min(means.low, mean), std::max(means.high, mean)};
    const double width = on_scale(arms[c].high) - on_scale(arms[c].low);
    if (width > 0.0) narrowest = std::min(narrowest, width);
  }
  const double room = std::max(means.high - means.low, std::isfinite(narrowest) ? narrowest : 1.0);
  const double least = means.low, most = means.high;
  Interval window = means;
  for (const std::size_t c : places) {
    const double low = on_scale(arms[c].low), high = on_scale(arms[c].high);
    window.low = std::min(
        window.low, std::isfinite(low) ? std::max(low, least - farthest * room) : least - room);
    window.high = std::max(
        window.high, std::isfinite(high) ? std::min(high, most + farthest * room) : most + room);
  }
  return {off_scale(report.spec.scale, window.low) / unit.size,
          off_scale(report.spec.scale, window.high) / unit.size};
}

/// What the first panel shows of a command, and its axis.
plot::Axis compared_axis(const RaceReport& report, const Unit& unit) {
  if (!report.status.rounds) return {.label = axis_label(report, unit), .kind = axis_kind(report)};
  const std::string_view other = report.spec.max_slowdown                         ? "baseline"
                                 : report.spec.reference                          ? "reference"
                                 : verdict_of(report) == RaceVerdict::good_enough ? "answer"
                                                                                  : "best";
  return {.label = fmt::format("{} to the {}", comparison_name(report), other),
          .kind = axis_kind(report)};
}

/// Means, in rounds ratios, with their intervals, and the numbers of runs.
std::string interval_chart(const RaceReport& report) {
  const std::vector<std::size_t> places = best(report, most_intervals);
  if (places.empty()) return "<p>Nothing has been measured yet.</p>\n";
  const bool rounds = report.status.rounds.has_value();
  const std::vector<ArmStatus> arms = compared(report);
  const Unit unit = rounds ? Unit{1.0, ""} : chart_unit(report, places);
  const std::vector<Position> positions = positions_of(report);
  const std::vector<std::string> labels = labels_of(report, most_in_chart).texts;
  const std::string what =
      rounds ? fmt::format("{}s", capitalised(comparison_name(report))) : "Means";
  plot::IntervalPlot chart;
  chart.caption = {
      .title = is_alone(report) ? "Mean and runs" : what + " and runs of the commands",
      .description = fmt::format("One dot per command for its {}, with the interval, and one bar "
                                 "for the number of its runs.",
                                 rounds ? comparison_name(report) : "mean"),
      .note = legend_text(report)};
  chart.series = {""};
  chart.panels.resize(2);
  plot::IntervalPanel &first = chart.panels[0], &runs = chart.panels[1];
  first.x = compared_axis(report, unit);
  first.window = window_of(report, arms, places, unit);
  runs.x = {.label = "runs", .from = 0.0};
  runs.mark = plot::IntervalPanel::Mark::bar;
  first.series.resize(1);
  runs.series.resize(1);
  for (const std::size_t c : places) {
    const ArmStatus& arm = arms[c];
    if (in_first_place(report, positions[c])) chart.leaders.push_back(chart.categories.size());
    chart.categories.push_back(labels[c]);
    first.series[0].push_back({*arm.mean / unit.size, arm.low / unit.size, arm.high / unit.size,
                               rounds ? comparison_of(report, c) : with_unit(*arm.mean, unit)});
    runs.series[0].push_back(
        {static_cast<double>(arm.pulls), plot::missing, plot::missing, std::to_string(arm.pulls)});
  }
  if (plot::has_open_end(chart, first)) {
    chart.caption.note += " An arrow: the interval ends beyond the chart, or is not bounded yet.";
  }
  chart.caption.note += note_of_left_out(report, places.size());
  return figure(plot::responsive(chart, {.id = "commands", .width = 960.0}), "");
}

/// Every run of the best commands, in order.
std::string run_chart(const RaceReport& report) {
  const std::vector<std::size_t> places = best(report, most_lines);
  if (places.empty()) return {};
  const Unit unit = chart_unit(report, places);
  plot::LinePlot chart;
  chart.caption = {
      .title = "Every run",
      .description = "One line per command through its runs, in order.",
      .note = std::string(report.status.rounds
                              ? "What all commands of a round share, such as a busy "
                                "machine, does not matter."
                              : "A trend or a jump would contradict the assumption that all "
                                "runs of a command have the same distribution.") +
              note_of_left_out(report, places.size())};
  chart.x = {.label = "run of the command"};
  chart.y = {.label = axis_label(report, unit), .kind = axis_kind(report)};
  const std::vector<std::string> labels = labels_of(report, most_in_legend).texts;
  for (const std::size_t c : places) {
    plot::Series series{.name = labels[c]};
    for (const double value : report.values[c]) {
      series.points.push_back({static_cast<double>(series.points.size() + 1), value / unit.size});
    }
    chart.series.push_back(std::move(series));
  }
  return figure(plot::responsive(chart, {.id = "runs", .width = 960.0}), "");
}

page::Table command_table(const RaceReport& report) {
  const std::vector<Position> positions = positions_of(report);
  const std::string comparison(comparison_name(report));
  const bool rounds = report.status.rounds.has_value();
  page::Table table{{"command", "", "mean", "interval", "runs", comparison}, {}};
  if (rounds) table.head = {"command", "", "mean", "runs", "wins", comparison, "interval"};
  if (is_alone(report)) table.head = {"command", "mean", "interval", "runs"};
  table.name = "The commands";
  const std::vector<std::string> labels = labels_of(report, most_in_table).texts;
  for (const std::size_t c : listing(report)) {
    const ArmStatus& arm = report.status.arms[c];
    if (in_first_place(report, positions[c])) table.strong.push_back(table.rows.size());
    std::string role(role_of(report, positions[c]));
    std::ranges::replace(role, '_', ' ');
    const std::string mean = arm.mean ? quantity(report, *arm.mean) : "–",
                      runs = std::to_string(arm.pulls), ratio = comparison_of(report, c),
                      interval = arm.mean ? interval_of(report, c) : "–";
    if (is_alone(report)) {
      table.rows.push_back({labels[c], mean, interval, runs});
    } else if (rounds) {
      table.rows.push_back({labels[c], role, mean, runs, wins_of(report, c), ratio, interval});
    } else {
      table.rows.push_back({labels[c], role, mean, interval, runs, ratio});
    }
  }
  return table;
}

/// The runs of every command in numbers, as hyperfine shows them.
page::Table run_table(const RaceReport& report) {
  page::Table table{{"command", "mean ± σ", "min … max", "user", "system"}, {}};
  table.name = "The runs";
  const std::vector<Position> positions = positions_of(report);
  const std::vector<std::string> labels = labels_of(report, most_in_table).texts;
  for (const std::size_t c : listing(report)) {
    if (in_first_place(report, positions[c])) table.strong.push_back(table.rows.size());
    const RunNumbers numbers = numbers_of(report, c);
    table.rows.push_back({labels[c], numbers.spread, numbers.range, numbers.user, numbers.system});
  }
  return table;
}

page::Table settings_table(const RaceReport& report) {
  const race::RaceSpec& spec = report.spec;
  page::Table table{{"setting", "value"}, {}, "words"};
  table.name = "Settings";
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) table.rows.push_back({name, value});
  };
  const auto seconds = [](const std::optional<double>& time) {
    return time ? exact(*time) + " s" : std::string();
  };
  const std::vector<std::string> labels = labels_of(report, most_in_chart).texts;
  for (std::size_t c = 0; c < spec.commands.size(); ++c) {
    const race::Command& command = spec.commands[c];
    if (command.line != labels[c]) add(labels[c], command.line);
    add("before all of " + labels[c], command.setup);
    add("before " + labels[c], command.prepare);
    add("after " + labels[c], command.conclude);
    add("after all of " + labels[c], command.cleanup);
  }
  add(is_alone(report) ? "measured" : "compared", settings_text(spec));
  add("shell", spec.shell.empty() ? "none" : race::quoted(spec.shell));
  add("start-up of the shell", shell_text(report));
  add("warm-up runs", std::to_string(spec.warmup));
  add("time limit of a run", seconds(spec.timeout));
  add("limit of runs", spec.max_runs ? std::to_string(*spec.max_runs) : "");
  add("limit of time", seconds(spec.max_time));
  add("failures", spec.ignore_failure ? "ignored" : "");
  add("input", spec.input);
  add("output", spec.output);
  add("experiment", report.experiment.empty() ? "" : report.experiment + " in " + report.store);
  add("to go on", report.resume);
  add("without what failed", report.resume_without);
  return table;
}

/// What is proved and what that assumes, folded.
std::string proof(const RaceReport& report) {
  std::string text = error_sentence(report);
  // In rounds the sentence about the error says it all.
  if (has_risk(report) && !report.status.contradiction && !report.status.rounds) {
    text.append(": ").append(report.status.guarantee_reason);
  }
  if (!text.empty()) text += ".";
  if (const std::string equal = margin_note(report); !equal.empty()) {
    text += fmt::format(" {}.", capitalised(equal));
  }
  return text.empty() ? ""
                      : details("What is proved, and what that assumes",
                                fmt::format("<p>{}</p>", escaped(text)));
}

/// The answer first.
std::string summary(const RaceReport& report) {
  const std::string risk = risk_sentence(report);
  std::string text =
      fmt::format("<div class=\"summary\"><p class=\"answer\"><b>{}:</b> {}.</p><p>{}Runs: {}.</p>",
                  capitalised(label_of(verdict_of(report))), escaped(verdict_text(report)),
                  risk.empty() ? "" : escaped(risk) + ". ", escaped(runs_text(report)));
  if (const std::string reference = reference_text(report); !reference.empty()) {
    text += fmt::format("<p><b>Reference:</b> {}.</p>", escaped(reference));
  }
  for (const RaceWarning& warning : warnings_of(report)) {
    text += fmt::format("<p><b>Warning:</b> {}.</p>", escaped(warning.text));
  }
  return text + proof(report) + "</div>\n";
}

}  // namespace

Content race_content(const RaceReport& report, const std::optional<History>& history) {
  const std::string title = is_alone(report) ? "One command, measured alone"
                            : report.spec.max_slowdown
                                ? "Has the candidate become slower?"
                                : fmt::format("A race of {} commands", report.spec.commands.size());
  std::string body =
      fmt::format("<h1>{}</h1><p class=\"meta\">{}. Made by mirador {}.</p>", title,
                  escaped(settings_text(report.spec)), MIRADOR_VERSION) +
      summary(report) + section("commands", is_alone(report) ? "The command" : "The commands") +
      interval_chart(report) +
      html(command_table(report), separate_text(report, MeanIntervals::shown)) +
      section("runs", "The runs") + run_chart(report) +
      html(run_table(report),
           "Mean ± σ: the arithmetic mean and the standard deviation of the runs.") +
      (history
           ? section("evidence", "Evidence, and what a verdict requires") + evidence_chart(*history)
           : "") +
      section("settings", "Settings") + html(settings_table(report), "");
  return {title, std::move(body)};
}

std::string race_page(const RaceReport& report, const std::optional<History>& history) {
  return document(race_content(report, history));
}

}  // namespace mirador::cli
