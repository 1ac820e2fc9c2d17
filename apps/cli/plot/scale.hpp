#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mirador::plot {

/// Stands for a missing number.
inline constexpr double missing = std::numeric_limits<double>::quiet_NaN();

enum class AxisKind { linear, log };

struct Interval {
  double low = 0.0, high = 1.0;
};

/// The description of an axis. The label names the quantity and its unit.
struct Axis {
  std::string label = {};
  AxisKind kind = AxisKind::linear;
  bool reversed = false;
  /// The low end; the high end, and this if not given, follow from the data. Marks below are cut.
  std::optional<double> from = {};
};

struct Tick {
  double at = 0.0;
  std::string label = {};
  std::string second = {};  ///< second line of the label, if one is too short
  std::string note = {};    ///< small text below the label
  bool strong = false;      ///< the label of a category that stands out
};

/// Whether the value can be drawn on such an axis. NaN and infinities cannot, nor values of 0 or
/// less on a log axis.
bool drawable(double value, AxisKind kind);

/// The range of the drawable values, rounded outwards to 1, 2 or 5 times a power of ten (log axis)
/// or to ticks (linear axis), and extended a little if a mark would lie on the border. Throws
/// std::invalid_argument if there are no drawable values, or none above the given low end.
Interval domain_of(const Axis& axis, std::span<const double> values);

/// At most `most` (two or more) round values within the domain, with labels: steps of 1, 2, 5 on a
/// linear axis; on a log axis decades with values between them if they fit, or every second, third
/// ... decade.
std::vector<Tick> ticks(AxisKind kind, Interval domain, std::size_t most);

/// From values to pixels.
class Scale {
 public:
  /// Maps the low end of the domain to `start`, the high end to `end`.
  Scale(AxisKind kind, Interval domain, double start, double end);

  double operator()(double value) const;
  bool shows(double value) const { return drawable(value, kind_); }
  /// Whether the value lies between the ends of the axis.
  bool contains(double value) const {
    return shows(value) && domain_.low <= value && value <= domain_.high;
  }

 private:
  double position(double value) const;

  AxisKind kind_;
  Interval domain_;
  double start_, end_;
};

}  // namespace mirador::plot
