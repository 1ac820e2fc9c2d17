#pragma once

#include <string>
#include <string_view>

#include "mirador/race/race_spec.hpp"
#include "text/rounding.hpp"

namespace mirador::cli {

/// What commands take and print, for people: 12.31 ms, 402.0 µs, 3.20 MB, or a bare number.
struct Unit {
  double size;            ///< in seconds or bytes; 1 for what is printed
  std::string_view name;  ///< "ms"; empty for what is printed
};

/// In which a value of about that size is a small number.
Unit unit_for(race::Metric metric, double value);

/// Without the name of the unit.
std::string in_unit(double value, const Unit& unit);
/// With the decimals of another one: for the ends of its interval.
std::string in_unit_like(double model, double value, const Unit& unit, Rounding rounding);
/// "12.31 ms".
std::string with_unit(double value, const Unit& unit);
/// In the unit that suits it.
std::string quantity(race::Metric metric, double value);

}  // namespace mirador::cli
