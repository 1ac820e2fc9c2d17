#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "plot/box_plot.hpp"
#include "plot/interval_plot.hpp"
#include "plot/line_plot.hpp"
#include "plot/text.hpp"
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
          .categories = {"bc", "dt"},
          .y = {.label = "samples", .from = 0.0},
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

TEST(PlotCharts, ResponsiveDrawsTwiceWithOwnIds) {
  const std::string both = responsive(lines(), canvas);
  EXPECT_EQ(occurrences(both, "<svg "), 2u);
  EXPECT_EQ(occurrences(both, "class=\"mirador-plot mp-wide\""), 1u);
  EXPECT_EQ(occurrences(both, "id=\"test-narrow-clip0\""), 1u);
  EXPECT_EQ(occurrences(both, "id=\"test-clip0\""), 1u);
}

TEST(PlotCharts, OnlyAFileBringsItsOwnStyle) {
  EXPECT_EQ(occurrences(draw(lines(), canvas), "<style>"), 1u);
  EXPECT_EQ(occurrences(responsive(lines(), canvas), "<style"), 0u);
  // A page may contain the style sheet unchanged.
  EXPECT_EQ(escaped(style_sheet()), style_sheet());
}

TEST(PlotCharts, EveryColourIsInTheStyleSheet) {
  for (std::size_t style = 0; style < colour_count; ++style) {
    EXPECT_EQ(occurrences(style_sheet(), colour_class(style) + "{"), 1u);
  }
  EXPECT_EQ(colour_class(colour_count), colour_class(0));
}

/// Heights in pixels are linear in the values: two ticks of the axis determine the map, and the box
/// must agree.
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

TEST(PlotBoxes, EachPanelHasItsOwnAxis) {
  BoxPlot plot = boxes();
  plot.panels[1].boxes[0].high = 90000.0;
  const std::string svg = draw(plot, canvas);
  EXPECT_EQ(occurrences(svg, ">5,000</text>"), 1u);
  EXPECT_EQ(occurrences(svg, ">100,000</text>"), 1u);
}

TEST(PlotBoxes, LongNamesAreBrokenBeforeTheyAreCut) {
  BoxPlot plot = boxes();
  plot.categories = {"a rule without forced exploration", "incomprehensibilities-of-one-word"};
  const std::string wide = draw(plot, {.id = "a", .width = 1200.0});
  EXPECT_EQ(occurrences(wide, ">a rule without forced exploration</text>"), 2u);
  const std::string narrow = draw(plot, {.id = "a", .width = 380.0});
  const std::size_t first = narrow.find(">a rule without forced</text>");
  const std::size_t second = narrow.find(">exploration</text>");
  ASSERT_NE(first, narrow.npos);
  ASSERT_NE(second, narrow.npos);
  EXPECT_EQ(occurrences(narrow, "…</text>"), 2u);  // the one without a space, in both panels
  // The notes are below the second lines, and the next row of panels is below the notes.
  const auto height = [&](std::size_t text) {
    return number_after(narrow, " y=\"", narrow.rfind("<text", text));
  };
  EXPECT_EQ(height(second), height(first) + 15.0);
  EXPECT_EQ(height(narrow.find(">1,865</text>")), height(second) + 15.0);
  EXPECT_GT(height(narrow.find(">δ = 0.01</text>")), height(second) + 30.0);
}

TEST(PlotBoxes, NotesStandBelowAllNamesOfAPanelOrBelowNone) {
  BoxPlot plot = boxes();
  plot.panels[0].boxes[1].note = "1,893 and much more than there is room for";
  const std::string svg = draw(plot, {.id = "a", .width = 380.0});
  EXPECT_EQ(svg.find(">1,893"), svg.npos);
  EXPECT_EQ(occurrences(svg, ">1,865</text>"), 1u);  // the one of the other panel
}

TEST(PlotLines, GapsLiftThePen) {
  const std::string svg = draw(lines(), canvas);
  const std::size_t second = svg.find("class=\"mp-line\"", svg.find("class=\"mp-c1\""));
  const std::string path = svg.substr(second, svg.find("</path>", second) - second);
  EXPECT_EQ(occurrences(path, "M"), 2u);
  EXPECT_EQ(occurrences(path, "L"), 19u);
  EXPECT_EQ(occurrences(svg, "class=\"mp-thin\""), 1u);
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

TEST(PlotLines, SeriesAreNamedInTheLegend) {
  const std::string svg = draw(lines(), canvas);
  EXPECT_EQ(occurrences(svg, ">bc</text>"), 1u);
  EXPECT_EQ(occurrences(svg, ">a &amp; b</text>"), 1u);
}

TEST(PlotLines, ReferencesAreDashedAlikeAndNamedInTheMargin) {
  LinePlot plot = lines();
  plot.across.push_back({700.0, "another"});
  plot.across.push_back({missing, "none"});
  const std::string svg = draw(plot, canvas);
  const std::string dashed = "stroke-dasharray=\"7 5\"";
  std::size_t at = svg.find("<clipPath");
  for (int i = 0; i < 2; ++i) {
    at = svg.find("class=\"mp-reference\"", at + 1);
    EXPECT_NE(svg.substr(at, svg.find('>', at) - at).find(dashed), svg.npos);
  }
  EXPECT_EQ(occurrences(svg, ">T* = 463.2</text>"), 1u);
  EXPECT_EQ(occurrences(svg, ">another</text>"), 1u);
  EXPECT_EQ(svg.find(">none<"), svg.npos);
}

TEST(PlotLines, MarkersStandInsideThePanel) {
  const std::string svg = draw(lines(), canvas);
  const std::size_t clip = svg.find("<clipPath");
  const double left = number_after(svg, " x=\"", clip) + 6.0;
  const double right = left + number_after(svg, " width=\"", clip) - 12.0;
  const double share = 0.02 / 1.04;
  const std::size_t first = svg.find("mp-marker", clip), last = svg.rfind("mp-marker");
  EXPECT_NEAR(number_after(svg, " d=\"M", first), left + share * (right - left), 0.02);
  EXPECT_NEAR(number_after(svg, " d=\"M", last), right - share * (right - left), 0.02);
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

TEST(PlotIntervals, OnlyEndsBeyondTheAxisAreArrows) {
  IntervalPlot plot = intervals();
  IntervalPanel& panel = plot.panels[0];
  panel.references.clear();
  panel.window = {60.0, 150.0};
  panel.series = {{{88.0, 80.0, 95.0}, {90.0, 70.0, 140.0}}, {{missing}, {missing}}};
  EXPECT_FALSE(has_open_end(plot, panel));
  EXPECT_EQ(occurrences(draw(plot, canvas), "class=\"mp-arrow\""), 0u);
  panel.series[0][1].high = 190.0;  // beyond the window, and still on the axis
  EXPECT_FALSE(has_open_end(plot, panel));
  panel.series[0][1] = {90.0, 1.0, 1e6};
  EXPECT_TRUE(has_open_end(plot, panel));
  const std::string svg = draw(plot, canvas);
  EXPECT_EQ(occurrences(svg, "class=\"mp-arrow\""), 2u);
  EXPECT_NE(svg.find("<title>dt, here: 90 (1 to 1,000,000)</title>"), svg.npos);
  EXPECT_EQ(occurrences(svg, ">200</text>"), 1u);  // the axis does not follow the wide interval
}

TEST(PlotIntervals, WithoutBoundsIsSaidInWords) {
  IntervalPlot plot = intervals();
  const double infinity = std::numeric_limits<double>::infinity();
  plot.panels[0].series[0][0] = {88.0, 0.0, infinity};
  EXPECT_TRUE(has_open_end(plot, plot.panels[0]));
  const std::string svg = draw(plot, canvas);
  EXPECT_NE(svg.find("<title>bc, here: 88 (not bounded yet)</title>"), svg.npos);
  EXPECT_EQ(occurrences(svg, "class=\"mp-arrow\""), 2u);
}

TEST(PlotIntervals, PanelsOfARowNameTheCategoriesOnce) {
  IntervalPlot plot = intervals();
  plot.panels.push_back(plot.panels[0]);
  EXPECT_EQ(occurrences(draw(plot, {.id = "a", .width = 1080.0}), ">bc</text>"), 1u);
  EXPECT_EQ(occurrences(draw(plot, {.id = "a", .width = 380.0}), ">bc</text>"), 2u);
}

TEST(PlotIntervals, LongNamesAreBrokenBeforeTheyAreCut) {
  IntervalPlot plot = intervals();
  plot.categories[0] = "a threshold with a long name";
  const std::string svg = draw(plot, {.id = "a", .width = 380.0});
  EXPECT_EQ(occurrences(svg, ">a threshold with a</text>"), 1u);
  EXPECT_EQ(occurrences(svg, ">long name</text>"), 1u);
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
  IntervalPlot short_of_series = intervals();
  short_of_series.panels[0].series.pop_back();
  EXPECT_THROW(draw(short_of_series, canvas), std::invalid_argument);
  EXPECT_THROW(draw(lines(), {.id = "1 a"}), std::invalid_argument);
  EXPECT_THROW(draw(lines(), {.id = "a", .width = 100.0}), std::invalid_argument);
  LinePlot untitled = lines();
  untitled.caption.title.clear();
  EXPECT_THROW(draw(untitled, canvas), std::invalid_argument);
}

}  // namespace
}  // namespace mirador::plot
