#include "plot/layout.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "plot/text.hpp"

namespace mirador::plot {
namespace {

constexpr double column_gap = 24.0, row_gap = 14.0, least_column = 220.0;

/// About the width of a column outside its panel: the gap and number labels.
constexpr double beside_panel = 70.0;

constexpr double category_gap = 3.0;

/// Labels beside a panel get at most this share of its column; longer ones are cut.
constexpr double most_for_labels = 0.4;

Scale scale_of(const AxisPlan& plan, double start, double end) {
  if (plan.axis.reversed) std::swap(start, end);
  return {plan.axis.kind, plan.domain, start, end};
}

/// Whether neighbouring labels leave a gap. On an upright axis they are one above the other.
bool well_apart(const std::vector<Tick>& labels, const Scale& scale, bool upright) {
  for (std::size_t i = 1; i < labels.size(); ++i) {
    const double distance = std::fabs(scale(labels[i].at) - scale(labels[i - 1].at));
    const double widths =
        text_width(labels[i - 1].label, text_size) + text_width(labels[i].label, text_size);
    if (distance < (upright ? 36.0 : 0.5 * widths + 18.0)) return false;
  }
  return true;
}

/// As many ticks as there is room for along the axis.
std::vector<Tick> numeric_ticks(const AxisPlan& plan, double length, bool upright) {
  const Scale scale = scale_of(plan, 0.0, length);
  for (std::size_t most = 12; most > 2; --most) {
    std::vector<Tick> found = ticks(plan.axis.kind, plan.domain, most);
    if (well_apart(found, scale, upright)) return found;
  }
  return ticks(plan.axis.kind, plan.domain, 2);
}

/// Moves the part that does not fit to a second line, if the label has a space to break at.
void break_label(Tick& tick, double room) {
  if (text_width(tick.label, text_size) <= room) return;
  std::size_t space = tick.label.find(' ');
  for (std::size_t next = space; next != tick.label.npos; next = tick.label.find(' ', next + 1)) {
    if (text_width(tick.label.substr(0, next), text_size) <= room) space = next;
  }
  if (space == tick.label.npos) return;
  tick.second = fitted(tick.label.substr(space + 1), text_size, room);
  tick.label.resize(space);
}

/// All categories, with labels in at most two lines, cut to the room. Notes appear only if all fit:
/// half a number would be wrong, and an incomplete row looks broken.
std::vector<Tick> category_ticks(std::vector<Tick> categories, double room) {
  const bool notes = std::all_of(categories.begin(), categories.end(), [&](const Tick& tick) {
    return text_width(tick.note, text_size) <= room;
  });
  for (Tick& tick : categories) {
    break_label(tick, room);
    tick.label = fitted(tick.label, text_size, room);
    if (!notes) tick.note.clear();
  }
  return categories;
}

LegendRows legend_rows(const std::vector<LegendEntry>& entries, double room) {
  LegendRows rows;
  double used = 0.0;
  for (LegendEntry entry : entries) {
    entry.text = fitted(entry.text, text_size, room - key_width);
    const double width = key_width + text_width(entry.text, text_size);
    if (rows.empty() || used + width > room) {
      rows.emplace_back();
      used = 0.0;
    }
    used += width + entry_gap;
    rows.back().push_back(std::move(entry));
  }
  return rows;
}

double lines(std::size_t count, double height) { return static_cast<double>(count) * height; }

/// The total of the first columns.
double sum(const std::vector<double>& widths, std::size_t columns) {
  return std::accumulate(widths.begin(), widths.begin() + static_cast<std::ptrdiff_t>(columns),
                         0.0);
}

/// The width at which no text above or below the panel is cut.
double wanted_width(const PanelPlan& panel) {
  double category = 0.0, entry = 0.0;
  for (const Tick& tick : panel.x.categories) {
    category = std::max({category, text_width(tick.label, text_size) + category_gap,
                         text_width(tick.note, text_size) + category_gap});
  }
  for (const LegendEntry& item : panel.legend) {
    entry = std::max(entry, key_width + text_width(item.text, text_size));
  }
  return std::max(entry, lines(panel.x.categories.size(), category)) + beside_panel;
}

/// The steps of lay_out, in order: each uses the results of the steps before it.
class Planner {
 public:
  Planner(const FigurePlan& plan, const Canvas& canvas)
      : plan_(plan), room_(canvas.width - 2.0 * border) {
    double column = least_column;
    for (const PanelPlan& panel : plan.panels) column = std::max(column, wanted_width(panel));
    columns_ =
        std::clamp(static_cast<std::size_t>(room_ / column), std::size_t{1}, plan.panels.size());
    column_width_ = room_ / static_cast<double>(columns_);
    panel_height_ = plan.panel_height > 0.0 ? plan.panel_height
                    : canvas.width < 560.0  ? 230.0
                                            : 300.0;
    place_texts(canvas);
    place_columns();
    place_rows();
    for (std::size_t i = 0; i < plan.panels.size(); ++i) add_cell(i);
  }

  Layout take() { return std::move(out_); }

 private:
  void place_texts(const Canvas& canvas) {
    if (canvas.show_title) out_.title = wrapped(plan_.caption.title, bold * title_size, room_);
    out_.note = wrapped(plan_.caption.note, note_size, room_);
    out_.legend = legend_rows(plan_.legend, room_);
    for (const PanelPlan& panel : plan_.panels) {
      legends_.push_back(legend_rows(panel.legend, column_width_ - beside_panel));
    }
  }

  void place_columns() {
    left_.resize(columns_, 0.0);
    right_.resize(columns_, 8.0);
    for (std::size_t i = 0; i < plan_.panels.size(); ++i) add_labels(i);
    const double gaps = column_gap * static_cast<double>(columns_ - 1);
    panel_width_ = (room_ - sum(left_, columns_) - sum(right_, columns_) - gaps) /
                   static_cast<double>(columns_);
  }

  void place_rows() {
    for (std::size_t i = 0; i < plan_.panels.size(); ++i) {
      x_ticks_.push_back(x_ticks(plan_.panels[i].x));
      header_ = std::max(header_, header_height(i));
      footer_ = std::max(footer_, footer_height(i));
    }
    top_ = border + lines(out_.title.size(), title_line) + lines(out_.legend.size(), text_line);
    const auto rows = static_cast<double>((plan_.panels.size() + columns_ - 1) / columns_);
    out_.height = top_ + rows * (header_ + panel_height_ + footer_ + row_gap) - row_gap +
                  lines(out_.note.size(), note_line) + border;
  }

  double header_height(std::size_t i) const {
    const PanelPlan& panel = plan_.panels[i];
    return header_gap + (panel.title.empty() ? 0.0 : text_line) +
           lines(legends_[i].size(), text_line) + (panel.y.axis.label.empty() ? 0.0 : text_line) +
           (panel.upright.empty() ? 0.0 : text_line);
  }

  double footer_height(std::size_t i) const {
    const bool notes = std::any_of(x_ticks_[i].begin(), x_ticks_[i].end(),
                                   [](const Tick& tick) { return !tick.note.empty(); });
    return 22.0 + (has_second_line(x_ticks_[i]) ? label_line : 0.0) + (notes ? note_line : 0.0) +
           (plan_.panels[i].x.axis.label.empty() ? 0.0 : text_line);
  }

  std::vector<Tick> x_ticks(const AxisPlan& axis) const {
    if (axis.categories.empty()) return numeric_ticks(axis, panel_width_, false);
    const double share = panel_width_ / static_cast<double>(axis.categories.size());
    return category_ticks(axis.categories, share - category_gap);
  }

  /// Updates the width of the widest label beside the panels of a column.
  void add_labels(std::size_t i) {
    const PanelPlan& panel = plan_.panels[i];
    const double most = most_for_labels * column_width_;
    y_ticks_.push_back(panel.y.categories.empty() ? numeric_ticks(panel.y, panel_height_, true)
                                                  : category_ticks(panel.y.categories, most));
    double& left = left_[i % columns_];
    double& right = right_[i % columns_];
    if (has_y_labels(i)) {
      for (const Tick& tick : y_ticks_.back()) {
        left = std::max(left, 8.0 + label_width(tick));
      }
    }
    for (const MarginLabel& label : panel.margin) {
      const double width = margin_line + 4.0 + text_width(label.text, text_size);
      right = std::max(right, std::min(width, most));
    }
  }

  void add_cell(std::size_t i) {
    const std::size_t column = i % columns_;
    const double cell_left = border + sum(left_, column) + sum(right_, column) +
                             static_cast<double>(column) * (panel_width_ + column_gap);
    const double left = cell_left + left_[column], right = left + panel_width_;
    const double top =
        top_ + header_ + lines(i / columns_, header_ + panel_height_ + footer_ + row_gap);
    const double bottom = top + panel_height_;
    const PanelPlan& plan = plan_.panels[i];
    out_.cells.push_back({.plan = &plan,
                          .panel = {i, left, top, right, bottom, scale_of(plan.x, left, right),
                                    scale_of(plan.y, bottom, top)},
                          .left = cell_left,
                          .right = right + right_[column],
                          .top = top - header_,
                          .has_y_labels = has_y_labels(i),
                          .x_ticks = x_ticks_[i],
                          .y_ticks = y_ticks_[i],
                          .legend = legends_[i]});
  }

  /// Categories are the same in all panels of a row: only the first panel has labels.
  bool has_y_labels(std::size_t i) const {
    return plan_.panels[i].y.categories.empty() || i % columns_ == 0;
  }

  const FigurePlan& plan_;
  double room_, column_width_ = 0.0, panel_width_ = 0.0;
  std::size_t columns_ = 1;
  std::vector<LegendRows> legends_;
  /// Heights of a row: above the panels, the panels, below them; and the top of the first row.
  double header_ = 0.0, panel_height_ = 0.0, footer_ = 0.0, top_ = 0.0;
  std::vector<std::vector<Tick>> x_ticks_, y_ticks_;
  std::vector<double> left_, right_;  ///< of each column, for labels
  Layout out_;
};

}  // namespace

double label_width(const Tick& tick) {
  const double size = tick.strong ? bold * text_size : text_size;
  return std::max(text_width(tick.label, size), text_width(tick.second, size));
}

bool has_second_line(const std::vector<Tick>& ticks) {
  return std::any_of(ticks.begin(), ticks.end(),
                     [](const Tick& tick) { return !tick.second.empty(); });
}

Layout lay_out(const FigurePlan& plan, const Canvas& canvas) {
  return Planner(plan, canvas).take();
}

std::vector<double> spread_out(const std::vector<double>& places, const std::vector<double>& sizes,
                               Interval room) {
  std::vector<std::size_t> order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
  // After subtracting the sizes before it, every place must only be at least its predecessor: an
  // isotonic regression, solved by pooling neighbours that are out of order.
  struct Pool {
    double sum;
    std::size_t count;
    double mean() const { return sum / static_cast<double>(count); }
  };
  std::vector<Pool> pools;
  std::vector<double> offsets;
  double before = 0.0;
  for (const std::size_t i : order) {
    offsets.push_back(before + 0.5 * sizes[i]);
    pools.push_back({places[i] - offsets.back(), 1});
    before += sizes[i];
    while (pools.size() > 1 && pools[pools.size() - 2].mean() > pools.back().mean()) {
      const Pool last = pools.back();
      pools.pop_back();
      pools.back() = {pools.back().sum + last.sum, pools.back().count + last.count};
    }
  }
  std::vector<double> found(places.size());
  std::size_t next = 0;
  for (const Pool& pool : pools) {
    const double start = std::max(room.low, std::min(pool.mean(), room.high - before));
    for (std::size_t k = 0; k < pool.count; ++k, ++next) found[order[next]] = start + offsets[next];
  }
  return found;
}

}  // namespace mirador::plot
