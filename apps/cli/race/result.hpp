#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mirador/race/race.hpp"

namespace mirador::cli {

/// What there is to say about a race or a gate: pure data, for every rendering.
struct RaceResult {
  race::RaceReport report;                            ///< as_shown
  std::optional<double> max_slowdown = std::nullopt;  ///< of a gate
  std::string store = {};                             ///< where every run is
  std::string resume = {};  ///< the command line that goes on; empty when there is nothing to do
};

/// The report as it is shown. At a gate the experiment compares a baseline that is made slower by
/// its handicap; here the commands are as they are.
race::RaceReport as_shown(race::RaceReport report);

/// Where a command stands at the end, or so far.
enum class Standing {
  winner,
  equal,      ///< shares the first place, within the margin
  possible,   ///< may still win
  ruled_out,  ///< by the verdict or, before it, by intervals: another one is better for sure
};
std::vector<Standing> standings_of(const race::RaceReport& report);
/// "winner", "equal", "possible", "ruled_out"; nothing at a gate, whose verdict is about the two
/// together.
std::string_view role_of(const race::RaceReport& report, Standing standing);

/// The place of the command that leads, or won; nothing until all have been measured.
std::optional<std::size_t> leader_of(const race::RaceReport& report);

/// Of how many times the time (or memory) of the baseline the candidate takes.
struct Slowdown {
  double estimate, low, high;
};
std::optional<Slowdown> slowdown_of(const race::RaceReport& report);

/// Does the interval of the lead (at a gate: of the slowdown) hold values that the verdict rules
/// out? The verdict needs less evidence than an interval for all pairs of commands.
bool lead_reaches_past_verdict(const RaceResult& result);

}  // namespace mirador::cli
