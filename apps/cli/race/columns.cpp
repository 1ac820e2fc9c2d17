#include "race/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mirador/core/infinity.hpp"
#include "race/quantity.hpp"
#include "race/run_digest.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {

using race::RaceReport;

bool on_log_scale(const RaceReport& report) { return report.spec.scale == Scale::log; }

/// An end that is a thousand times away is as good as unknown.
std::string ratio_range(const Interval& interval, double estimate) {
  constexpr double far = 1e3;
  const Interval known{interval.low * far < estimate ? 0.0 : interval.low,
                       interval.high > far * estimate ? infinity : interval.high};
  return range_text(known, 0.0, [&](double end, Rounding rounding) {
    return ratio_text_like(estimate, end, rounding);
  });
}

std::string comparison_range(const RaceReport& report, const Interval& interval, double estimate) {
  if (on_log_scale(report)) return ratio_range(interval, estimate);
  return range_text(interval, -infinity, [&](double end, Rounding rounding) {
    return signed_number_like(estimate, end, rounding);
  });
}

std::string mean_of(const RaceReport& report, std::size_t command) {
  const std::optional<double>& mean = report.status.arms[command].mean;
  return mean ? quantity(report, *mean) : "-";
}

static std::string comparison_in_rounds(const RaceReport& report, std::size_t command,
                                        std::size_t other) {
  if (command == other) return on_log_scale(report) ? "1.00" : "0";
  if (report.spec.max_slowdown) {
    const std::optional<Slowdown> slowdown = slowdown_of(report);
    return slowdown ? ratio_text(slowdown->estimate) : "";
  }
  const DifferenceStatus* const found = difference_of(report, command);
  if (found == nullptr) return {};
  return on_log_scale(report) ? ratio_text(found->estimate)
                              : fmt::format("{:+.4g}", found->estimate);
}

std::string comparison_of(const RaceReport& report, std::size_t command) {
  const std::optional<std::size_t> other = basis_of(report);
  if (!other) return {};
  if (report.status.rounds) return comparison_in_rounds(report, command, *other);
  const std::optional<double>&from = report.status.arms[*other].mean,
        &mean = report.status.arms[command].mean;
  if (!from || !mean) return {};
  if (!on_log_scale(report)) return command == *other ? "0" : fmt::format("{:+.4g}", *mean - *from);
  return command == *other ? "1.00" : ratio_text(*mean / *from);
}

std::string_view comparison_name(const RaceReport& report) {
  return on_log_scale(report) ? "ratio" : "difference";
}

/// Of the ratio or the difference.
static std::string interval_in_rounds(const RaceReport& report, std::size_t command) {
  if (report.spec.max_slowdown) {
    const std::optional<Slowdown> found = slowdown_of(report);
    return found && command == 1 ? ratio_range({found->low, found->high}, found->estimate) : "";
  }
  const DifferenceStatus* const found = difference_of(report, command);
  if (found == nullptr) return {};
  const std::string range = comparison_range(report, {found->low, found->high}, found->estimate);
  return range.empty() ? "not bounded yet" : range;
}

std::string interval_of(const RaceReport& report, std::size_t command) {
  if (report.status.rounds) return interval_in_rounds(report, command);
  const ArmStatus& arm = report.status.arms[command];
  if (!arm.mean) return {};
  const Unit unit = unit_of(report, *arm.mean);
  const bool low = std::isfinite(arm.low) && (!on_log_scale(report) || arm.low > 0.0);
  const bool high = std::isfinite(arm.high);
  // An end that is thousands of times the mean is as good as unknown.
  const auto end = [&](double value, bool known, Rounding rounding) {
    const bool tells = known && std::abs(value) < 1e4 * std::max(std::abs(*arm.mean), unit.size);
    return tells ? in_unit_like(*arm.mean, value, unit, rounding) : std::string("…");
  };
  return fmt::format("{} to {}", end(arm.low, low, Rounding::down),
                     end(arm.high, high, Rounding::up));
}

std::string wins_of(const RaceReport& report, std::size_t command) {
  if (!report.status.rounds) return {};
  for (const DifferenceStatus& one : differences_of(report)) {
    const std::string rounds = fmt::format(" of {}", one.better + one.worse + one.tied);
    const std::string& name = report.status.arms[command].name;
    if (report.spec.max_slowdown) {
      return command == 0 ? "" : std::to_string(one.arm == name ? one.better : one.worse) + rounds;
    }
    if (one.arm == name) return std::to_string(one.better) + rounds;
  }
  return {};
}

std::vector<std::size_t> ranking(const RaceReport& report) {
  const bool lowest = report.spec.direction == Direction::lowest;
  std::vector<std::size_t> places(report.status.arms.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const std::vector<ArmStatus> arms = compared(report);
  const auto rank = [&](std::size_t c) {
    if (report.status.rounds && c == leader_of(report)) return -infinity;
    const std::optional<double>& mean = arms[c].mean;
    return !mean ? infinity : lowest ? *mean : -*mean;
  };
  std::ranges::stable_sort(places, {}, rank);
  return places;
}

std::vector<std::size_t> listing(const RaceReport& report) {
  std::vector<std::size_t> places = ranking(report);
  if (report.presentation.order == race::Presentation::Order::typed) std::ranges::sort(places);
  return places;
}

RunNumbers numbers_of(const RaceReport& report, std::size_t command) {
  const std::optional<Digest> digest = digest_of(report.values[command]);
  if (!digest) return {"-", "-", "-", "-"};
  const Unit unit = unit_of(report, digest->mean);
  const auto number = [&](double value) {
    return in_unit_like(digest->mean, value, unit, Rounding::nearest);
  };
  const std::string name = unit.name.empty() ? "" : " " + std::string(unit.name);
  const auto time = [&](double race::Run::*part) {
    const double mean = digest_of(of_runs<double>(report.runs[command], part))->mean;
    return race::is_time(report.spec.metric) ? with_unit(mean, unit)
                                             : quantity(race::Metric::user, mean);
  };
  return {number(digest->mean) + (digest->stddev ? " ± " + number(*digest->stddev) : "") + name,
          fmt::format("{} … {}{}", number(digest->min), number(digest->max), name),
          time(&race::Run::user), time(&race::Run::system)};
}

}  // namespace mirador::cli
