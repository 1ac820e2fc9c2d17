#include "plot/frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "plot/layout.hpp"
#include "plot/text.hpp"

namespace mirador::plot {
namespace {

/// How far marks on the border of a panel may extend beyond it.
constexpr double overhang = 6.0;

/// The distance from the middle of a line of text to its base line.
constexpr double half_height = 4.0;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_id(std::string_view id) {
  return !id.empty() && is_letter(id[0]) && std::all_of(id.begin(), id.end(), [](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

void check(const FigurePlan& plan, const Canvas& canvas) {
  if (!is_id(canvas.id)) {
    throw std::invalid_argument(fmt::format(
        "'{}' is not an id for a chart; use a letter, then letters, digits, - and _", canvas.id));
  }
  if (canvas.width < 240.0) throw std::invalid_argument("a chart must be 240 wide or more");
  if (plan.caption.title.empty()) throw std::invalid_argument("a chart needs a title");
  if (plan.panels.empty()) throw std::invalid_argument("nothing to draw: the chart has no panel");
}

std::string_view window_class(Canvas::Window window) {
  switch (window) {
    case Canvas::Window::wide:
      return "mirador-plot mp-wide";
    case Canvas::Window::narrow:
      return "mirador-plot mp-narrow";
    case Canvas::Window::any:
      break;
  }
  return "mirador-plot";
}

class Painter {
 public:
  Painter(const FigurePlan& plan, const Canvas& canvas)
      : plan_(plan), canvas_(canvas), layout_(lay_out(plan, canvas)) {}

  std::string draw(const std::function<void(Svg&, const Panel&)>& draw_marks) {
    begin();
    for (const Cell& cell : layout_.cells) {
      draw_header(cell);
      draw_x_axis(cell);
      draw_y_axis(cell);
      const std::string clip = fmt::format("{}-clip{}", canvas_.id, cell.panel.index);
      define_clip(cell.panel, clip);
      svg_.open("g", {{"clip-path", fmt::format("url(#{})", clip)}});
      draw_references(cell);
      draw_marks(svg_, cell.panel);
      svg_.close();
      draw_margin(cell);
    }
    double y = layout_.height - border + 4.0 - note_line * static_cast<double>(layout_.note.size());
    for (const std::string& text : layout_.note) write("mp-note", border, y += note_line, text);
    svg_.close();
    return std::move(svg_).take();
  }

 private:
  void write(std::string_view style, double x, double y, std::string_view text,
             std::string_view anchor = {}) {
    if (text.empty()) return;
    svg_.text("text", {{"class", style}, {"x", x}, {"y", y}, {"text-anchor", anchor}}, text);
  }

  void begin() {
    const std::string title_id = fmt::format("{}-title", canvas_.id);
    const std::string text_id = fmt::format("{}-desc", canvas_.id);
    const std::string &title = plan_.caption.title, &description = plan_.caption.description;
    svg_.open("svg",
              {{"xmlns", "http://www.w3.org/2000/svg"},
               {"class", window_class(canvas_.window)},
               {"viewBox", fmt::format("0 0 {} {}", pixels(canvas_.width), pixels(layout_.height))},
               {"width", canvas_.width},
               {"height", layout_.height},
               {"role", "img"},
               {"aria-labelledby", fmt::format("{} {}", title_id, text_id)}});
    svg_.text("title", {{"id", title_id}}, title);
    svg_.text("desc", {{"id", text_id}}, description.empty() ? title : description);
    if (canvas_.window == Canvas::Window::any) svg_.text("style", {}, style_sheet());
    svg_.rect("mp-surface", 0.0, 0.0, canvas_.width, layout_.height);
    double y = border + 3.0;
    for (const std::string& text : layout_.title) {
      write("mp-title", border, y + half_height + 5.0, text);
      y += title_line;
    }
    draw_legend(layout_.legend, border, y - 3.0);
  }

  void draw_legend(const LegendRows& rows, double left, double top) {
    double y = top + 0.5 * text_line;
    for (const std::vector<LegendEntry>& row : rows) {
      double x = left;
      for (const LegendEntry& entry : row) {
        draw_key(entry, x, y);
        write("", x + key_width, y + half_height, entry.text);
        x += key_width + text_width(entry.text, text_size) + entry_gap;
      }
      y += text_line;
    }
  }

  void draw_key(const LegendEntry& entry, double x, double y) {
    using Key = LegendEntry::Key;
    const double end = x + key_width - 6.0, middle = 0.5 * (x + end);
    if (entry.key == Key::reference) {
      draw_reference(x, y, end, y);
    }
    if (entry.key == Key::line || entry.key == Key::line_and_marker) {
      svg_.line(fmt::format("mp-line {}", colour_class(entry.style)), x, y, end, y,
                dash_pattern(entry.dash, entry.style));
    }
    if (entry.key == Key::marker || entry.key == Key::line_and_marker) {
      draw_marker(svg_, entry.style, middle, y, {});
    }
  }

  /// The title and legend at the top; the labels of the axis and of upright lines near the panel.
  void draw_header(const Cell& cell) {
    const Panel& panel = cell.panel;
    const bool titled = !cell.plan->title.empty(), upright = !cell.plan->upright.empty();
    write("mp-heading", panel.left, cell.top + 13.0,
          fitted(cell.plan->title, bold * heading_size, cell.right - panel.left));
    draw_legend(cell.legend, panel.left, cell.top + (titled ? text_line : 0.0));
    if (upright) draw_upright_labels(cell, panel.top - 8.0);
    if (!cell.has_y_labels) return;
    write("mp-quiet", cell.left, panel.top - header_gap - (upright ? text_line : 0.0),
          fitted(cell.plan->y.axis.label, text_size, cell.right - cell.left));
  }

  void draw_upright_labels(const Cell& cell, double y) {
    std::vector<double> places, widths;
    for (const Reference& reference : cell.plan->upright) {
      places.push_back(cell.panel.x(reference.at));
      widths.push_back(text_width(reference.label, text_size) + 8.0);
    }
    const std::vector<double> at = spread_out(places, widths, {cell.left, cell.right});
    for (std::size_t i = 0; i < at.size(); ++i) {
      write("mp-quiet", at[i], y, cell.plan->upright[i].label, "middle");
    }
  }

  void draw_x_axis(const Cell& cell) {
    const Panel& panel = cell.panel;
    const double below = panel.bottom + 17.0;
    const bool two_lines = has_second_line(cell.x_ticks);
    for (const Tick& tick : cell.x_ticks) {
      const double x = panel.x(tick.at), half = 0.5 * label_width(tick);
      if (cell.plan->x.grid) svg_.line("mp-grid", x, panel.top, x, panel.bottom);
      // At the ends of the axis a label may need to move to stay on the canvas.
      const double centre = std::clamp(x, border + half - 8.0, canvas_.width - half - 4.0);
      write("", centre, below, tick.label, "middle");
      write("", centre, below + label_line, tick.second, "middle");
      write("mp-quiet", x, below + (two_lines ? 2.0 : 1.0) * label_line, tick.note, "middle");
    }
    write("mp-quiet", 0.5 * (panel.left + panel.right), below + text_line + 2.0,
          fitted(cell.plan->x.axis.label, text_size, cell.right - cell.left), "middle");
  }

  void draw_y_axis(const Cell& cell) {
    const Panel& panel = cell.panel;
    for (const Tick& tick : cell.y_ticks) {
      const double y = panel.y(tick.at);
      if (cell.plan->y.grid) svg_.line("mp-grid", panel.left, y, panel.right, y);
      if (!cell.has_y_labels) continue;
      const double base = y + half_height - (tick.second.empty() ? 0.0 : 0.5 * label_line);
      const std::string_view style = tick.strong ? "mp-strong" : "";
      write(style, panel.left - 8.0, base, tick.label, "end");
      write(style, panel.left - 8.0, base + label_line, tick.second, "end");
    }
    svg_.line("mp-axis", panel.left, panel.bottom, panel.right, panel.bottom);
    svg_.line("mp-axis", panel.left, panel.top, panel.left, panel.bottom);
  }

  void define_clip(const Panel& panel, const std::string& id) {
    svg_.open("clipPath", {{"id", id}});
    svg_.rect({}, panel.left - overhang, panel.top - overhang,
              panel.right - panel.left + 2.0 * overhang, panel.bottom - panel.top + 2.0 * overhang);
    svg_.close();
  }

  void draw_reference(double x1, double y1, double x2, double y2) {
    svg_.line("mp-reference", x1, y1, x2, y2, dash_pattern(Dash::dashed, 0));
  }

  void draw_references(const Cell& cell) {
    const Panel& panel = cell.panel;
    for (const Reference& line : cell.plan->across) {
      const double y = panel.y(line.at);
      draw_reference(panel.left, y, panel.right, y);
    }
    for (const Reference& line : cell.plan->upright) {
      const double x = panel.x(line.at);
      draw_reference(x, panel.top, x, panel.bottom);
    }
  }

  void draw_margin(const Cell& cell) {
    const Panel& panel = cell.panel;
    std::vector<double> places;
    for (const MarginLabel& label : cell.plan->margin) {
      places.push_back(std::clamp(panel.y(label.at), panel.top, panel.bottom));
    }
    const std::vector<double> sizes(places.size(), 15.0);
    const std::vector<double> at = spread_out(places, sizes, {panel.top - 8.0, panel.bottom + 8.0});
    for (std::size_t i = 0; i < at.size(); ++i) {
      const MarginLabel& label = cell.plan->margin[i];
      const double x = panel.right + (label.of_reference ? margin_line : 8.0);
      if (label.of_reference) {
        svg_.line("mp-reference", panel.right + 4.0, places[i], x - 4.0, at[i]);
      }
      write("", x, at[i] + half_height, fitted(label.text, text_size, cell.right - x));
    }
  }

  const FigurePlan& plan_;
  const Canvas& canvas_;
  const Layout layout_;
  Svg svg_;
};

}  // namespace

std::vector<Reference> drawable(const std::vector<Reference>& references, const Axis& axis) {
  std::vector<Reference> kept;
  std::copy_if(references.begin(), references.end(), std::back_inserter(kept),
               [&](const Reference& line) { return drawable(line.at, axis.kind); });
  return kept;
}

AxisPlan numeric(const Axis& axis, std::span<const double> values) {
  return {.axis = axis, .domain = domain_of(axis, values)};
}

AxisPlan categorical(std::vector<Tick> categories, bool grid) {
  const double last = static_cast<double>(categories.size()) - 0.5;
  return {.domain = {-0.5, last}, .categories = std::move(categories), .grid = grid};
}

std::string draw_figure(const FigurePlan& plan, const Canvas& canvas,
                        const std::function<void(Svg&, const Panel&)>& draw_marks) {
  check(plan, canvas);
  return Painter(plan, canvas).draw(draw_marks);
}

}  // namespace mirador::plot
