#include "live/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "html/html.hpp"
#include "html/style.hpp"
#include "live/evidence_chart.hpp"
#include "live/words.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/text.hpp"
#include "plot/interval_plot.hpp"
#include "plot/theme.hpp"
#include "text/drawing.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {
namespace {

using namespace page;

constexpr std::size_t most_drawn = 40;

std::string contradiction(const ExperimentStatus& status) {
  if (!status.contradiction) return {};
  return fmt::format(" <b>Assumption {}.</b>", escaped(contradiction_text(status)));
}

/// The answer with its error probability, in two sentences.
std::string summary(const ExperimentSpec& spec, const ExperimentStatus& status) {
  const auto box = [](const std::string& text) {
    return fmt::format("<div class=\"summary\"><p>{}</p></div>\n", text);
  };
  const std::string guarantee =
      fmt::format("Stopping rule: {} [{}], {}.{}", escaped(stopping_name(spec)),
                  guarantee_text(status), escaped(status.guarantee_reason), contradiction(status));
  if (status.verdict) {
    const std::string doubt = change_of_mind(status), equal = margin_note(spec, status);
    return box(fmt::format(
        "<b>Verdict: {}</b>, after {}; {}. {}{}{}", escaped(status.verdict->answer.text),
        counted(status.verdict->samples, "sample"), risk_text(status),
        equal.empty() ? "" : fmt::format("Equal: {}. ", escaped(equal)),
        doubt.empty() ? "" : fmt::format("<b>But {}.</b> ", escaped(doubt)), guarantee));
  }
  const std::string state = status.phase == Phase::undecided
                                ? fmt::format("<b>Undecided:</b> {}.", what_ran_out(status))
                                : "<b>No verdict yet.</b>";
  if (!status.findings) {
    return box(
        state +
        (status.rounds ? " No round is complete. " : " Some arms have too few measurements. ") +
        guarantee);
  }
  const std::string forecast = forecast_text(status);
  const std::string so_far = escaped(recommendation_text(spec, status));
  return box(fmt::format(
      "{} The answer of the data so far is <b>{}</b>; {}.{}{} {}", state,
      escaped(status.findings->answer.text), risk_text(status),
      so_far.empty()
          ? ""
          : fmt::format(" {} {}.", budget_is_spent(status) ? "Budget" : "So far", so_far),
      forecast.empty() ? "" : fmt::format(" Forecast: {}.", forecast), guarantee));
}

Table arm_table(const ExperimentStatus& status) {
  Table table{{"arm", "pulls", "share", "best share", "mean", "interval", "open tickets"}, {}};
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
         arm.mean ? number(arm.low, Rounding::down) + " to " + number(arm.high, Rounding::up) : "–",
         std::to_string(arm.pending)});
  }
  return table;
}

/// What the arrows of a chart mean, if it has some.
template <class Estimates>
std::string note_of_arrows(const Estimates& shown) {
  const bool open = std::ranges::any_of(
      shown, [](const auto& one) { return !std::isfinite(one.low) || !std::isfinite(one.high); });
  return open ? " An arrow: the interval is not bounded yet." : "";
}

/// Means with their intervals, and the numbers of pulls.
std::string arm_chart(const ExperimentSpec& spec, const ExperimentStatus& status) {
  plot::IntervalPlot chart;
  chart.caption = {
      .title = "Means and pulls of the arms",
      .description =
          "One dot per arm for its mean, with the interval, and one bar for the "
          "number of its measurements.",
      .note = fmt::format("All means lie in their intervals, at all times, with "
                          "probability {}.{}",
                          confidence_text(risk_of(status)), note_of_arrows(status.arms))};
  chart.series = {""};
  chart.panels.resize(2);
  plot::IntervalPanel &means = chart.panels[0], &pulls = chart.panels[1];
  means.x.label = spec.scale == Scale::log ? "geometric mean" : "mean";
  pulls.x = {.label = "measurements", .from = 0.0};
  pulls.mark = plot::IntervalPanel::Mark::bar;
  means.series.resize(1);
  pulls.series.resize(1);
  for (const ArmStatus& arm : leading_arms(status, most_drawn)) {
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
  return {{"what", "count"},
          {{"events", std::to_string(counts.events)},
           {"asked", std::to_string(counts.asked)},
           {"told", std::to_string(counts.told)},
           {"observed unasked", std::to_string(counts.observed)},
           {"abandoned", std::to_string(counts.abandoned)},
           {"tickets still open", std::to_string(history.now.open.size())}}};
}

}  // namespace

std::string live_page(const std::string& name, const History& history) {
  const ExperimentSpec& spec = history.spec;
  const ExperimentStatus& status = history.now;
  const std::string budget =
      status.max_samples ? fmt::format(" of at most {}", *status.max_samples) : "";
  const std::string waiting =
      status.waiting.empty()
          ? ""
          : fmt::format("<p>{}: {}.</p>", escaped(waiting_text(status)), waiting_remedy(status));
  const std::string body =
      fmt::format("<h1>{}</h1><p class=\"meta\">{}; {}{} samples; {}. Made by mirador {}.</p>",
                  escaped(name), escaped(question_line(spec)), status.samples, budget,
                  phase_text(status), MIRADOR_VERSION) +
      summary(spec, status) + waiting + plan_of(status) + section("arms", "The arms") +
      arms_of(spec, status) + section("evidence", "Evidence against what is required") +
      evidence_chart(history) + section("log", "The log") + html(log_table(history), "");
  return document(name, std::string(style()) + std::string(plot::style_sheet()), body);
}

}  // namespace mirador::cli
