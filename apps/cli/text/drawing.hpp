#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mirador/core/interval.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador::cli {

/// Pictures in a line of text, of characters that are one column wide each.

/// ███░░░░ : a share of the width, which is cut to [0, 1].
std::string meter(double share, std::size_t width);

/// ██▌ : the same without the rest, so that many of them form a chart.
std::string chart_bar(double share, std::size_t width);

/// Intervals above each other on one scale:
///   ├────●────┤
///        ├──●──┤
/// An end that is not known is left open; the mark ┊, if any, stands at a value of interest.
class WhiskerScale {
 public:
  /// Wide enough for the means and the ends of intervals that are finite; nothing without means.
  static std::optional<WhiskerScale> around(std::span<const ArmStatus> arms,
                                            std::optional<double> mark, std::size_t width);

  /// From the least to the largest of them; of width 1 when there is one value at most.
  static Interval range_of(std::span<const ArmStatus> arms);

  std::string draw(const ArmStatus& arm) const;
  /// The ends of the scale below its ends.
  std::string axis() const;

 private:
  std::size_t place_of(double value) const;

  Interval range_{};
  std::optional<double> mark_;
  std::size_t width_ = 0;
};

/// The same picture for a terminal that does not know these characters; names lose what is not
/// ASCII in them too.
std::string in_ascii(std::string_view text);

}  // namespace mirador::cli
