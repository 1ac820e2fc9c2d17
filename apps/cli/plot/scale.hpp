#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mirador::plot {

/// For numbers that are not there.
inline constexpr double missing = std::numeric_limits<double>::quiet_NaN();

enum class AxisKind { linear, log };

struct Interval {
  double low = 0.0, high = 1.0;
};

/// What the caller says of an axis. The label names the quantity and its unit.
struct Axis {
  std::string label = {};
  AxisKind kind = AxisKind::linear;
  bool reversed = false;
  /// The low end; like the high one it follows from the data when not given. Marks below are cut.
  std::optional<double> from = {};
};

struct Tick {
  double at = 0.0;
  std::string label = {};
  std::string second = {};  ///< line of the label, where one is too short
  std::string note = {};    ///< below the label, quieter
};

/// Can the value stand on such an axis? NaN and infinities cannot, nor 0 and less on a log axis.
bool drawable(double value, AxisKind kind);

/// The drawable values' range, rounded outwards to 1, 2 or 5 times a power of ten (log axis) or to
/// ticks (linear), and a little further where a mark would stand on the border. Throws
/// std::invalid_argument when there is none, or none above the low end given.
Interval domain_of(const Axis& axis, std::span<const double> values);

/// At most so many (two or more) round values within the domain, with labels: steps of 1, 2, 5 on a
/// linear axis; on a log one decades with what fits between them, or every second, third ... of
/// them.
std::vector<Tick> ticks(AxisKind kind, Interval domain, std::size_t most);

/// From values to pixels.
class Scale {
 public:
  /// The domain's low end goes to `start`, its high end to `end`.
  Scale(AxisKind kind, Interval domain, double start, double end);

  double operator()(double value) const;
  bool shows(double value) const { return drawable(value, kind_); }

 private:
  double position(double value) const;

  AxisKind kind_;
  Interval domain_;
  double start_, end_;
};

}  // namespace mirador::plot
