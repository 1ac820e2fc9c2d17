#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "mirador/race/race.hpp"

namespace mirador::cli {

/// What a race or a gate has found.
enum class RaceVerdict {
  undecided,
  winner,  ///< of a race
  equal,   ///< of a race: some commands share the first place, within the margin
  within,  ///< of a gate: the candidate takes at most as much more as it may
  slower,  ///< of a gate: it takes more
};
RaceVerdict verdict_of(const race::RaceReport& report);
/// "undecided", "winner", "equal", "within", "slower".
std::string_view label_of(RaceVerdict verdict);

/// Where a command of a race stands at the end, or so far.
enum class Position {
  winner,
  equal,      ///< shares the first place, within the margin
  possible,   ///< may still win
  ruled_out,  ///< by the verdict or, before it, by intervals: another one is better for sure
};
std::vector<Position> positions_of(const race::RaceReport& report);
/// "winner", "equal", "possible", "ruled_out"; nothing at a gate, whose verdict is about the two
/// together.
std::string_view role_of(const race::RaceReport& report, Position position);

/// The place of the command that leads, or won; nothing until all have been measured.
std::optional<std::size_t> leader_of(const race::RaceReport& report);

/// Of how many times the time (or memory) of the baseline the candidate takes.
struct Slowdown {
  double estimate, low, high;
};
std::optional<Slowdown> slowdown_of(const race::RaceReport& report);

/// Does the interval of the lead (at a gate: of the slowdown) hold values that the verdict rules
/// out? The verdict needs less evidence than an interval for all pairs of commands.
bool lead_reaches_past_verdict(const race::RaceReport& report);

}  // namespace mirador::cli
