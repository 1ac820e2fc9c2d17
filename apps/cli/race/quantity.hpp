#pragma once

#include <string>
#include <string_view>

#include "mirador/race/race.hpp"
#include "text/rounding.hpp"

namespace mirador::cli {

/// Measurements of commands, for people: 12.31 ms, 402.0 µs, 3.20 MB, or a number without a unit.
struct Unit {
  double size;            ///< in seconds or bytes; 1 for printed numbers
  std::string_view name;  ///< "ms"; empty for printed numbers
};

/// The unit in which a value of this size is a small number.
Unit unit_for(race::Metric metric, double value);

/// The same, unless the user chose the unit of times.
Unit unit_of(const race::RaceReport& report, double value);

/// Without the name of the unit.
std::string in_unit(double value, const Unit& unit);
/// With as many decimals as `model`: for the ends of its interval.
std::string in_unit_like(double model, double value, const Unit& unit, Rounding rounding);
/// "12.31 ms".
std::string with_unit(double value, const Unit& unit);
/// In the unit for its size.
std::string quantity(race::Metric metric, double value);
/// A value of the race, in its unit.
std::string quantity(const race::RaceReport& report, double value);

}  // namespace mirador::cli
