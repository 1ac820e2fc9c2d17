#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "mirador/core/interval.hpp"
#include "text/rounding.hpp"

namespace mirador::cli {

/// Numbers for tables, short enough for a column: about four digits, in the form 1.234e56 from 1e5
/// on and below 0.01. Bounds are rounded to the safe side, other numbers to nearest.

/// 814.3, 2.79, 0.0123, 1.234e5, 5.678e-199.
std::string short_number(double value, Rounding rounding = Rounding::nearest);

/// The same for a number that may be negative.
std::string signed_number(double value, Rounding rounding = Rounding::nearest);
/// With as many decimals as `model`: for the ends of its interval.
std::string signed_number_like(double model, double value, Rounding rounding);

/// With as many decimals as differences on a scale of this width need: 7.25 and 7.31 if the width
/// is 0.5, 7251 and 7310 if it is 500.
std::string number_on_scale(double value, double width, Rounding rounding = Rounding::nearest);

/// "1 sample", "2 samples".
std::string counted(std::uint64_t count, std::string_view thing);

/// "2269 ± 93"; without the error when it is unknown (NaN).
std::string with_error(double value, double error);

/// For a range in a narrow column: 1234, 123k, 12M, 3G.
std::string short_samples(double value);

/// A share in per cent: 0.50, 12.3, 100.
std::string percent(double share, Rounding rounding = Rounding::nearest);

/// 12 s, 2 min 05 s, 3 h 20 min.
std::string duration_text(double seconds);

/// "1.012", "1.31", "20.4": more decimals for ratios close to 1.
std::string ratio_text(double ratio);
/// With as many decimals as `model`: for the ends of its interval.
std::string ratio_text_like(double model, double ratio, Rounding rounding);

/// "2 %" for 0.02; for values that the user gave.
std::string percent_text(double share);

/// An interval in a sentence, rounded outward: "1.24 to 1.39"; "at least 1.24" or "at most 1.39" if
/// only one end is known (finite, and above `nothing`); empty if none is.
std::string range_text(const Interval& interval, double nothing,
                       const std::function<std::string(double, Rounding)>& write);

}  // namespace mirador::cli
