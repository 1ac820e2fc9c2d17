#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mirador::plot {

/// A coordinate: at most two decimals, no trailing zeros, never -0.
std::string pixels(double value);

struct Attribute {
  Attribute(std::string_view key, std::string_view text) : name(key), value(text) {}
  Attribute(std::string_view key, double number) : name(key), value(pixels(number)) {}

  std::string_view name;
  std::string value;
};

/// Writes elements with escaped texts. Attributes with an empty text are left out. The class of a
/// mark sets its look; its tip is shown under the pointer.
class Svg {
 public:
  using Attributes = std::initializer_list<Attribute>;

  void open(std::string_view element, Attributes attributes = {});
  void close();
  /// An element with text inside.
  void text(std::string_view element, Attributes attributes, std::string_view inside);

  void line(std::string_view classes, double x1, double y1, double x2, double y2,
            std::string_view dash = {});
  void rect(std::string_view classes, double x, double y, double width, double height);
  void circle(std::string_view classes, double x, double y, double radius);
  /// Writes nothing if the path is empty.
  void path(std::string_view classes, std::string_view path, std::string_view dash = {},
            std::string_view tip = {});

  /// The text written; all elements must be closed.
  std::string take() && { return std::move(out_); }

 private:
  void start(std::string_view element, Attributes attributes);
  void mark(std::string_view element, Attributes attributes, std::string_view tip);

  std::string out_;
  std::vector<std::string> unclosed_;
};

}  // namespace mirador::plot
