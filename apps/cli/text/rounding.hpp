#pragma once

#include <string>

namespace mirador::cli {

/// Numbers as decimals that err on a chosen side: upper bounds are rounded up, lower bounds down,
/// and intervals outward.
///
/// Down and up are exact: what is rounded is the shortest decimal that reads back as the number
/// (`exact`), digit by digit. So the text, read back, is never on the wrong side of the number, and
/// 0.1 stays 0.1. Nearest is that of fmt. Numbers that are not finite are "inf", "-inf" or "nan".
enum class Rounding { nearest, down, up };

/// That of the same number without its sign.
constexpr Rounding opposite(Rounding rounding) {
  if (rounding == Rounding::nearest) return rounding;
  return rounding == Rounding::up ? Rounding::down : Rounding::up;
}

/// With so many decimals, zero or more: 12.31.
std::string fixed_text(double value, int decimals, Rounding rounding);

/// With one digit before the point: 1.234e56.
std::string scientific_text(double value, int decimals, Rounding rounding);

/// A number from 0 on, rounded up to so many digits, without zeros at its end: 0.0371 of 0.0370001,
/// 0.05 of 0.05, 2.4e-7 of 2.3000001e-7 and two digits, 1 of 0.99996.
std::string rounded_up(double value, int digits);

/// The probability 1 - δ, rounded down: 0.95; "1 - 1e-06" where decimals would be many nines.
std::string confidence_text(double delta);

}  // namespace mirador::cli
