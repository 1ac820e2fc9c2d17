#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "race/verdict.hpp"

namespace mirador::cli {

/// The sentences about races, for text, Markdown and pages.

/// The name of a command in a sentence: shortened and in quotes. The names of a gate, baseline and
/// candidate, are not quoted.
std::string called(const race::RaceSpec& spec, std::string_view name);

/// A word at the beginning of a sentence.
std::string capitalised(std::string_view word);
/// The sentence about the verdict, after its label: "'a'; 'b' takes 1.31 times as long (1.24 to
/// 1.39)".
std::string verdict_text(const race::RaceReport& report);
/// The proved meaning of "equal" for three or more commands; empty for other verdicts.
std::string margin_note(const race::RaceReport& report);
/// Whether there is a verdict, or could be one at some risk.
bool has_risk(const race::RaceReport& report);
/// "error"; before the verdict "risk".
std::string error_label(const race::RaceReport& report);
/// "at most 0.05 [proved], if the logarithms of a command's times are independent and normal";
/// before the verdict the smallest risk, as in risk_text. Names what contradicts the assumption, if
/// anything does.
std::string error_text(const race::RaceReport& report);
/// The same with a capital letter; empty before all commands have been measured.
std::string error_sentence(const race::RaceReport& report);
/// The assumption of the guarantee: "if the logarithms of ... are independent and normal".
std::string assumption_text(const race::RaceSpec& spec);
/// "46 in 3.2 s; equally often for all, about 210 (simulated)".
std::string runs_text(const race::RaceReport& report);
/// "its start-up of 402.0 µs is subtracted"; empty if none is.
std::string shell_text(const race::RaceReport& report);
/// Why the race ended without a verdict: "interrupted after 23 runs".
std::string end_text(const race::RaceReport& report);

/// "wall time", "memory", "what is printed".
std::string_view metric_text(race::Metric metric);
/// "wall time, lowest wins; margin 2 %; delta 0.05; rule lma"; for a gate "wall time, at most 3 %
/// more; delta 0.05; rule lma".
std::string settings_text(const race::RaceSpec& spec);
/// Explains the means and the intervals.
std::string legend_text(const race::RaceReport& report);
enum class MeanIntervals { shown, left_out };
/// The sentence that verdict and intervals hold separately, and with which probability; empty if no
/// interval is shown.
std::string separate_text(const race::RaceReport& report, MeanIntervals means);

/// The ratio of a mean to that of the leader (for a gate: of the baseline) or, on the linear scale,
/// their difference; empty while it is unknown.
std::string comparison_of(const race::RaceReport& report, std::size_t command);
/// "ratio" or "difference".
std::string_view comparison_name(const race::RaceReport& report);
/// "12.1 to 12.6", in the unit of the mean; an unknown end is "…".
std::string interval_of(const race::RaceReport& report, std::size_t command);
/// The indices of the commands, best first; those without a mean last.
std::vector<std::size_t> ranking(const race::RaceReport& report);

}  // namespace mirador::cli
