#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "mirador/race/race.hpp"

namespace mirador::cli {

/// The result of a race or a gate.
enum class RaceVerdict {
  undecided,
  winner,  ///< of a race
  equal,   ///< of a race: some commands share the first place, within the margin
  within,  ///< of a gate: the candidate is within the limit
  slower,  ///< of a gate: the candidate exceeds the limit
};
RaceVerdict verdict_of(const race::RaceReport& report);
/// "undecided", "winner", "equal", "within", "slower".
std::string_view label_of(RaceVerdict verdict);

/// The position of a command, final or so far.
enum class Position {
  winner,
  equal,      ///< shares the first place, within the margin
  possible,   ///< may still win
  ruled_out,  ///< by the verdict or, before it, by the intervals; in rounds: has left
};
std::vector<Position> positions_of(const race::RaceReport& report);
/// "winner", "equal", "possible", "ruled_out"; empty for a gate, whose verdict is about both
/// commands.
std::string_view role_of(const race::RaceReport& report, Position position);

/// The index of the command that leads or won; nothing until all have been measured.
std::optional<std::size_t> leader_of(const race::RaceReport& report);

/// In rounds: the command compared with the leader. Null for the leader, without rounds, and before
/// both were measured in one round.
const DifferenceStatus* difference_of(const race::RaceReport& report, std::size_t command);

/// What is drawn of the commands: mean and interval. In rounds instead the ratio to the leader (or
/// the difference from it), for a gate to the baseline; that of the leader or baseline is 1 (or 0).
std::vector<ArmStatus> compared(const race::RaceReport& report);

/// The ratio of the time (or memory) of the candidate to that of the baseline.
struct Slowdown {
  double estimate, low, high;
};
std::optional<Slowdown> slowdown_of(const race::RaceReport& report);

/// Whether the interval of the lead (for a gate: of the slowdown) contains values that the verdict
/// rules out. The verdict needs less evidence than an interval for all pairs of commands.
bool lead_reaches_past_verdict(const race::RaceReport& report);

}  // namespace mirador::cli
