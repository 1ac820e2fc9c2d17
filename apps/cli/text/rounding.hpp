#pragma once

#include <string>

namespace mirador::cli {

/// Numbers as decimals with directed rounding: upper bounds are rounded up, lower bounds down,
/// and intervals outward.
///
/// Down and up are exact: they round the shortest decimal that reads back as the number (`exact`),
/// digit by digit. So the text, read back, is never on the wrong side of the number, and 0.1 stays
/// 0.1. Nearest is the rounding of fmt. Infinities and NaN are "inf", "-inf" or "nan".
enum class Rounding { nearest, down, up };

/// The rounding of the number with the opposite sign.
constexpr Rounding opposite(Rounding rounding) {
  if (rounding == Rounding::nearest) return rounding;
  return rounding == Rounding::up ? Rounding::down : Rounding::up;
}

/// With this many decimals, at least zero: 12.31.
std::string fixed_text(double value, int decimals, Rounding rounding);

/// With one digit before the point: 1.234e56.
std::string scientific_text(double value, int decimals, Rounding rounding);

/// A number of at least 0, rounded up to this many digits, without trailing zeros: with three
/// digits 0.0370001 becomes 0.0371 and 0.05 stays 0.05; with two 2.3000001e-7 becomes 2.4e-7.
std::string rounded_up(double value, int digits);

/// The probability 1 - δ, rounded down: 0.95; "1 - 1e-06" if it would have many nines.
std::string confidence_text(double delta);

}  // namespace mirador::cli
