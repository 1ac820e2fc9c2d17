#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "plot/box_plot.hpp"
#include "plot/interval_plot.hpp"
#include "plot/line_plot.hpp"
#include "well_formed.hpp"

namespace mirador::plot {
namespace {

const Canvas canvas = {.id = "test"};

BoxPlot boxes() {
  const Box bc = {.low = 600,
                  .q1 = 1200,
                  .median = 1700,
                  .q3 = 2300,
                  .high = 4000,
                  .mean = 1865,
                  .error = 20,
                  .note = "1,865"};
  const Box dt = {.low = 700, .q1 = 1300, .median = 1800, .q3 = 2400, .high = 4200, .mean = 1893};
  return {.caption = {"Samples <until> \"stop\" & 'go'", "Two rules.", "Box: quartiles."},
          .category_label = "rule",
          .categories = {"bc", "dt"},
          .y = {.label = "samples", .from = 0.0, .to = 5000.0},
          .panels = {{"δ = 0.1", {bc, dt}, {{1066.7, "T* log(1/δ) = 1,066.7"}}},
                     {"δ = 0.01", {dt, bc}, {}}}};
}

LinePlot lines() {
  Series first = {.name = "bc"}, second = {.name = "a & b", .markers = false};
  for (int e = 1; e <= 20; ++e) {
    const double delta = std::pow(10.0, -e), y = 463.0 * (1.0 + 1.0 / e);
    first.points.push_back({delta, y, 0.9 * y, 1.1 * y});
    second.points.push_back({delta, e == 10 ? missing : 1.2 * y});
  }
  return {.caption = {"Means over log(1/δ)"},
          .x = {.label = "δ", .kind = AxisKind::log, .reversed = true},
          .y = {.label = "samples"},
          .series = {first, second},
          .across = {{463.2, "T* = 463.2"}}};
}

IntervalPlot intervals() {
  return {.caption = {"Time of a step"},
          .categories = {"bc", "dt"},
          .series = {"here", "paper"},
          .panels = {{.x = {.label = "ns", .kind = AxisKind::log},
                      .series = {{{88, 80, 95, "88 ns"}, {900}}, {{42000}, {missing}}},
                      .references = {{1000.0, "1 µs"}}}}};
}

template <class Chart>
void expect_sound(const Chart& chart) {
  for (const double width : {300.0, 380.0, 720.0, 1200.0}) {
    Canvas sized = canvas;
    sized.width = width;
    const std::string svg = draw(chart, sized);
    EXPECT_EQ(complaint(svg), "");
    EXPECT_EQ(svg, draw(chart, sized)) << "not deterministic";
    EXPECT_EQ(svg.find("nan"), svg.npos);
    EXPECT_EQ(svg.find("inf"), svg.npos);
    EXPECT_NE(svg.find("role=\"img\" aria-labelledby=\"test-title test-desc\""), svg.npos);
    EXPECT_EQ(occurrences(svg, "id=\"test-title\""), 1u);
  }
}

TEST(PlotCharts, AreSound) {
  expect_sound(boxes());
  expect_sound(lines());
  expect_sound(intervals());
}

TEST(PlotCharts, TitlesAreEscaped) {
  const std::string svg = draw(boxes(), canvas);
  EXPECT_NE(svg.find(">Samples &lt;until&gt; &quot;stop&quot; &amp; &#39;go&#39;</title>"),
            svg.npos);
}

TEST(PlotCharts, HeightIsAsWanted) {
  const std::string svg = draw(lines(), {.id = "a", .width = 640.0, .height = 480.0});
  EXPECT_NE(svg.find("viewBox=\"0 0 640 480\" width=\"640\" height=\"480\""), svg.npos);
}

TEST(PlotCharts, ResponsiveDrawsTwiceWithOwnIds) {
  const std::string both = responsive(lines(), canvas);
  EXPECT_EQ(occurrences(both, "<svg "), 2u);
  EXPECT_EQ(occurrences(both, "class=\"mirador-plot mp-wide\""), 1u);
  EXPECT_EQ(occurrences(both, "id=\"test-narrow-clip0\""), 1u);
  EXPECT_EQ(occurrences(both, "id=\"test-clip0\""), 1u);
}

/// Heights in pixels are linear in the values: the axis gives two, the box must agree with them.
TEST(PlotBoxes, StandWhereTheAxisSays) {
  const std::string svg = draw(boxes(), canvas);
  const std::size_t group = svg.find("<title>bc: median 1,700, quartiles 1,200 to 2,300");
  ASSERT_NE(group, svg.npos);
  const std::size_t clip = svg.find("<clipPath");
  constexpr double overhang = 6.0;
  const double top = number_after(svg, " y=\"", clip) + overhang;
  const double height = number_after(svg, " height=\"", clip) - 2.0 * overhang;
  const auto pixel = [&](double value) { return top + height * (1.0 - value / 5000.0); };
  const std::size_t rect = svg.find("mp-box", group);
  EXPECT_NEAR(number_after(svg, " y=\"", rect), pixel(2300.0), 0.02);
  EXPECT_NEAR(number_after(svg, " height=\"", rect), pixel(1200.0) - pixel(2300.0), 0.02);
  EXPECT_NEAR(number_after(svg, " cy=\"", group), pixel(1865.0), 0.02);
  const std::size_t reference = svg.find("mp-reference", clip);
  EXPECT_NEAR(number_after(svg, " y1=\"", reference), pixel(1066.7), 0.02);
  const double left = number_after(svg, " x=\"", clip) + overhang;
  const double width = number_after(svg, " width=\"", clip) - 2.0 * overhang;
  EXPECT_NEAR(number_after(svg, " cx=\"", group), left + width / 4.0, 0.02);
}

TEST(PlotBoxes, WhatIsMissingIsNotDrawn) {
  BoxPlot plot = boxes();
  plot.panels.pop_back();
  plot.panels[0].boxes[1] = {.mean = 1893.0};
  plot.panels[0].references[0].at = missing;
  const std::string svg = draw(plot, canvas);
  EXPECT_EQ(occurrences(svg, "class=\"mp-box\""), 1u);
  EXPECT_EQ(occurrences(svg, "<circle"), 2u);
  EXPECT_EQ(occurrences(svg, "class=\"mp-reference\""), 0u);
  EXPECT_EQ(svg.find("nan"), svg.npos);
}

TEST(PlotBoxes, PanelsStandBelowEachOtherWhereItIsNarrow) {
  EXPECT_LT(number_after(draw(boxes(), {.id = "a", .width = 720.0}), " height=\""), 500.0);
  EXPECT_GT(number_after(draw(boxes(), {.id = "a", .width = 380.0}), " height=\""), 550.0);
}

TEST(PlotLines, GapsLiftThePen) {
  const std::string svg = draw(lines(), canvas);
  const std::size_t second = svg.find("class=\"mp-line\"", svg.find("class=\"mp-c1\""));
  const std::string path = svg.substr(second, svg.find("</path>", second) - second);
  EXPECT_EQ(occurrences(path, "M"), 2u);
  EXPECT_EQ(occurrences(path, "L"), 19u);
  EXPECT_EQ(occurrences(svg, "class=\"mp-band\""), 1u);
}

TEST(PlotLines, ZeroIsAGapOnALogAxis) {
  LinePlot plot = lines();
  plot.y.kind = AxisKind::log;
  plot.series[0].points[3].y = 0.0;
  plot.series[0].points[5].low = -1.0;
  const std::string svg = draw(plot, canvas);
  EXPECT_EQ(svg.find("nan"), svg.npos);
  EXPECT_EQ(svg.find("inf"), svg.npos);
}

TEST(PlotLines, NamesAreInTheLegendOrAtTheEnds) {
  LinePlot plot = lines();
  EXPECT_EQ(occurrences(draw(plot, canvas), ">a &amp; b</text>"), 1u);
  plot.direct_labels = true;
  const std::string direct = draw(plot, canvas);
  EXPECT_EQ(occurrences(direct, ">a &amp; b</text>"), 1u);
  EXPECT_EQ(occurrences(direct, ">T* = 463.2</text>"), 1u);
  // Too long for the margin: back to the legend, with all of its text.
  plot.series[0].name = "a name that is much too long for the margin of a narrow chart";
  const std::string legend = draw(plot, canvas);
  EXPECT_EQ(occurrences(legend, plot.series[0].name + "</text>"), 1u);
}

TEST(PlotIntervals, StandWhereTheAxisSays) {
  const std::string svg = draw(intervals(), canvas);
  const std::size_t clip = svg.find("<clipPath");
  const double left = number_after(svg, " x=\"", clip) + 6.0;
  const double width = number_after(svg, " width=\"", clip) - 12.0;
  const std::size_t line = svg.find("mp-interval\"", clip);
  const double from = std::log10(50.0), to = std::log10(50000.0);
  EXPECT_NEAR(number_after(svg, " x1=\"", line),
              left + width * (std::log10(80.0) - from) / (to - from), 0.02);
  EXPECT_EQ(occurrences(svg.substr(clip), "class=\"mp-marker"), 3u);
  EXPECT_NE(svg.find("<title>bc, here: 88 (80 to 95)</title>"), svg.npos);
}

TEST(PlotCharts, MistakesAreNamed) {
  EXPECT_THROW(draw(BoxPlot{.caption = {"empty"}}, canvas), std::invalid_argument);
  EXPECT_THROW(draw(LinePlot{.caption = {"empty"}}, canvas), std::invalid_argument);
  EXPECT_THROW(draw(IntervalPlot{.caption = {"empty"}}, canvas), std::invalid_argument);
  LinePlot hollow = lines();
  for (Series& series : hollow.series) series.points = {{1.0, missing}};
  EXPECT_THROW(draw(hollow, canvas), std::invalid_argument);
  BoxPlot short_of_one = boxes();
  short_of_one.panels[1].boxes.pop_back();
  EXPECT_THROW(draw(short_of_one, canvas), std::invalid_argument);
  IntervalPlot bars = intervals();
  bars.mark = IntervalPlot::Mark::bar;
  EXPECT_THROW(draw(bars, canvas), std::invalid_argument);
  bars.panels[0].x.kind = AxisKind::linear;
  EXPECT_NO_THROW(draw(bars, canvas));
  EXPECT_THROW(draw(lines(), {.id = "1 a"}), std::invalid_argument);
  EXPECT_THROW(draw(lines(), {.id = "a", .width = 100.0}), std::invalid_argument);
  LinePlot untitled = lines();
  untitled.caption.title.clear();
  EXPECT_THROW(draw(untitled, canvas), std::invalid_argument);
}

}  // namespace
}  // namespace mirador::plot
