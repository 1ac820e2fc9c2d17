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
/// "'b'; 'a' takes 0.77 times as long (0.74 to 0.80)": the leader compared with the reference;
/// empty without one.
std::string reference_text(const race::RaceReport& report);
/// "3.1 %", or in the unit printed "0.031": a distance on the scale of the race, rounded up.
std::string precision_text(const race::RaceReport& report, double distance);
/// The proved meaning of "equal" for three or more commands; empty for other verdicts.
std::string margin_note(const race::RaceReport& report);
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
/// "26 rounds, 2 of 4 in play".
std::string rounds_text(const RoundsStatus& rounds);

}  // namespace mirador::cli
