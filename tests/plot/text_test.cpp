#include "plot/text.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "plot/svg.hpp"
#include "well_formed.hpp"

namespace mirador::plot {
namespace {

TEST(PlotText, EscapesWhatXmlReserves) {
  EXPECT_EQ(escaped("a < b & \"c\" > 'd'"), "a &lt; b &amp; &quot;c&quot; &gt; &#39;d&#39;");
  EXPECT_EQ(escaped("δ\x01\n"), "δ\n");
}

TEST(PlotText, Numbers) {
  EXPECT_EQ(grouped(1066.7, 1), "1,066.7");
  EXPECT_EQ(grouped(-1234567.0, 0), "−1,234,567");
  EXPECT_EQ(grouped(-0.001, 1), "0.0");
  EXPECT_EQ(grouped(999.0, 0), "999");
  EXPECT_EQ(readable(1866.9), "1,867");
  EXPECT_EQ(readable(999.96), "1,000");
  EXPECT_EQ(readable(0.5), "0.5");
  EXPECT_EQ(readable(-12.345), "−12.35");
  EXPECT_EQ(readable(100.0), "100");
  EXPECT_EQ(readable(1.23e-7), "1.23×10⁻⁷");
  EXPECT_EQ(readable(0.0), "0");
  EXPECT_EQ(readable(std::numeric_limits<double>::infinity()), "–");
  EXPECT_EQ(power_of_ten("1", -20), "10⁻²⁰");
  EXPECT_EQ(power_of_ten("3", 5), "3×10⁵");
}

TEST(PlotText, FitsAndWraps) {
  EXPECT_EQ(fitted("lma", 12.0, 100.0), "lma");
  const std::string cut = fitted("a rather long name of δδδδδδδδδ", 12.0, 150.0);
  EXPECT_LE(text_width(cut, 12.0), 150.0);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_EQ(fitted("δδδδ", 12.0, 5.0), "…");
  const std::vector<std::string> lines = wrapped("one two three four", 12.0, 70.0);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0], "one two");
  EXPECT_TRUE(wrapped("", 12.0, 70.0).empty());
  EXPECT_LT(text_width("10⁻²⁰", 12.0), text_width("10-20", 12.0) + 3.0);
}

TEST(PlotSvg, WritesEscapedElements) {
  EXPECT_EQ(pixels(1.0), "1");
  EXPECT_EQ(pixels(0.126), "0.13");
  EXPECT_EQ(pixels(-0.001), "0");
  Svg svg;
  svg.open("g", {{"class", "a\"b"}, {"id", ""}});
  svg.text("text", {{"x", 1.5}}, "1 < 2");
  svg.rect("box", 0.0, 1.0, 2.0, 3.0);
  svg.path("mark", "M1,2", "7 5", "a & b");
  svg.path("gone", "");
  svg.close();
  const std::string out = std::move(svg).take();
  EXPECT_EQ(out,
            "<g class=\"a&quot;b\">\n<text x=\"1.5\">1 &lt; 2</text>\n"
            "<rect class=\"box\" x=\"0\" y=\"1\" width=\"2\" height=\"3\"/>\n"
            "<path class=\"mark\" stroke-dasharray=\"7 5\" d=\"M1,2\">"
            "<title>a &amp; b</title></path>\n</g>\n");
  EXPECT_EQ(complaint(out), "");
}

}  // namespace
}  // namespace mirador::plot
