#include "plot/box_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "plot/text.hpp"

namespace mirador::plot {
namespace {

std::vector<double> values_of(const BoxPanel& panel) {
  std::vector<double> values;
  for (const Box& box : panel.boxes) {
    values.insert(values.end(), {box.low, box.q1, box.median, box.q3, box.high, box.mean,
                                 box.mean - box.error, box.mean + box.error});
  }
  for (const Reference& reference : panel.references) values.push_back(reference.at);
  return values;
}

std::string tip_of(const std::string& name, const Box& box) {
  std::string tip = fmt::format("{}: median {}, quartiles {} to {}, whiskers {} to {}", name,
                                readable(box.median), readable(box.q1), readable(box.q3),
                                readable(box.low), readable(box.high));
  if (std::isfinite(box.mean)) tip += fmt::format(", mean {}", readable(box.mean));
  if (std::isfinite(box.error)) tip += fmt::format(" ± {}", readable(box.error));
  return tip;
}

void draw_box(Svg& svg, const Panel& panel, double centre, const Box& box) {
  const double slot = panel.x(1.0) - panel.x(0.0), half = std::min(0.32 * slot, 24.0);
  const auto level = [&](double value, double width) {
    return fmt::format("M{},{}h{}", pixels(centre - width), pixels(panel.y(value)),
                       pixels(2.0 * width));
  };
  const auto stem = [&](double from, double to) {
    return fmt::format("M{0},{1}V{2}", pixels(centre), pixels(panel.y(from)), pixels(panel.y(to)));
  };
  const auto shown = [&](double a, double b) { return panel.y.shows(a) && panel.y.shows(b); };
  for (const auto& [quartile, end] : {std::pair(box.q1, box.low), std::pair(box.q3, box.high)}) {
    if (shown(quartile, end)) svg.path("mp-thin", stem(quartile, end) + level(end, 0.5 * half));
  }
  if (shown(box.q1, box.q3)) {
    const auto [top, bottom] = std::minmax({panel.y(box.q1), panel.y(box.q3)});
    svg.rect("mp-box", centre - half, top, 2.0 * half, bottom - top);
  }
  if (panel.y.shows(box.median)) svg.path("mp-median", level(box.median, half));
  const double below = box.mean - box.error, above = box.mean + box.error;
  if (shown(below, above)) svg.path("mp-mean", stem(below, above));
  if (panel.y.shows(box.mean)) svg.circle("mp-mean", centre, panel.y(box.mean), 3.2);
}

PanelPlan plan_of(const BoxPlot& plot, const BoxPanel& panel) {
  PanelPlan plan = {.title = panel.title,
                    .y = numeric(plot.y, values_of(panel)),
                    .across = drawable(panel.references, plot.y)};
  std::vector<Tick> categories;
  for (std::size_t i = 0; i < plot.categories.size(); ++i) {
    categories.push_back(
        {.at = static_cast<double>(i), .label = plot.categories[i], .note = panel.boxes[i].note});
  }
  plan.x = categorical(std::move(categories), false);
  for (const Reference& line : plan.across) {
    plan.legend.push_back({line.label, LegendEntry::Key::reference});
  }
  return plan;
}

}  // namespace

std::string draw(const BoxPlot& plot, const Canvas& canvas) {
  FigurePlan figure = {.caption = plot.caption};
  for (const BoxPanel& panel : plot.panels) {
    if (panel.boxes.size() != plot.categories.size() || panel.boxes.empty()) {
      throw std::invalid_argument(fmt::format("panel '{}' has {} boxes for {} categories",
                                              panel.title, panel.boxes.size(),
                                              plot.categories.size()));
    }
    figure.panels.push_back(plan_of(plot, panel));
  }
  return draw_figure(figure, canvas, [&](Svg& svg, const Panel& panel) {
    for (std::size_t i = 0; i < plot.categories.size(); ++i) {
      const Box& box = plot.panels[panel.index].boxes[i];
      const std::size_t style = i < plot.styles.size() ? plot.styles[i] : i;
      svg.open("g", {{"class", colour_class(style)}});
      svg.text("title", {}, tip_of(plot.categories[i], box));
      draw_box(svg, panel, panel.x(static_cast<double>(i)), box);
      svg.close();
    }
  });
}

}  // namespace mirador::plot
