#include "race/view.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "live/words.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/race/solo.hpp"
#include "race/columns.hpp"
#include "race/quantity.hpp"
#include "race/verdict.hpp"
#include "race/words.hpp"
#include "terminal/output.hpp"
#include "text/drawing.hpp"
#include "text/numbers.hpp"
#include "text/table.hpp"

namespace mirador::cli {
namespace {

using race::RaceReport;
using namespace std::chrono_literals;

constexpr std::chrono::milliseconds frame_gap = 100ms, line_gap = 5s;
/// Reports take at most one part in this many of the time.
constexpr int report_share = 20;

std::string dimmed(const std::string& text, bool wanted) {
  return wanted ? "\x1b[2m" + text + "\x1b[0m" : text;
}

/// The width of the line without its colour sequences.
std::size_t visible_width(std::string_view line) {
  std::size_t hidden = 0;
  for (std::size_t at = 0; (at = line.find('\x1b', at)) != std::string_view::npos;) {
    const std::size_t end = line.find('m', at);
    hidden += end - at + 1;
    at = end;
  }
  return width_of(line) - hidden;
}

/// The arms on the scale on which they are compared. Ends far from all means are left open, so that
/// the very wide first intervals do not merge the means.
std::vector<ArmStatus> for_whiskers(const RaceReport& report, std::vector<ArmStatus> arms) {
  Interval means{infinity, -infinity};
  for (ArmStatus& arm : arms) {
    arm.low = arm.low > 0.0 || report.spec.scale == Scale::linear
                  ? onto_scale(report.spec.scale, arm.low)
                  : -infinity;
    arm.high = onto_scale(report.spec.scale, arm.high);
    if (!arm.mean) continue;
    *arm.mean = onto_scale(report.spec.scale, *arm.mean);
    means = {std::min(means.low, *arm.mean), std::max(means.high, *arm.mean)};
  }
  double least_width = infinity;
  for (const ArmStatus& arm : arms) {
    if (arm.mean) least_width = std::min(least_width, arm.high - arm.low);
  }
  const double room = 0.25 * (means.high - means.low) + least_width;
  for (ArmStatus& arm : arms) {
    if (arm.low < means.low - room) arm.low = -infinity;
    if (arm.high > means.high + room) arm.high = infinity;
  }
  return arms;
}

/// A column of numbers.
struct NumberColumn {
  std::string_view heading;
  std::size_t width;
};
/// From left to right; on a narrow screen the last are left out. The mean is always shown.
constexpr NumberColumn mean_column = {"mean", 10}, runs_column = {"runs", 6},
                       share_column = {"share", 7}, ratio_column = {"ratio", 8},
                       wins_column = {"wins", 11};

/// The columns of a line, from left to right; columns without room have width 0.
struct Columns {
  std::size_t name, whisker;
  std::vector<NumberColumn> numbers;
};

Columns layout_for(const std::vector<ArmStatus>& arms, std::vector<NumberColumn> numbers,
                   std::size_t width) {
  std::size_t longest = 4;
  for (const ArmStatus& arm : arms) longest = std::max(longest, width_of(arm.name));
  Columns columns{std::min(longest + 2, std::max<std::size_t>(width * 2 / 5, 10)), 0,
                  std::move(numbers)};
  constexpr std::size_t least_whisker = 8, gap = 2;
  const auto left = [&] {
    std::size_t used = columns.name;
    for (const NumberColumn& number : columns.numbers) used += number.width;
    return width > used ? width - used : 0;
  };
  while (left() < least_whisker + gap && columns.numbers.size() > 2) columns.numbers.pop_back();
  if (left() < least_whisker + gap) columns.name = std::min(longest + 2, std::size_t{12});
  if (left() >= least_whisker + gap) columns.whisker = left() - gap;
  if (left() == 0) {  // an extremely narrow screen
    columns.numbers.resize(1);
    columns.name = width - columns.numbers[0].width;
  }
  return columns;
}

std::string to_the_right(const std::string& text, std::size_t width) {
  const std::size_t used = width_of(text);
  return std::string(width > used ? width - used : 0, ' ') + text;
}

/// The lines of the commands.
class Chart {
 public:
  /// `shown`: the commands with a line, as places in the report.
  Chart(const RaceReport& report, std::vector<std::size_t> shown, const Screen& screen)
      : report_(report), shown_(std::move(shown)), colour_(screen.colour) {
    const std::vector<ArmStatus> all = compared(report);
    std::vector<ArmStatus> arms;
    for (const std::size_t c : shown_) arms.push_back(all[c]);
    columns_ = layout_for(arms, numbers(), screen.columns);
    labels_ = labels_of(report, std::max<std::size_t>(columns_.name, 8) - 2).texts;
    drawn_ = for_whiskers(report, std::move(arms));
    if (columns_.whisker > 0) scale_ = WhiskerScale::around(drawn_, std::nullopt, columns_.whisker);
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> lines = {heading()};
    const std::vector<Position> positions = positions_of(report_);
    for (std::size_t i = 0; i < shown_.size(); ++i) lines.push_back(line(i, positions[shown_[i]]));
    return lines;
  }

 private:
  std::vector<NumberColumn> numbers() const {
    if (is_alone(report_)) return {mean_column, runs_column};
    if (report_.status.rounds) return {mean_column, ratio_column, wins_column, runs_column};
    return {mean_column, runs_column, share_column};
  }

  std::string heading() const {
    std::string text(columns_.name + (columns_.whisker > 0 ? columns_.whisker + 2 : 0), ' ');
    for (const auto& [word, width] : columns_.numbers)
      text += to_the_right(std::string(word), width);
    return dimmed(text, colour_);
  }

  std::string number(const NumberColumn& column, std::size_t c) const {
    const ArmStatus& arm = report_.status.arms[c];
    if (column.heading == mean_column.heading) {
      return arm.mean ? quantity(report_, *arm.mean) : "-";
    }
    if (column.heading == runs_column.heading) return std::to_string(arm.pulls);
    if (column.heading == ratio_column.heading) return comparison_of(report_, c);
    if (column.heading == wins_column.heading) return wins_of(report_, c);
    const auto total = static_cast<double>(std::max<std::uint64_t>(report_.status.samples, 1));
    return fmt::format("{:.0f} %", 100.0 * static_cast<double>(arm.pulls) / total);
  }

  std::string line(std::size_t i, Position position) const {
    const std::string& name = report_.status.arms[shown_[i]].name;
    const bool race = !report_.spec.max_slowdown, leads = race && in_answer(report_.status, name);
    const std::string label = shortened(labels_[shown_[i]], columns_.name - 2);
    std::string text = padded((leads ? "* " : "  ") + label, columns_.name);
    if (columns_.whisker > 0) {
      text += "  " + padded(scale_ ? scale_->draw(drawn_[i]) : "", columns_.whisker);
    }
    for (const NumberColumn& column : columns_.numbers) {
      text += to_the_right(number(column, shown_[i]), column.width);
    }
    if (leads) return bold(text, colour_);
    return dimmed(text, colour_ && race && position == Position::ruled_out);
  }

  const RaceReport& report_;
  std::vector<std::size_t> shown_;
  std::vector<ArmStatus> drawn_;
  std::vector<std::string> labels_;
  Columns columns_;
  std::optional<WhiskerScale> scale_;
  bool colour_;
};

/// "40 to 120 more runs, 11 s to 33 s".
std::string to_go_text(const RaceReport& report) {
  if (report.status.verdict) return "decided";
  const Forecast& runs = report.status.findings->to_go;
  const std::string text = forecast_range_text(runs, "run", "runs");
  if (!std::isfinite(runs.high) || !(report.seconds_a_run > 0.0)) return text;
  const std::string from = duration_text(std::max(runs.low, 1.0) * report.seconds_a_run);
  const std::string to = duration_text(runs.high * report.seconds_a_run);
  return fmt::format("{}, {}", text, from == to ? to : from + " to " + to);
}

std::string evidence_text(const Findings& findings) {
  return fmt::format("{} of {}", signed_number(std::max(findings.evidence, 0.0)),
                     signed_number(findings.required));
}

/// One command alone: "mean known to 3.2 % (wanted: 1 %), about 40 more runs, 4 s". The width of an
/// interval shrinks as the root of the number of runs grows.
std::string precision_line(const RaceReport& report) {
  const double precision = race::known_to(report.spec.scale, report.status.arms[0]);
  const std::string wanted = margin_text(report.spec.margin, margin_kind(report.spec.scale));
  if (!std::isfinite(precision)) return fmt::format("mean not known yet (wanted: to {})", wanted);
  const std::string known =
      fmt::format("mean known to {} (wanted: {})", precision_text(report, precision), wanted);
  const double ratio = precision / report.spec.margin;
  // The first few runs say little about the spread.
  if (ratio <= 1.0 || report.status.samples < race::Solo::least_runs) return known;
  const double rest = static_cast<double>(report.status.samples) * (ratio * ratio - 1.0);
  return fmt::format("{}, about {} more runs, {}", known, short_samples(std::ceil(rest)),
                     duration_text(rest * report.seconds_a_run));
}

/// The evidence and the estimated rest, in one or two lines.
std::vector<std::string> evidence_lines(const RaceReport& report, std::size_t width) {
  if (is_alone(report)) return {precision_line(report)};
  const std::optional<Findings>& findings = report.status.findings;
  if (!findings) return {"evidence: none yet"};
  const std::size_t bar = std::clamp<std::size_t>(width / 4, 8, 20);
  std::string evidence =
      fmt::format("evidence {} {}", meter(findings->evidence / findings->required, bar),
                  evidence_text(*findings));
  std::string to_go = to_go_text(report);
  if (width_of(evidence) + 2 + width_of(to_go) > width) return {evidence, to_go};
  return {evidence + "  " + to_go};
}

std::string runs_so_far(const RaceReport& report) {
  if (report.status.rounds) {
    return fmt::format("{} in {}, {}", counted(report.status.samples, "run"),
                       rounds_text(*report.status.rounds), duration_text(report.seconds));
  }
  return fmt::format("{} in {}", counted(report.status.samples, "run"),
                     duration_text(report.seconds));
}

std::string activity_line(const RaceReport& report, const Activity& activity) {
  const std::string text = runs_so_far(report);
  if (activity.text.empty()) return text;
  return fmt::format(
      "{}; now: {}{}", text, activity.text,
      activity.seconds < 1.0 ? "" : fmt::format(", {:.0f} s", std::floor(activity.seconds)));
}

}  // namespace

std::vector<std::string> race_frame(const RaceReport& report, const Activity& activity,
                                    const Screen& screen) {
  const std::size_t width =
      std::max<std::size_t>(screen.columns, 20) - 1;  // the last column may wrap
  std::vector<std::string> below = evidence_lines(report, width);
  below.push_back(activity_line(report, activity));
  const std::size_t others = below.size() + 2;  // the heading and the line of the cursor
  const std::size_t room = screen.lines > others + 2 ? screen.lines - others : 2;
  const bool all = report.status.arms.size() <= room;
  std::vector<std::size_t> shown =
      leading_places(report.status, all ? report.status.arms.size() : room - 1);
  const std::size_t more = report.status.arms.size() - shown.size();
  std::vector<std::string> lines =
      Chart(report, std::move(shown), {width, screen.lines, screen.colour, screen.utf8}).lines();
  if (more > 0) lines.push_back(fmt::format("  and {} more", more));
  for (const std::string& line : below) lines.push_back(shortened(line, width));
  return lines;
}

std::string race_line(const RaceReport& report) {
  if (is_alone(report)) {
    return fmt::format("{}: {}", runs_so_far(report), precision_line(report));
  }
  const std::optional<Findings>& findings = report.status.findings;
  if (!findings) return runs_so_far(report);
  const std::string leader =
      !report.spec.max_slowdown
          ? called(report.spec, report.status.arms[*leader_of(report)].name) + " leads, "
          : std::string();
  return fmt::format("{}: {}evidence {}, {}", runs_so_far(report), leader, evidence_text(*findings),
                     to_go_text(report));
}

RaceView::RaceView(bool commands_print, Style style)
    : style_(style), live_(is_redrawn(stderr, style) && !commands_print) {
  if (!live_) due_ = Clock::now() + line_gap;
}

RaceView::~RaceView() { erase(); }

void RaceView::announce(std::string_view line) {
  if (!live_ && style_ != Style::none) write_message(line);
}

void RaceView::set_activity(std::string text) {
  activity_.text = std::move(text);
  busy_since_ = Clock::now();
}

void RaceView::refresh(const std::function<RaceReport()>& report) {
  const Clock::time_point began = Clock::now();
  if (began < due_ || style_ == Style::none) return;
  report_ = report();
  drawn_at_ = Clock::now();  // the time of the report counts from here
  if (live_) {
    draw();
  } else {
    write_message(race_line(*report_));
  }
  const Clock::time_point end = Clock::now();
  due_ = std::max(began + (live_ ? frame_gap : line_gap), end + report_share * (end - began));
}

void RaceView::tick() {
  if (live_ && report_ && Clock::now() - drawn_at_ >= frame_gap) draw();
}

/// The number of rows that the lines take, in case the screen has become narrower.
std::size_t RaceView::rows_on_screen(std::size_t columns) const {
  std::size_t rows = 0;
  for (const std::size_t width : drawn_widths_) {
    rows += std::max<std::size_t>(1, (width + columns - 1) / columns);
  }
  return rows;
}

void RaceView::draw() {
  const Screen screen = screen_of(stderr, style_);
  const Clock::time_point now = Clock::now();
  activity_.seconds = std::chrono::duration<double>(now - busy_since_).count();
  report_->seconds += std::chrono::duration<double>(now - drawn_at_).count();
  const std::vector<std::string> lines = race_frame(*report_, activity_, screen);
  // One write without clearing the screen first, so that it does not flicker.
  std::string frame =
      drawn_widths_.empty() ? "\r" : fmt::format("\r\x1b[{}A", rows_on_screen(screen.columns));
  for (const std::string& line : lines) {
    frame += (screen.utf8 ? line : in_ascii(line)) + "\x1b[K\r\n";
  }
  frame += "\x1b[J";
  std::fwrite(frame.data(), 1, frame.size(), stderr);
  std::fflush(stderr);
  drawn_widths_.clear();
  for (const std::string& line : lines) drawn_widths_.push_back(visible_width(line));
  drawn_at_ = now;
}

void RaceView::erase() {
  if (drawn_widths_.empty()) return;
  const std::string up = fmt::format("\r\x1b[{}A\x1b[J", rows_on_screen(screen_of(stderr).columns));
  std::fwrite(up.data(), 1, up.size(), stderr);  // a closed terminal is not an error
  std::fflush(stderr);
  drawn_widths_.clear();
  report_.reset();
}

}  // namespace mirador::cli
