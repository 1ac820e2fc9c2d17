#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "race/verdict.hpp"
#include "text/labels.hpp"

namespace mirador::cli {

/// The sentences about races, for text, Markdown and pages.

/// The commands as labels of at most `most` columns: what they share is left out.
Labels labels_of(const race::RaceReport& report, std::size_t most);
/// The name of a command in a sentence: its label, in quotes. The names of a gate, baseline and
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
/// "46 in 12 rounds, 3.2 s"; "46 in 3.2 s; all commands equally often: about 210 (simulated)".
std::string runs_text(const race::RaceReport& report);
/// "its start-up of 402.0 µs is subtracted"; empty if none is.
std::string shell_text(const race::RaceReport& report);
/// Why the race ended without a verdict: "interrupted after 23 runs".
std::string end_text(const race::RaceReport& report);

/// "wall time", "memory", "what is printed".
std::string_view metric_text(race::Metric metric);
/// "wall time, lowest wins; margin 2 %; delta 0.05; in rounds, compare typical"; for a gate "wall
/// time, at most 3 % more; ..."; in the adaptive design "...; rule lma".
std::string settings_text(const race::RaceSpec& spec);
/// Explains the means and the intervals.
std::string legend_text(const race::RaceReport& report);
enum class MeanIntervals { shown, left_out };
/// The sentence that verdict and intervals hold separately, and with which probability; empty if no
/// interval is shown.
std::string separate_text(const race::RaceReport& report, MeanIntervals means);

/// The ratio to the leader (for a gate: to the baseline) or, on the linear scale, the difference;
/// empty while it is unknown. In rounds within rounds, in the adaptive design of the means.
std::string comparison_of(const race::RaceReport& report, std::size_t command);
/// "ratio" or "difference".
std::string_view comparison_name(const race::RaceReport& report);
/// "12.1 to 12.6", in the unit of the mean; an unknown end is "…". In rounds that of
/// `comparison_of`.
std::string interval_of(const race::RaceReport& report, std::size_t command);
/// "3 of 26": in how many rounds the command was better than the leader; empty for that one and
/// without rounds. Of a gate: in how many rounds the candidate was within the limit.
std::string wins_of(const race::RaceReport& report, std::size_t command);
/// "26 rounds, 2 of 4 in play".
std::string rounds_text(const RoundsStatus& rounds);
/// The indices of the commands, best first; those without a mean last.
std::vector<std::size_t> ranking(const race::RaceReport& report);
/// In the order in which they are listed, best first unless the user chose another.
std::vector<std::size_t> listing(const race::RaceReport& report);

}  // namespace mirador::cli
