#include "paper/charts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "plot/box_plot.hpp"
#include "plot/interval_plot.hpp"
#include "plot/line_plot.hpp"

namespace mirador::paper {
namespace {

using plot::AxisKind;

/// Each rule has the same colour in every figure.
std::size_t style_of(const std::string& rule) {
  static const std::vector<std::string> order = {"bc", "ttts", "lmac", "lma", "dt", "unif"};
  if (rule == "fw") return style_of("bc");
  if (rule == "fw:forcing=none") return order.size();
  if (rule.starts_with("lma:")) return style_of("ttts");  // the two never appear together
  const auto found = std::ranges::find(order, rule);
  return static_cast<std::size_t>(found - order.begin());
}

plot::Box box_of(const Summary& summary) {
  return {.low = summary.quantile(0.05),
          .q1 = summary.quantile(0.25),
          .median = summary.quantile(0.5),
          .q3 = summary.quantile(0.75),
          .high = summary.quantile(0.95),
          .mean = summary.mean(),
          .error = summary.std_error(),
          .note = fmt::format("{:.0f} ± {:.0f}", summary.mean(), summary.std_error())};
}

/// Stopping times of every rule, one panel per risk, with a line at T* log(1/δ).
plot::BoxPlot boxes_of(const Simulation& simulation) {
  plot::BoxPlot chart;
  chart.y = {.label = "samples until the rule stops, τ", .from = 0.0};
  chart.caption.note = fmt::format(
      "Box: quartiles; line: median; whiskers: 5 % and 95 %; dot: mean ± standard error, in "
      "numbers where there is room. Stopping rule: {} [{}].",
      simulation.report.request.stopping, to_string(simulation.report.guarantee.status));
  for (const RuleResult& result : simulation.report.results) {
    chart.categories.push_back(display_name(result.rule));
    chart.styles.push_back(style_of(result.rule));
  }
  const std::vector<double>& deltas = simulation.report.request.plan.deltas;
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    const double reference = -simulation.report.analysis.bound.time * std::log(deltas[i]);
    plot::BoxPanel panel{
        .title = fmt::format("δ = {}", deltas[i]),
        .boxes = {},
        .references = {{reference, fmt::format("T* log(1/δ) = {:.1f}", reference)}}};
    for (const RuleResult& result : simulation.report.results) {
      panel.boxes.push_back(box_of(result.summaries[i]));
    }
    chart.panels.push_back(std::move(panel));
  }
  return chart;
}

plot::BoxPlot figure1_chart(const Study& study, const Findings& findings) {
  plot::BoxPlot chart = boxes_of(study["figure1"]);
  chart.caption.title = "Samples until each sampling rule stops";
  chart.caption.description = fmt::format(
      "Box plots of the stopping time of six sampling rules on the means 1, 0.85, 0.8 and 0.75 at "
      "risks 0.1 and 0.01, {} runs each, beside the asymptotic times {:.1f} and {:.1f}.",
      study.settings.runs, findings.references.front().samples, findings.references.back().samples);
  return chart;
}

std::string stopping_name(const NormalisedTimes& times) {
  return times.stopping == "heuristic" ? "" : fmt::format(", {} threshold", times.stopping);
}

plot::LinePlot normalised_chart(const std::vector<NormalisedTimes>& list, double time) {
  plot::LinePlot chart;
  chart.x = {.label = "accepted risk δ", .kind = AxisKind::log, .reversed = true};
  double lowest = time;
  for (const NormalisedTimes& times : list) {
    for (const auto& point : times.points) lowest = std::min(lowest, point.ratio);
  }
  chart.y = {.label = "mean τ / log(1/δ)", .kind = AxisKind::log, .from = 0.8 * lowest};
  chart.across = {{time, fmt::format("T* = {:.1f}", time)}};
  for (const NormalisedTimes& times : list) {
    plot::Series series{.name = display_name(times.rule) + stopping_name(times), .points = {}};
    series.style = style_of(times.rule);
    if (times.stopping != "heuristic") series.dash = plot::Dash::dashed;
    for (const auto& point : times.points) {
      series.points.push_back({point.delta, point.ratio, point.ratio - 2.0 * point.std_error,
                               point.ratio + 2.0 * point.std_error});
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// A quantity along a trajectory.
plot::Series along(const TrajectoryRecord& trajectory, double TrajectoryPoint::*quantity) {
  plot::Series series{.name = display_name(trajectory.rule), .points = {}, .markers = false};
  series.dash = plot::Dash::solid;
  series.style = style_of(trajectory.rule);
  for (const TrajectoryPoint& point : trajectory.points) {
    series.points.push_back({static_cast<double>(point.round), point.*quantity});
  }
  return series;
}

plot::Series bound_along(const TrajectoryRecord& trajectory, double TrajectoryPoint::*bound,
                         const std::string& name) {
  plot::Series series = along(trajectory, bound);
  series.name = name;
  series.dash = plot::Dash::dashed;
  return series;
}

template <class Chart>
std::string drawn(const Chart& chart, const std::string& id) {
  return plot::responsive(chart, {.id = id, .width = 1080.0, .show_title = false});
}

}  // namespace

std::string figure1_file(const Study& study, const Findings& findings) {
  return plot::draw(figure1_chart(study, findings), {.id = "figure1", .width = 1080.0});
}

std::string figure1(const Study& study, const Findings& findings) {
  return drawn(figure1_chart(study, findings), "figure1");
}

std::string example_figure(const Simulation& simulation) {
  plot::BoxPlot chart = boxes_of(simulation);
  chart.caption.title = "Samples until each sampling rule stops: " + simulation.name;
  chart.caption.description =
      "Box plots of the stopping time of the sampling rules at risks 0.1 and 0.01.";
  if (simulation.name == "signed") {
    chart.y.kind = AxisKind::log;
    chart.y.from.reset();
  }
  return drawn(chart, "example-" + simulation.name);
}

std::string step_time_figure(const Findings& findings) {
  plot::IntervalPlot chart;
  chart.caption = {.title = "Time of one step",
                   .description = "Seconds of one step of each rule, here and in the paper.",
                   .note = {}};
  chart.series = {"here", "in the paper"};
  plot::IntervalPanel panel;
  panel.x = {.label = "seconds per step", .kind = AxisKind::log};
  panel.series.resize(chart.series.size());
  for (const StepTime& step : findings.steps) {
    chart.categories.push_back(display_name(step.rule));
    panel.series[0].push_back({.value = step.seconds, .text = rounded(step.speed_up()) + "×"});
    panel.series[1].push_back({.value = step.paper_seconds});
  }
  chart.panels.push_back(std::move(panel));
  return drawn(chart, "step-time");
}

std::string theorem_figure(const Findings& findings) {
  plot::LinePlot chart = normalised_chart(findings.theorem, findings.time);
  chart.caption = {.title = "The theorem in practice",
                   .description =
                       "Mean stopping time over log(1/δ) against δ from 0.1 to 1e-20, "
                       "falling towards the characteristic time T*.",
                   .note =
                       "Bars: two standard errors. One trajectory serves all risks. Stopping rule "
                       "heuristic [heuristic] where no other is named; mixture and menard are "
                       "proved."};
  return drawn(chart, "theorem");
}

std::string signed_theorem_figure(const Findings& findings) {
  plot::LinePlot chart = normalised_chart(findings.theorem_signed, findings.signed_time);
  chart.caption = {.title = "Signed: with forced exploration and without",
                   .description =
                       "Mean stopping time over log(1/δ) against δ for the signed problem, of "
                       "Frank-Wolfe without and with forcing and of LMA, and T*.",
                   .note = "Bars: two standard errors. Stopping rule: heuristic [heuristic]."};
  return drawn(chart, "theorem-signed");
}

std::string share_figure(const TrajectoryRecord& trajectory, const Findings& findings) {
  plot::LinePlot chart;
  chart.caption = {.title = "The proportions of one trajectory",
                   .description =
                       "The share of each arm in the samples so far, converging to the "
                       "optimal proportions.",
                   .note = {}};
  chart.x = {.label = "samples so far, t", .kind = AxisKind::log};
  chart.y = {.label = "share of the samples, N(t)/t", .from = 0.0};
  for (std::size_t a = 0; a < findings.weights.size(); ++a) {
    plot::Series series{.name = fmt::format("arm {}", a + 1), .points = {}, .markers = false};
    for (const TrajectoryPoint& point : trajectory.points) {
      series.points.push_back({static_cast<double>(point.round), point.shares[a]});
    }
    chart.series.push_back(std::move(series));
    chart.across.push_back(
        {findings.weights[a], fmt::format("w* of arm {}: {:.3f}", a + 1, findings.weights[a])});
  }
  return drawn(chart, "shares");
}

std::string tracking_figure(const Study& study) {
  plot::LinePlot chart;
  chart.caption = {.title = "Tracking",
                   .description =
                       "The largest distance between an arm's pulls and the sum of its "
                       "mirror weights, below the bound 2K√t.",
                   .note = {}};
  chart.x = {.label = "samples so far, t", .kind = AxisKind::log};
  chart.y = {.label = "largest deviation of the pulls, samples", .kind = AxisKind::log};
  for (const TrajectoryRecord& trajectory : study.trajectories) {
    chart.series.push_back(along(trajectory, &TrajectoryPoint::tracking));
  }
  chart.series.push_back(
      bound_along(study.trajectories.front(), &TrajectoryPoint::tracking_bound, "bound 2K√t"));
  return drawn(chart, "tracking");
}

std::string regret_figure(const Study& study) {
  plot::LinePlot chart;
  chart.caption = {.title = "Regret of the mirror ascent",
                   .description =
                       "The regret of the learners on their linear gains against the best fixed "
                       "weights, below the guaranteed bound.",
                   .note = {}};
  chart.x = {.label = "samples so far, t", .kind = AxisKind::log};
  chart.y = {.label = "regret, nats", .kind = AxisKind::log};
  for (const TrajectoryRecord& trajectory : study.trajectories) {
    chart.series.push_back(along(trajectory, &TrajectoryPoint::linear_regret));
    chart.series.push_back(bound_along(trajectory, &TrajectoryPoint::regret_bound,
                                       display_name(trajectory.rule) + ", bound"));
  }
  return drawn(chart, "regret");
}

std::string scale_figure(const Findings& findings) {
  plot::LinePlot chart;
  chart.caption = {.title = "The scale L of the learning rate",
                   .description = "Mean stopping time against the scale L, and of AdaHedge.",
                   .note =
                       "Bars: two standard errors. Horizontal lines: AdaHedge, which needs no "
                       "scale."};
  chart.x = {.label = "scale L of η = 1/(L√t)", .kind = AxisKind::log};
  chart.y = {.label = "mean τ, samples", .from = 0.0};
  for (const ScaleCurve& curve : findings.scales) {
    plot::Series series{.name = fmt::format("δ = {}", curve.delta), .points = {}};
    for (const ScalePoint& point : curve.points) {
      series.points.push_back({point.scale, point.mean, point.mean - 2.0 * point.std_error,
                               point.mean + 2.0 * point.std_error});
    }
    chart.series.push_back(std::move(series));
    chart.across.push_back({curve.adaptive, fmt::format("AdaHedge {:.0f}", curve.adaptive)});
  }
  return drawn(chart, "scale");
}

std::string threshold_figure(const Findings& findings, const std::string& instance,
                             const std::string& id) {
  plot::IntervalPlot chart;
  chart.caption = {.title = "Stopping rules on the same rewards: " + instance,
                   .description = "Mean samples and error rates of the stopping rules.",
                   .note =
                       "Sampling rule BC. Samples: mean with two standard errors, and the ratio to "
                       "the heuristic at the smaller risk. Errors: observed error rate up to its "
                       "99.9 % upper bound. heuristic is not proved, the other three are."};
  plot::IntervalPanel samples, errors;
  samples.title = "samples";
  samples.x = {.label = "mean τ", .kind = AxisKind::log};
  errors.title = "errors";
  errors.x.label = "share of wrong answers, %";
  for (const Reference& reference : findings.references) {
    chart.series.push_back(fmt::format("δ = {}", reference.delta));
    errors.references.push_back({100.0 * reference.delta, fmt::format("δ = {}", reference.delta)});
    samples.series.emplace_back();
    errors.series.emplace_back();
  }
  for (const ThresholdRow& row : findings.thresholds) {
    if (row.instance != instance || row.rule != "bc") continue;
    const bool first = row.delta == findings.references.front().delta;
    if (first) chart.categories.push_back(row.stopping);
    const std::size_t series = first ? 0 : 1;
    samples.series[series].push_back({.value = row.mean,
                                      .low = row.mean - 2.0 * row.std_error,
                                      .high = row.mean + 2.0 * row.std_error,
                                      .text = first ? "" : fmt::format("{:.2f}×", row.ratio)});
    errors.series[series].push_back({.value = 100.0 * row.error_rate,
                                     .low = 100.0 * row.error_rate,
                                     .high = 100.0 * row.error_upper,
                                     .text = {}});
  }
  chart.panels = {std::move(samples), std::move(errors)};
  return drawn(chart, id);
}

}  // namespace mirador::paper
