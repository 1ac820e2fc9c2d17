#pragma once

#include <string>

namespace mirador::cli {

/// Numbers for tables, short enough for a column: about four digits, in the form 1.234e56 from 1e5
/// on and below 0.01.

/// 814.3, 2.79, 0.0123, 1.234e5, 5.678e-199.
std::string short_number(double value);

/// "2269 ± 93"; without the error when it is unknown (NaN).
std::string with_error(double value, double error);

/// For a range, where every column counts: 1234, 123k, 12M, 3G.
std::string short_samples(double value);

/// A share in per cent: 0.50, 12.3, 100.
std::string percent(double share);

}  // namespace mirador::cli
