#pragma once

#include <optional>
#include <string>

#include "html/html.hpp"
#include "mirador/experiment/history.hpp"
#include "mirador/race/race.hpp"

namespace mirador::cli {

/// A race or a gate as a self-contained HTML page: verdict, commands with their intervals, every
/// run, evidence over time, settings. One command alone has no history.
std::string race_page(const race::RaceReport& report, const std::optional<History>& history);
/// What it has between <main> and </main>.
page::Content race_content(const race::RaceReport& report, const std::optional<History>& history);

}  // namespace mirador::cli
