#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mirador::cli {

/// Numbers for tables, short enough for a column: about four digits, in the form 1.234e56 from 1e5
/// on and below 0.01.

/// 814.3, 2.79, 0.0123, 1.234e5, 5.678e-199.
std::string short_number(double value);

/// The same of a number that may be negative.
std::string signed_number(double value);

/// With as many decimals as differences on a scale of this width need: 7.25 and 7.31 where it is
/// 0.5, 7251 and 7310 where it is 500.
std::string number_on_scale(double value, double width);

/// "1 sample", "2 samples".
std::string counted(std::uint64_t count, std::string_view thing);

/// "2269 ± 93"; without the error when it is unknown (NaN).
std::string with_error(double value, double error);

/// For a range, where every column counts: 1234, 123k, 12M, 3G.
std::string short_samples(double value);

/// A share in per cent: 0.50, 12.3, 100.
std::string percent(double share);

}  // namespace mirador::cli
