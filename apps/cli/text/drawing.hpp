#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "mirador/core/interval.hpp"
#include "mirador/experiment/status.hpp"

namespace mirador::cli {

/// Charts within a line of text, of characters that are one column wide.

/// ███░░░░ : a share of the width; the share is clamped to [0, 1].
std::string meter(double share, std::size_t width);

/// ██▌ : the same without the rest, for several bars below each other.
std::string chart_bar(double share, std::size_t width);

/// Intervals above each other on one scale:
///   ├────●────┤
///        ├──●──┤
/// An unknown end is left open; the mark ┊, if any, shows a value of interest.
class WhiskerScale {
 public:
  /// A scale that covers the means and the finite ends of intervals; nothing without means.
  static std::optional<WhiskerScale> around(std::span<const ArmStatus> arms,
                                            std::optional<double> mark, std::size_t width);

  /// The range from the smallest to the largest value; of width 1 if there is at most one value.
  static Interval range_of(std::span<const ArmStatus> arms);

  std::string draw(const ArmStatus& arm) const;
  /// A line with the values at the ends of the scale.
  std::string axis() const;

 private:
  std::size_t place_of(double value) const;

  Interval range_{};
  std::optional<double> mark_;
  std::size_t width_ = 0;
};

/// The same chart for a terminal without these characters. Other characters that are not ASCII are
/// replaced as well, also in names.
std::string in_ascii(std::string_view text);

}  // namespace mirador::cli
