#include "live/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "html/html.hpp"
#include "live/evidence_chart.hpp"
#include "live/words.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/text.hpp"
#include "plot/interval_plot.hpp"
#include "plot/line_plot.hpp"
#include "text/drawing.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {
namespace {

using namespace page;

constexpr std::size_t most_drawn = 40, most_lines = 7;

/// What is proved, folded.
std::string proof(const ExperimentSpec& spec, const ExperimentStatus& status) {
  return details("What is proved, and what that assumes",
                 fmt::format("<p>Stopping rule: {} [{}], {}.</p>", escaped(stopping_name(spec)),
                             guarantee_text(status), escaped(status.guarantee_reason)));
}

/// The answer in one line.
std::string answer_of(const ExperimentStatus& status) {
  if (status.verdict) {
    return fmt::format("<b>Verdict: {}</b>", escaped(status.verdict->answer.text));
  }
  const std::string state = status.phase == Phase::undecided
                                ? fmt::format("<b>Undecided:</b> {}.", what_ran_out(status))
                                : "<b>No verdict yet.</b>";
  return status.findings ? fmt::format("{} The answer of the data so far is <b>{}</b>.", state,
                                       escaped(status.findings->answer.text))
                         : state;
}

/// What is known about the answer, as terms and sentences.
std::string facts_of(const ExperimentSpec& spec, const ExperimentStatus& status) {
  const std::string contradicted = contradiction_text(status);
  std::string facts =
      contradicted.empty()
          ? ""
          : fact("assumption", fmt::format("<b>Assumption {}.</b>", escaped(contradicted)));
  const std::string budget =
      status.max_samples ? fmt::format(" of at most {}", *status.max_samples) : "";
  const std::string measured = fmt::format("{}{}", status.samples, budget);
  if (status.verdict) {
    return facts + fact("risk", escaped(risk_text(status))) +
           fact("doubt", escaped(change_of_mind(status))) +
           fact("equal", escaped(margin_note(spec, status))) +
           fact("measurements", measured + (status.samples == status.verdict->samples
                                                ? ""
                                                : fmt::format("; the verdict came after {}",
                                                              status.verdict->samples)));
  }
  const std::string price = status.risk_in_all ? "; " + arms_risk_text(status) : "";
  if (!status.findings) {
    return facts +
           fact("answer",
                fmt::format("No answer yet: {}{}.", escaped(lacking_text(spec, status)), price)) +
           fact("measurements", measured);
  }
  const std::string so_far = recommendation_text(spec, status);
  return facts + fact("risk", escaped(risk_text(status) + price)) +
         fact(budget_is_spent(status) ? "budget" : "so far", escaped(so_far)) +
         fact("forecast", escaped(forecast_text(status))) + fact("measurements", measured);
}

/// The answer first, then what is known about it.
std::string summary(const ExperimentSpec& spec, const ExperimentStatus& status) {
  return fmt::format(
      "<div class=\"summary\"><p class=\"answer\">{}</p>\n<dl class=\"facts\">{}</dl>{}</div>\n",
      answer_of(status), facts_of(spec, status), proof(spec, status));
}

Table arm_table(const ExperimentStatus& status) {
  Table table{{"arm", "pulls", "share", "best share", "mean", "interval", "open tickets"}, {}};
  table.name = "The arms";
  const auto total = static_cast<double>(std::max<std::uint64_t>(status.samples, 1));
  const Interval range = WhiskerScale::range_of(status.arms);
  const auto number = [&](double value, Rounding rounding) {
    return std::isfinite(value) ? number_on_scale(value, range.high - range.low, rounding)
                                : std::string(value < 0.0 ? "−∞" : "∞");
  };
  for (const ArmStatus& arm : status.arms) {
    table.rows.push_back(
        {name_of(arm) + (in_answer(status, arm.name) ? " ●" : ""), std::to_string(arm.pulls),
         percent(static_cast<double>(arm.pulls) / total) + " %",
         arm.target ? percent(*arm.target) + " %" : "–",
         arm.mean ? number(*arm.mean, Rounding::nearest) : "–",
         arm.mean && !arm.retired
             ? number(arm.low, Rounding::down) + " to " + number(arm.high, Rounding::up)
             : "–",
         std::to_string(arm.pending)});
  }
  return table;
}

/// What the arrows of a chart mean, if it has some.
template <class Estimates>
std::string note_of_arrows(const Estimates& shown) {
  const bool open = std::ranges::any_of(
      shown, [](const auto& one) { return std::isinf(one.low) || std::isinf(one.high); });
  return open ? " An arrow: the interval is not bounded yet." : "";
}

/// Means with their intervals, and the numbers of pulls.
std::string arm_chart(const ExperimentSpec& spec, const ExperimentStatus& status) {
  std::vector<ArmStatus> arms = leading_arms(status, most_drawn);
  for (ArmStatus& arm : arms) {
    if (arm.retired) arm.low = arm.high = plot::missing;  // nothing is claimed of its mean
  }
  plot::IntervalPlot chart;
  chart.caption = {.title = "Means and pulls of the arms",
                   .description =
                       "One dot per arm for its mean, with the interval, and one bar for the "
                       "number of its measurements.",
                   .note = fmt::format("All means lie in their intervals, at all times, with "
                                       "probability {}.{}",
                                       confidence_text(risk_of(status)), note_of_arrows(arms))};
  chart.series = {""};
  chart.panels.resize(2);
  plot::IntervalPanel &means = chart.panels[0], &pulls = chart.panels[1];
  means.x.label = spec.scale == Scale::log ? "geometric mean" : "mean";
  pulls.x = {.label = "measurements", .from = 0.0};
  pulls.mark = plot::IntervalPanel::Mark::bar;
  means.series.resize(1);
  pulls.series.resize(1);
  for (const ArmStatus& arm : arms) {
    if (!arm.mean) continue;
    chart.categories.push_back(name_of(arm));
    means.series[0].push_back({*arm.mean, arm.low, arm.high});
    pulls.series[0].push_back(
        {static_cast<double>(arm.pulls), plot::missing, plot::missing, std::to_string(arm.pulls)});
  }
  if (chart.categories.empty()) return "<p>Nothing has been measured yet.</p>\n";
  if (const auto level = level_of(spec.question)) {
    means.references = {{*level, fmt::format("level {}", exact(*level))}};
  }
  return figure(plot::responsive(chart, {.id = "arms", .width = 960.0}), "");
}

const DifferenceStatus* difference_of(const RoundsStatus& rounds, const std::string& arm) {
  const auto found = std::ranges::find(rounds.differences, arm, &DifferenceStatus::arm);
  return found == rounds.differences.end() ? nullptr : &*found;
}

std::string place_of(const RoundsStatus& rounds, const std::string& arm) {
  const auto found = std::ranges::find(rounds.ruled_out, arm, &RuledOut::arm);
  return found == rounds.ruled_out.end() ? "in play"
                                         : fmt::format("ruled out in round {}", found->round);
}

/// The arms of a comparison in rounds, each beside the answer.
Table rounds_table(const ExperimentSpec& spec, const ExperimentStatus& status) {
  const std::string_view what = spec.scale == Scale::log ? "ratio" : "difference";
  Table table{{"arm", "rounds", "better", "worse", "tied", std::string(what), "interval", "state"},
              {}};
  table.name = "The arms";
  const RoundsStatus& rounds = *status.rounds;
  for (const ArmStatus& arm : status.arms) {
    const std::string name = arm.name + (in_answer(status, arm.name) ? " ●" : "");
    const std::string pulls = std::to_string(arm.pulls), place = place_of(rounds, arm.name);
    const DifferenceStatus* const one = difference_of(rounds, arm.name);
    if (one == nullptr) {
      table.rows.push_back({name, pulls, "–", "–", "–", "–", "–", place});
      continue;
    }
    const std::string interval = range_text(
        {one->low, one->high}, -infinity,
        [&](double end, Rounding way) { return signed_number_like(one->estimate, end, way); });
    table.rows.push_back({name, pulls, std::to_string(one->better), std::to_string(one->worse),
                          std::to_string(one->tied), signed_number(one->estimate),
                          interval.empty() ? "not bounded yet" : interval, place});
  }
  return table;
}

/// Differences to the answer with their intervals.
std::string rounds_chart(const ExperimentSpec& spec, const ExperimentStatus& status) {
  const RoundsStatus& rounds = *status.rounds;
  if (rounds.differences.empty()) return "<p>No round is complete.</p>\n";
  const bool ratios = spec.scale == Scale::log;
  const std::string what =
      fmt::format("{} to {}", ratios ? "ratio" : "difference", rounds.differences[0].to);
  plot::IntervalPlot chart;
  chart.caption = {
      .title = "Arms beside " + rounds.differences[0].to,
      .description = "One dot per arm for its " + what + ", with the interval.",
      .note = fmt::format("All of them lie in their intervals, at all times, with "
                          "probability {}.{}",
                          confidence_text(status.delta), note_of_arrows(rounds.differences))};
  chart.series = {""};
  chart.panels.resize(1);
  plot::IntervalPanel& panel = chart.panels[0];
  panel.x.label = what;
  panel.series.resize(1);
  panel.references = {{ratios ? 1.0 : 0.0, rounds.differences[0].to}};
  for (const DifferenceStatus& one :
       std::span(rounds.differences).first(std::min(rounds.differences.size(), most_drawn))) {
    chart.categories.push_back(one.arm);
    panel.series[0].push_back({one.estimate, one.low, one.high});
  }
  return figure(plot::responsive(chart, {.id = "arms", .width = 960.0}), "");
}

/// The arms, in the form of their design.
std::string arms_of(const ExperimentSpec& spec, const ExperimentStatus& status) {
  if (!status.rounds) {
    return arm_chart(spec, status) +
           html(arm_table(status),
                "Best share: the optimal share of the measurements if the means were exact. The "
                "dot marks the answer. " +
                    separate_text(status));
  }
  std::string warnings;
  for (const RoundsWarning& warning : status.rounds->warnings) {
    warnings += fmt::format("<p><b>Warning:</b> {}.</p>\n", escaped(text_of(warning)));
  }
  return rounds_chart(spec, status) + warnings +
         html(rounds_table(spec, status),
              "Better, worse, tied: the rounds in which the arm was so beside the answer, which "
              "the dot marks. " +
                  separate_text(status));
}

/// How the measurements were shared among the arms, as they grew.
std::string allocation_chart(const ExperimentStatus& status, const History& history) {
  plot::LinePlot chart;
  chart.caption = {.title = "Shares of the measurements",
                   .description =
                       "One line per arm for its share of all measurements, against "
                       "their number."};
  chart.x = {.label = "measurements"};
  chart.y = {.label = "share [%]", .from = 0.0};
  const std::vector<std::size_t> places = leading_places(status, most_lines);
  for (const std::size_t a : places) {
    plot::Series series{.name = name_of(status.arms[a]), .points = {}, .markers = false};
    for (const HistoryPoint& point : history.points) {
      if (a >= point.pulls.size() || point.samples == 0) continue;
      series.points.push_back(
          {static_cast<double>(point.samples),
           100.0 * static_cast<double>(point.pulls[a]) / static_cast<double>(point.samples)});
    }
    if (!series.points.empty()) chart.series.push_back(std::move(series));
  }
  if (places.size() < status.arms.size()) {
    chart.caption.note = fmt::format("{} of {} arms: those of the answer and those measured most.",
                                     places.size(), status.arms.size());
  }
  return figure(plot::responsive(chart, {.id = "allocation", .width = 960.0}), "");
}

/// Rounds measure all arms in play alike, so there is nothing to show.
std::string allocation_of(const ExperimentStatus& status, const History& history) {
  if (status.rounds || history.points.size() < 2) return {};
  return section("allocation", "Allocation") + allocation_chart(status, history);
}

/// The changes of the plan, and the notes.
std::string plan_of(const ExperimentStatus& status) {
  std::string items;
  for (const PlanChange& change : status.changes) {
    items += fmt::format("<li>Changed: {}.</li>\n", escaped(change_text(change)));
  }
  for (const ArmChange& change : status.arm_changes) {
    items += fmt::format("<li>Changed: {}.</li>\n", escaped(change_text(change)));
  }
  for (const std::string& tag : status.tags) {
    items += fmt::format("<li>Tag: {}</li>\n", escaped(tag));
  }
  for (const PlanNote& note : status.notes) {
    items += fmt::format("<li>Note: {}</li>\n", escaped(note_text(note)));
  }
  return items.empty() ? "" : "<ul>\n" + items + "</ul>\n";
}

Table log_table(const History& history) {
  const LogCounts& counts = history.counts;
  Table table{{"what", "count"},
              {{"events", std::to_string(counts.events)},
               {"asked", std::to_string(counts.asked)},
               {"told", std::to_string(counts.told)},
               {"added without a ticket", std::to_string(counts.observed)},
               {"abandoned", std::to_string(counts.abandoned)},
               {"tickets still open", std::to_string(history.now.open.size())}}};
  table.name = "The log";
  return table;
}

}  // namespace

Content live_content(const std::string& name, const History& history) {
  const ExperimentSpec& spec = history.spec;
  const ExperimentStatus& status = history.now;
  const std::string waiting =
      status.waiting.empty()
          ? ""
          : fmt::format("<p>{}: {}.</p>", escaped(waiting_text(status)), waiting_remedy(status));
  return {name,
          fmt::format("<h1>{}</h1><p class=\"meta\">{}; {}. Made by mirador {}.</p>", escaped(name),
                      escaped(question_line(spec)), phase_text(status), MIRADOR_VERSION) +
              summary(spec, status) + waiting + plan_of(status) + section("arms", "The arms") +
              arms_of(spec, status) + section("evidence", "Evidence, and what a verdict requires") +
              evidence_chart(history) + allocation_of(status, history),
          details("The log", html(log_table(history), ""))};
}

}  // namespace mirador::cli
