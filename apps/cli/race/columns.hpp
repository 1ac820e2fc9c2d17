#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mirador/core/interval.hpp"
#include "race/verdict.hpp"

namespace mirador::cli {

/// What the tables and charts of a race show of each command, and in which order.

/// Ratios are compared, and not differences.
bool on_log_scale(const race::RaceReport& report);
/// "0.98 to 1.02", with as many decimals as the estimate, rounded to the safe side.
std::string ratio_range(const Interval& interval, double estimate);
/// The same for a ratio or a difference.
std::string comparison_range(const race::RaceReport& report, const Interval& interval,
                             double estimate);
/// "12.31 ms", or "-".
std::string mean_of(const race::RaceReport& report, std::size_t command);
/// The ratio to the basis (basis_of) or, on the linear scale, the difference; empty while it is
/// unknown. In rounds within rounds, in the adaptive design of the means.
std::string comparison_of(const race::RaceReport& report, std::size_t command);
/// "ratio" or "difference".
std::string_view comparison_name(const race::RaceReport& report);
/// "12.1 to 12.6", in the unit of the mean; an unknown end is "…". In rounds that of
/// `comparison_of`.
std::string interval_of(const race::RaceReport& report, std::size_t command);
/// "3 of 26": in how many rounds the command was better than the basis; empty for that one and
/// without rounds. Of a gate: in how many rounds the candidate was within the limit.
std::string wins_of(const race::RaceReport& report, std::size_t command);
/// The indices of the commands, best first; those without a mean last.
std::vector<std::size_t> ranking(const race::RaceReport& report);
/// In the order in which they are listed, best first unless the user chose another.
std::vector<std::size_t> listing(const race::RaceReport& report);
/// The runs of a command in numbers, as hyperfine shows them.
struct RunNumbers {
  std::string spread, range, user, system;
};
RunNumbers numbers_of(const race::RaceReport& report, std::size_t command);

}  // namespace mirador::cli
