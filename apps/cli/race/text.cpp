#include <fmt/format.h>

#include <algorithm>

#include "race/columns.hpp"
#include "race/command_list.hpp"
#include "race/guarantee.hpp"
#include "race/render.hpp"
#include "race/words.hpp"
#include "text/drawing.hpp"
#include "text/numbers.hpp"
#include "text/table.hpp"

namespace mirador::cli {
namespace {

using race::RaceReport;

constexpr std::size_t narrowest = 20, widest = 100;

/// On narrower screens the values of a command are printed below its name.
constexpr std::size_t side_by_side = 72;

/// The label, with a star if the command is in the first place.
std::string marked(const RaceReport& report, Position position, const std::string& label) {
  return (in_first_place(report, position) ? "* " : "  ") + label;
}

Table table_of(const RaceReport& report, const Labels& labels) {
  const std::vector<Position> positions = positions_of(report);
  const std::string comparison(comparison_name(report));
  const bool rounds = report.status.rounds.has_value();
  if (is_alone(report)) {
    Table table({"  command", "mean", "interval", "runs"});
    table.add({"  " + labels.texts[0], mean_of(report, 0), interval_of(report, 0),
               std::to_string(report.status.arms[0].pulls)});
    return table;
  }
  Table table(
      rounds ? std::vector<std::string>{"  command", "mean", "runs", "wins", comparison, "interval"}
             : std::vector<std::string>{"  command", "mean", "interval", "runs", comparison});
  for (const std::size_t c : listing(report)) {
    const std::string name = marked(report, positions[c], labels.texts[c]),
                      mean = mean_of(report, c), interval = interval_of(report, c),
                      ratio = comparison_of(report, c),
                      runs = std::to_string(report.status.arms[c].pulls);
    if (rounds) {
      table.add({name, mean, runs, wins_of(report, c), ratio, interval});
    } else {
      table.add({name, mean, interval, runs, ratio});
    }
  }
  return table;
}

/// What the labels leave out.
std::string key_to(const Labels& labels, const RaceReport& report, std::size_t width) {
  std::string text;
  if (const auto& [beginning, end] = labels.common; !(beginning + end).empty()) {
    text += labelled("all", beginning + "…" + end, width);
  }
  for (const std::size_t c : labels.numbered) {
    text += labelled(fmt::format("#{}", c + 1), report.status.arms[c].name, width);
  }
  return text.empty() ? "" : "\n" + text;
}

Table table_of_runs(const RaceReport& report, const Labels& labels) {
  Table table({"  command", "mean ± σ", "min … max", "user", "system"});
  const std::vector<Position> positions = positions_of(report);
  for (const std::size_t c : listing(report)) {
    const RunNumbers numbers = numbers_of(report, c);
    table.add({marked(report, positions[c], labels.texts[c]), numbers.spread, numbers.range,
               numbers.user, numbers.system});
  }
  return table;
}

std::string in_columns(const RaceReport& report, std::size_t width, bool colour) {
  constexpr std::size_t mark = 2;
  const Labels whole = labels_of(report, std::string::npos);
  const std::size_t room = std::min(table_of(report, whole).first_column(width),
                                    table_of_runs(report, whole).first_column(width));
  const Labels labels = labels_of(report, room - mark);
  return table_of(report, labels).str(colour, width) + "\n" +
         table_of_runs(report, labels).str(colour, width) + key_to(labels, report, width);
}

std::string in_blocks(const RaceReport& report, std::size_t width) {
  const std::vector<Position> positions = positions_of(report);
  const Labels labels = labels_of(report, width - 2);
  std::string text;
  for (const std::size_t c : listing(report)) {
    const ArmStatus& arm = report.status.arms[c];
    text += marked(report, positions[c], labels.texts[c]) + "\n";
    const auto line = [&](const std::string& words) {
      text += shortened("  " + words, width) + "\n";
    };
    const std::string runs = counted(arm.pulls, "run"), interval = interval_of(report, c),
                      comparison = is_alone(report) ? "" : comparison_of(report, c);
    const std::string ratio =
        comparison.empty() ? "" : fmt::format("{} {}", comparison_name(report), comparison);
    if (report.status.rounds) {
      line(fmt::format("{}, {}", mean_of(report, c), runs));
      if (!interval.empty()) line(fmt::format("{}, {}", ratio, interval));
    } else {
      if (arm.mean) line(fmt::format("{}, {}", mean_of(report, c), interval));
      line(runs + (ratio.empty() ? "" : ", " + ratio));
    }
    if (report.values[c].empty()) continue;
    const RunNumbers numbers = numbers_of(report, c);
    line(numbers.spread);
    line(numbers.range);
    line(fmt::format("user {}, system {}", numbers.user, numbers.system));
  }
  return text + key_to(labels, report, width);
}

/// The command lines of a gate, whose names are the roles.
std::string sides_text(const RaceReport& report, std::size_t width) {
  std::string text;
  if (!report.spec.max_slowdown) return text;
  for (const race::Command& command : report.spec.commands) {
    text += labelled(command.name, showable(command.line), width);
  }
  return text;
}

/// How a race goes on, in words.
std::string_view way_on(const RaceReport& report) {
  if (report.end == race::End::max_runs) return ", with a larger --max-runs";
  if (report.end == race::End::max_time) return ", with a larger --max-time";
  return report.failure ? ", once it is mended" : "";
}

/// Not wrapped and not converted to ASCII, so that it can be copied.
std::string resume_text(const RaceReport& report) {
  std::string text;
  if (!report.resume.empty()) {
    text += fmt::format("\nTo go on{}:\n{}\n", way_on(report), report.resume);
  }
  if (!report.resume_without.empty()) {
    text += fmt::format("\nTo go on without it, with the runs of the others:\n{}\n",
                        report.resume_without);
  }
  return text;
}

}  // namespace

std::string race_text(const RaceReport& report, std::size_t width, bool colour) {
  std::string text = labelled(label_of(verdict_of(report)), verdict_text(report), width);
  if (leader_of(report)) text += labelled(error_label(report), error_text(report), width);
  if (const std::string reference = reference_text(report); !reference.empty()) {
    text += labelled("reference", reference, width);
  }
  const std::string margin = margin_note(report);
  if (!margin.empty()) text += labelled("margin", margin, width);
  text += labelled("runs", runs_text(report), width);
  if (report.startup) text += labelled("shell", shell_text(report), width);
  text += sides_text(report, width);
  text += "\n";
  const Labels whole = labels_of(report, std::string::npos);
  const bool narrow = width < side_by_side || !table_of(report, whole).fits(width) ||
                      !table_of_runs(report, whole).fits(width);
  text += narrow ? in_blocks(report, width) : in_columns(report, width, colour);
  const std::string separate = separate_text(report, MeanIntervals::shown);
  return text + "\n" +
         wrapped(legend_text(report) + (separate.empty() ? "" : " ") + separate +
                     " Mean ± σ: the arithmetic mean and the standard deviation of the runs.",
                 width);
}

std::string to_text(const RaceReport& report, const Screen& screen) {
  const std::size_t width = std::clamp(screen.columns, narrowest, widest);
  const std::string text = race_text(report, width, screen.colour);
  return (screen.utf8 ? text : in_ascii(text)) + resume_text(report);
}

}  // namespace mirador::cli
