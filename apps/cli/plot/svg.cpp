#include "plot/svg.hpp"

#include <fmt/format.h>

#include <iterator>

#include "plot/text.hpp"

namespace mirador::plot {

std::string pixels(double value) {
  std::string text = fmt::format("{:.2f}", value);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

void Svg::start(std::string_view element, Attributes attributes) {
  fmt::format_to(std::back_inserter(out_), "<{}", element);
  for (const Attribute& attribute : attributes) {
    if (attribute.value.empty()) continue;
    fmt::format_to(std::back_inserter(out_), " {}=\"{}\"", attribute.name,
                   escaped(attribute.value));
  }
}

void Svg::open(std::string_view element, Attributes attributes) {
  start(element, attributes);
  out_ += ">\n";
  unclosed_.emplace_back(element);
}

void Svg::close() {
  fmt::format_to(std::back_inserter(out_), "</{}>\n", unclosed_.back());
  unclosed_.pop_back();
}

void Svg::text(std::string_view element, Attributes attributes, std::string_view inside) {
  start(element, attributes);
  fmt::format_to(std::back_inserter(out_), ">{}</{}>\n", escaped(inside), element);
}

void Svg::mark(std::string_view element, Attributes attributes, std::string_view tip) {
  start(element, attributes);
  if (tip.empty()) {
    out_ += "/>\n";
  } else {
    fmt::format_to(std::back_inserter(out_), "><title>{}</title></{}>\n", escaped(tip), element);
  }
}

void Svg::line(std::string_view classes, double x1, double y1, double x2, double y2,
               std::string_view dash) {
  const Attribute from_x("x1", x1), from_y("y1", y1), to_x("x2", x2), to_y("y2", y2);
  mark("line", {{"class", classes}, from_x, from_y, to_x, to_y, {"stroke-dasharray", dash}}, {});
}

void Svg::rect(std::string_view classes, double x, double y, double width, double height) {
  const Attribute wide("width", width), high("height", height);
  mark("rect", {{"class", classes}, {"x", x}, {"y", y}, wide, high}, {});
}

void Svg::circle(std::string_view classes, double x, double y, double radius) {
  mark("circle", {{"class", classes}, {"cx", x}, {"cy", y}, {"r", radius}}, {});
}

void Svg::path(std::string_view classes, std::string_view path, std::string_view dash,
               std::string_view tip) {
  if (path.empty()) return;
  mark("path", {{"class", classes}, {"stroke-dasharray", dash}, {"d", path}}, tip);
}

}  // namespace mirador::plot
