#pragma once

#include <string>

#include "mirador/race/race_report.hpp"

namespace mirador::cli {

/// What is proved about a race, how sure that is, and what it assumes.

/// Whether there is a verdict, or could be one at some risk.
bool has_risk(const race::RaceReport& report);
/// "error"; before the verdict "risk".
std::string error_label(const race::RaceReport& report);
/// "at most 0.05 [proved], in typical runs, if disturbances strike all commands alike and no
/// command's own luck carries over from round to round"; in the adaptive design "..., if the
/// logarithms of a command's times are independent and normal"; before the verdict the smallest
/// risk, as in risk_text. Names what contradicts the assumption, if anything does.
std::string error_text(const race::RaceReport& report);
/// The same with a capital letter; empty before all commands have been measured.
std::string error_sentence(const race::RaceReport& report);
/// Only the risk: "Error at most 0.05 [proved]", "Could be decided now at any risk down to 0.1
/// [proved]"; with what contradicts the assumption, if anything does. Empty before all commands
/// have been measured.
std::string risk_sentence(const race::RaceReport& report);
/// What a verdict says, and the assumption of its guarantee: "in typical runs, if ...", "if the
/// logarithms of ... are independent and normal".
std::string assumption_text(const race::RaceSpec& spec);
/// Explains the means and the intervals.
std::string legend_text(const race::RaceReport& report);
enum class MeanIntervals { shown, left_out };
/// The sentence that verdict and intervals hold separately, and with which probability; empty if no
/// interval is shown.
std::string separate_text(const race::RaceReport& report, MeanIntervals means);

}  // namespace mirador::cli
