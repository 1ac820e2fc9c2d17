#include "live/evidence_chart.hpp"

#include <algorithm>
#include <cmath>

#include "html/html.hpp"
#include "plot/line_plot.hpp"

namespace mirador::cli {
namespace {

double drawable(double value) { return std::isfinite(value) ? value : plot::missing; }

}  // namespace

std::string evidence_chart(const History& history) {
  plot::Series evidence{.name = "evidence", .points = {}, .markers = false};
  plot::Series required{.name = "required", .points = {}, .markers = false};
  evidence.dash = plot::Dash::solid;
  required.dash = plot::Dash::dashed;
  for (const HistoryPoint& point : history.points) {
    const auto samples = static_cast<double>(point.samples);
    evidence.points.push_back({samples, drawable(std::max(point.evidence, 0.0))});
    required.points.push_back({samples, drawable(point.required)});
  }
  if (history.points.size() == 1) {
    return "<p>The evidence has been looked at only once so far.</p>\n";
  }
  if (history.points.empty()) return "<p>There are too few measurements for a chart.</p>\n";
  plot::LinePlot chart;
  chart.caption = {.title = "Evidence over time",
                   .description =
                       "The evidence for the current answer, and the evidence that a "
                       "verdict requires, against the number of measurements."};
  chart.x = {.label = "measurements"};
  chart.y = {.label = "nats", .from = 0.0};
  chart.series = {std::move(evidence), std::move(required)};
  return page::figure(plot::responsive(chart, {.id = "evidence", .width = 960.0}),
                      "The verdict comes when the evidence reaches what is required.");
}

}  // namespace mirador::cli
