#pragma once

#include <string>

#include "mirador/experiment/history.hpp"
#include "mirador/race/race.hpp"

namespace mirador::cli {

/// A race or a gate as a self-contained HTML page: verdict, commands with their intervals, every
/// run, evidence over time, settings.
std::string race_page(const race::RaceReport& report, const History& history);

}  // namespace mirador::cli
