#include "race/quantity.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>

#include "text/numbers.hpp"

namespace mirador::cli {
namespace {

// In increasing order.
constexpr Unit times[] = {{1e-6, "µs"}, {1e-3, "ms"}, {1.0, "s"}};
constexpr Unit sizes[] = {{1.0, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}};

std::span<const Unit> units_of(race::Metric metric) {
  return metric == race::Metric::rss ? std::span<const Unit>(sizes) : times;
}

}  // namespace

Unit unit_for(race::Metric metric, double value) {
  if (metric == race::Metric::output) return {1.0, ""};
  const std::span<const Unit> units = units_of(metric);
  Unit chosen = units.front();
  for (const Unit& unit : units) {
    if (std::abs(value) >= 0.9995 * unit.size) chosen = unit;
  }
  return chosen;
}

Unit unit_of(const race::RaceReport& report, double value) {
  const auto* const chosen = std::ranges::find(times, report.presentation.time_unit, &Unit::name);
  const bool known = race::is_time(report.spec.metric) && chosen != std::end(times);
  return known ? *chosen : unit_for(report.spec.metric, value);
}

std::string in_unit(double value, const Unit& unit) {
  return in_unit_like(value, value, unit, Rounding::nearest);
}

std::string in_unit_like(double model, double value, const Unit& unit, Rounding rounding) {
  const double number = value / unit.size, size = std::abs(model / unit.size);
  if (unit.name.empty() || std::abs(number) >= 99999.5) {
    return signed_number_like(model / unit.size, number, rounding);
  }
  return fixed_text(number, size < 99.995 ? 2 : size < 999.95 ? 1 : 0, rounding);
}

std::string with_unit(double value, const Unit& unit) {
  return in_unit(value, unit) + (unit.name.empty() ? "" : " ") + std::string(unit.name);
}

std::string quantity(const race::RaceReport& report, double value) {
  return with_unit(value, unit_of(report, value));
}

std::string quantity(race::Metric metric, double value) {
  return with_unit(value, unit_for(metric, value));
}

}  // namespace mirador::cli
