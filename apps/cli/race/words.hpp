#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "race/verdict.hpp"

namespace mirador::cli {

/// Races in the words of text, Markdown and pages.

/// The name of a command in a sentence: not longer than a sentence can bear, and in quotes; at a
/// gate the names are words, baseline and candidate.
std::string called(const race::RaceSpec& spec, std::string_view name);

/// A word at the head of a sentence.
std::string capitalised(std::string_view word);
/// What is said of the verdict, after its label: "'a'; 'b' takes 1.31 times as long (1.24
/// to 1.39)".
std::string verdict_text(const race::RaceReport& report);
/// What "equal" is proved to mean of three commands or more; empty where the verdict is another.
std::string margin_note(const race::RaceReport& report);
/// Has a verdict fallen, or could it at some risk?
bool has_risk(const race::RaceReport& report);
/// "error", and before the verdict "risk".
std::string error_label(const race::RaceReport& report);
/// "at most 0.05 [proved], if the logarithms of a command's times are independent and normal";
/// before the verdict the smallest risk, as in risk_text; with what contradicts the assumption,
/// where something does.
std::string error_text(const race::RaceReport& report);
/// The same as the beginning of a sentence; empty before all have been measured.
std::string error_sentence(const race::RaceReport& report);
/// What the guarantee takes for granted: "if the logarithms of ... are independent and normal".
std::string assumption_text(const race::RaceSpec& spec);
/// "46 in 3.2 s; equally often for all, about 210 (simulated)".
std::string runs_text(const race::RaceReport& report);
/// "its start-up of 402.0 µs is subtracted"; nothing where none is.
std::string shell_text(const race::RaceReport& report);
/// Why it ended without a verdict: "interrupted after 23 runs".
std::string end_text(const race::RaceReport& report);

/// "wall time", "memory", "what is printed".
std::string_view metric_text(race::Metric metric);
/// "wall time, lowest wins; margin 2 %; delta 0.05; rule lma"; at a gate "wall time, at most 3 %
/// more; delta 0.05; rule lma".
std::string settings_text(const race::RaceSpec& spec);
/// What a mean is here, and an interval.
std::string legend_text(const race::RaceReport& report);
enum class MeanIntervals { shown, left_out };
/// That the verdict and the intervals hold each for itself, and with which probability; empty where
/// no interval is shown.
std::string separate_text(const race::RaceReport& report, MeanIntervals means);

/// The ratio of a mean to that of the leader (at a gate: of the baseline) or, on the linear scale,
/// their difference; nothing while it is not known.
std::string comparison_of(const race::RaceReport& report, std::size_t command);
/// "ratio" or "difference".
std::string_view comparison_name(const race::RaceReport& report);
/// "12.1 to 12.6", in the unit of the mean; an end that is not known is "…".
std::string interval_of(const race::RaceReport& report, std::size_t command);
/// The places of the commands, the best first; those without a mean last.
std::vector<std::size_t> ranking(const race::RaceReport& report);

}  // namespace mirador::cli
