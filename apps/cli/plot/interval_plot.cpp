#include "plot/interval_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "plot/text.hpp"

namespace mirador::plot {
namespace {

/// The series use this share of the room of a category.
constexpr double filled = 0.72;

void check(const IntervalPlot& plot, const IntervalPanel& panel) {
  const bool matches = panel.series.size() == plot.series.size() && !plot.categories.empty() &&
                       std::all_of(panel.series.begin(), panel.series.end(), [&](const auto& list) {
                         return list.size() == plot.categories.size();
                       });
  if (!matches) {
    throw std::invalid_argument(
        fmt::format("panel '{}' needs one estimate for each of {} series and {} categories",
                    panel.title, plot.series.size(), plot.categories.size()));
  }
}

/// The position of an estimate on the axis of the categories.
double place_of(const IntervalPlot& plot, std::size_t series, std::size_t category) {
  const auto count = static_cast<double>(plot.series.size());
  return static_cast<double>(category) +
         filled * ((static_cast<double>(series) + 0.5) / count - 0.5);
}

PanelPlan plan_of(const IntervalPlot& plot, const IntervalPanel& panel) {
  PanelPlan plan = {.title = panel.title, .upright = drawable(panel.references, panel.x)};
  std::vector<double> values;
  for (std::size_t s = 0; s < plot.series.size(); ++s) {
    for (std::size_t c = 0; c < plot.categories.size(); ++c) {
      const Estimate& estimate = panel.series[s][c];
      values.insert(values.end(), {estimate.value, estimate.low, estimate.high});
      if (!estimate.text.empty()) plan.margin.push_back({place_of(plot, s, c), estimate.text});
    }
  }
  for (const Reference& reference : panel.references) values.push_back(reference.at);
  plan.x = numeric(panel.x, values);
  std::vector<Tick> categories;
  for (std::size_t c = 0; c < plot.categories.size(); ++c) {
    categories.push_back({.at = static_cast<double>(c),
                          .label = plot.categories[c],
                          .strong = std::ranges::count(plot.leaders, c) > 0});
  }
  plan.y = categorical(std::move(categories), true);
  plan.y.axis.reversed = true;
  return plan;
}

std::string tip_of(const std::string& category, const std::string& series, const Estimate& estimate,
                   bool interval) {
  std::string tip = fmt::format("{}{}{}: {}", category, series.empty() ? "" : ", ", series,
                                readable(estimate.value));
  const auto end = [](double value) {
    return std::isfinite(value) ? readable(value) : std::string("…");
  };
  if (interval) tip += fmt::format(" ({} to {})", end(estimate.low), end(estimate.high));
  return tip;
}

bool is_behind(const IntervalPlot& plot, std::size_t category) {
  return !plot.leaders.empty() && std::ranges::count(plot.leaders, category) == 0;
}

/// Where an end of an interval is drawn: at its value, or at the border if it is open.
struct End {
  double x;
  bool open;
};

End end_of(const Panel& panel, double value, double border) {
  if (panel.x.shows(value)) return {panel.x(value), false};
  return {border, true};
}

void draw_interval(Svg& svg, const Panel& panel, const Estimate& estimate, double y) {
  constexpr double inset = 2.0, head = 6.0;
  const End low = end_of(panel, estimate.low, panel.left + inset),
            high = end_of(panel, estimate.high, panel.right - inset);
  svg.line("mp-interval", low.x, y, high.x, y);
  for (const auto& [end, back] : {std::pair(low, head), std::pair(high, -head)}) {
    if (!end.open) continue;
    svg.path("mp-arrow", fmt::format("M{},{}l{},{}m{},{}l{},{}", pixels(end.x), pixels(y),
                                     pixels(back), pixels(-0.8 * head), pixels(-back),
                                     pixels(0.8 * head), pixels(back), pixels(0.8 * head)));
  }
}

void draw_bar(Svg& svg, const Panel& panel, double value, double y, std::string_view tip) {
  constexpr double height = 10.0;
  const double width = panel.x(value) - panel.left;
  svg.path("mp-bar",
           fmt::format("M{},{}h{}v{}h{}z", pixels(panel.left), pixels(y - 0.5 * height),
                       pixels(width), pixels(height), pixels(-width)),
           {}, tip);
}

void draw_estimate(Svg& svg, const Panel& panel, const IntervalPlot& plot, std::size_t series,
                   std::size_t category) {
  const Estimate& estimate = plot.panels[panel.index].series[series][category];
  if (!panel.x.shows(estimate.value)) return;
  const bool interval = !std::isnan(estimate.low) && !std::isnan(estimate.high);
  const double y = panel.y(place_of(plot, series, category));
  const std::string tip =
      tip_of(plot.categories[category], plot.series[series], estimate, interval);
  const std::string colour = is_behind(plot, category) ? "mp-behind" : colour_class(series);
  svg.open("g", {{"class", colour}});
  if (interval) draw_interval(svg, panel, estimate, y);
  if (plot.panels[panel.index].mark == IntervalPanel::Mark::bar) {
    draw_bar(svg, panel, estimate.value, y, tip);
  } else {
    draw_marker(svg, series, colour, panel.x(estimate.value), y, tip);
  }
  svg.close();
}

}  // namespace

std::string draw(const IntervalPlot& plot, const Canvas& canvas) {
  const auto categories = static_cast<double>(plot.categories.size());
  const auto series = static_cast<double>(plot.series.size());
  FigurePlan figure = {.caption = plot.caption,
                       .panel_height = categories * (12.0 + 18.0 * series)};
  for (std::size_t s = 0; plot.series.size() > 1 && s < plot.series.size(); ++s) {
    figure.legend.push_back({plot.series[s], LegendEntry::Key::marker, s});
  }
  for (const IntervalPanel& panel : plot.panels) {
    check(plot, panel);
    figure.panels.push_back(plan_of(plot, panel));
  }
  return draw_figure(figure, canvas, [&](Svg& svg, const Panel& panel) {
    for (std::size_t s = 0; s < plot.series.size(); ++s) {
      for (std::size_t c = 0; c < plot.categories.size(); ++c) {
        draw_estimate(svg, panel, plot, s, c);
      }
    }
  });
}

}  // namespace mirador::plot
