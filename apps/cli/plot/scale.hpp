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
  /// The ends; where not given they follow from the data. Marks beyond them are cut off.
  std::optional<double> from = {}, to = {};
};

struct Tick {
  double at = 0.0;
  std::string label = {};
  std::string note = {};  ///< a second line, quieter
};

/// Can the value stand on such an axis? NaN and infinities cannot, nor 0 and less on a log axis.
bool drawable(double value, AxisKind kind);

/// The drawable values' range, rounded outwards to 1, 2 or 5 times a power of ten (log axis) or to
/// ticks (linear). Throws std::invalid_argument when there is none, or the ends given are no range.
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
  /// Where the axis begins and ends, in values.
  Interval domain() const { return domain_; }

 private:
  double position(double value) const;

  AxisKind kind_;
  Interval domain_;
  double start_, end_;
};

}  // namespace mirador::plot
