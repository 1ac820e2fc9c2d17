#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "mirador/race/race.hpp"

namespace mirador::cli {

/// The result of a race or a gate.
enum class RaceVerdict {
  undecided,
  winner,       ///< of a race
  equal,        ///< of a race: some commands share the first place, within the margin
  good_enough,  ///< of a race: a command is proved to be that near the best
  within,       ///< of a gate: the candidate is within the limit
  slower,       ///< of a gate: the candidate exceeds the limit
  known,        ///< of one command alone: its mean is known to the margin
};
RaceVerdict verdict_of(const race::RaceReport& report);
/// "undecided", "winner", "equal", "good-enough", "within", "slower", "known".
std::string_view label_of(RaceVerdict verdict);

/// The position of a command, final or so far.
enum class Position {
  winner,
  equal,        ///< shares the first place, within the margin
  good_enough,  ///< near enough to the best
  possible,     ///< may still win
  ruled_out,    ///< by the verdict or, before it, by the intervals; in rounds: has left
  alone,        ///< there is no other
};
/// Is it in the first place, so that it is marked? A gate and one command alone have none.
bool in_first_place(const race::RaceReport& report, Position position);
std::vector<Position> positions_of(const race::RaceReport& report);
/// "winner", "equal", "good_enough", "possible", "ruled_out"; empty for one command alone and for a
/// gate, whose verdict is about both commands.
std::string_view role_of(const race::RaceReport& report, Position position);

/// Is one command measured alone (race/solo.hpp)?
bool is_alone(const race::RaceReport& report);

/// The index of the command that leads or won; nothing until all have been measured.
std::optional<std::size_t> leader_of(const race::RaceReport& report);

/// The index of the command that the others are compared with: the baseline of a gate, the
/// reference, or the leader.
std::optional<std::size_t> basis_of(const race::RaceReport& report);
/// The comparisons with it that have an interval: with a reference, and in rounds.
const std::vector<DifferenceStatus>& differences_of(const race::RaceReport& report);
/// That of one command. Null for the basis, and where there is none (yet).
const DifferenceStatus* difference_of(const race::RaceReport& report, std::size_t command);

/// What is drawn of the commands: mean and interval. In rounds instead the ratio to the basis (or
/// the difference from it); that of the basis itself is 1 (or 0).
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
