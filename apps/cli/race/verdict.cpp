#include "race/verdict.hpp"

#include <algorithm>
#include <limits>

namespace mirador::cli {
namespace {

using race::RaceReport;

std::size_t place_of(const RaceReport& report, const std::string& name) {
  const auto found = std::ranges::find(report.status.arms, name, &ArmStatus::name);
  return static_cast<std::size_t>(found - report.status.arms.begin());
}

std::vector<Position> positions_in_rounds(const RaceReport& report) {
  std::vector<Position> positions(report.status.arms.size(), Position::possible);
  for (const RuledOut& one : report.status.rounds->ruled_out) {
    positions[place_of(report, one.arm)] = Position::ruled_out;
  }
  return positions;
}

/// The positions that an answer leaves which is good enough: others may be better.
std::vector<Position> positions_beside(const RaceReport& report, std::size_t answer) {
  std::vector<Position> positions(report.status.arms.size(), Position::possible);
  if (report.status.rounds) {
    positions = positions_in_rounds(report);
  } else if (report.status.recommendation) {
    for (const std::string& name : report.status.recommendation->ruled_out) {
      positions[place_of(report, name)] = Position::ruled_out;
    }
  }
  positions[answer] = Position::good_enough;
  return positions;
}

/// The positions after the verdict. Without a margin there are no roles: all other commands are
/// ruled out.
std::vector<Position> decided_positions(const RaceReport& report) {
  const VerdictStatus& verdict = *report.status.verdict;
  if (verdict.good_enough) {
    return positions_beside(report, place_of(report, verdict.answer.arms.front()));
  }
  std::vector<Position> positions(report.status.arms.size(), Position::ruled_out);
  for (std::size_t c = 0; c < verdict.roles.size(); ++c) {
    if (verdict.roles[c] == Role::shares) positions[c] = Position::equal;
  }
  const std::size_t winner = place_of(report, verdict.answer.arms.front());
  positions[winner] = verdict.equal_within_margin ? Position::equal : Position::winner;
  return positions;
}

/// The positions before the verdict: a command is ruled out if its whole interval is worse than
/// that of another.
std::vector<Position> open_positions(const RaceReport& report) {
  const std::vector<ArmStatus>& arms = report.status.arms;
  const bool lowest = report.spec.direction == Direction::lowest;
  double surpassed =
      std::numeric_limits<double>::infinity();  // the best worst end; smaller: better
  for (const ArmStatus& arm : arms) {
    if (arm.mean) surpassed = std::min(surpassed, lowest ? arm.high : -arm.low);
  }
  std::vector<Position> positions;
  for (const ArmStatus& arm : arms) {
    const bool out = arm.mean && (lowest ? arm.low : -arm.high) > surpassed;
    positions.push_back(out ? Position::ruled_out : Position::possible);
  }
  return positions;
}

}  // namespace

bool is_alone(const RaceReport& report) { return race::is_alone(report.spec); }

RaceVerdict verdict_of(const RaceReport& report) {
  if (report.end == race::End::known) return RaceVerdict::known;
  const std::optional<VerdictStatus>& verdict = report.status.verdict;
  if (!verdict) return RaceVerdict::undecided;
  if (report.spec.max_slowdown) {
    return leader_of(report) == std::size_t{1} ? RaceVerdict::within : RaceVerdict::slower;
  }
  return verdict->equal_within_margin ? RaceVerdict::equal
         : verdict->good_enough       ? RaceVerdict::good_enough
                                      : RaceVerdict::winner;
}

std::string_view label_of(RaceVerdict verdict) {
  switch (verdict) {
    case RaceVerdict::winner:
      return "winner";
    case RaceVerdict::equal:
      return "equal";
    case RaceVerdict::good_enough:
      return "good-enough";
    case RaceVerdict::known:
      return "known";
    case RaceVerdict::within:
      return "within";
    case RaceVerdict::slower:
      return "slower";
    case RaceVerdict::undecided:
      break;
  }
  return "undecided";
}

std::vector<Position> positions_of(const RaceReport& report) {
  if (is_alone(report)) return {Position::alone};
  if (report.status.verdict) return decided_positions(report);
  return report.status.rounds ? positions_in_rounds(report) : open_positions(report);
}

std::string_view role_of(const RaceReport& report, Position position) {
  if (report.spec.max_slowdown) return "";
  switch (position) {
    case Position::winner:
      return "winner";
    case Position::equal:
      return "equal";
    case Position::good_enough:
      return "good_enough";
    case Position::possible:
      return "possible";
    case Position::ruled_out:
      return "ruled_out";
    case Position::alone:
      return "";
  }
  return "possible";
}

bool in_first_place(const RaceReport& report, Position position) {
  return !report.spec.max_slowdown &&
         (position == Position::winner || position == Position::equal ||
          position == Position::good_enough);
}

std::optional<std::size_t> leader_of(const RaceReport& report) {
  const ExperimentStatus& status = report.status;
  if (is_alone(report) && status.arms[0].mean) return 0;
  if (status.verdict) return place_of(report, status.verdict->answer.arms.front());
  if (status.findings) return place_of(report, status.findings->answer.arms.front());
  return std::nullopt;
}

std::optional<std::size_t> basis_of(const RaceReport& report) {
  if (report.spec.max_slowdown) return 0;
  return report.spec.reference ? report.spec.reference : leader_of(report);
}

const std::vector<DifferenceStatus>& differences_of(const RaceReport& report) {
  const bool to_leader = !report.spec.reference && report.status.rounds;
  return to_leader ? report.status.rounds->differences : report.to_reference;
}

const DifferenceStatus* difference_of(const RaceReport& report, std::size_t command) {
  const std::vector<DifferenceStatus>& all = differences_of(report);
  const auto found =
      std::ranges::find(all, report.status.arms[command].name, &DifferenceStatus::arm);
  return found == all.end() ? nullptr : &*found;
}

std::vector<ArmStatus> compared(const RaceReport& report) {
  std::vector<ArmStatus> arms = report.status.arms;
  if (!report.status.rounds) return arms;
  const double same = report.spec.scale == Scale::log ? 1.0 : 0.0;
  if (const auto slowdown = slowdown_of(report); report.spec.max_slowdown && slowdown) {
    arms[0].mean = arms[0].low = arms[0].high = same;
    arms[1].mean = slowdown->estimate;
    arms[1].low = slowdown->low;
    arms[1].high = slowdown->high;
    return arms;
  }
  for (std::size_t c = 0; c < arms.size(); ++c) {
    const DifferenceStatus* const found = difference_of(report, c);
    arms[c].mean.reset();
    if (found != nullptr) {
      arms[c].mean = found->estimate;
      arms[c].low = found->low;
      arms[c].high = found->high;
    } else if (c == basis_of(report)) {
      arms[c].mean = arms[c].low = arms[c].high = same;
    }
  }
  return arms;
}

std::optional<Slowdown> slowdown_of(const RaceReport& report) {
  if (!report.lead) return std::nullopt;
  const Lead& lead = *report.lead;
  const bool candidate_leads = place_of(report, lead.answer) == 1;
  if (!candidate_leads) return Slowdown{lead.estimate, lead.low, lead.high};
  return Slowdown{1.0 / lead.estimate, 1.0 / lead.high, 1.0 / lead.low};
}

bool lead_reaches_past_verdict(const RaceReport& report) {
  const std::optional<VerdictStatus>& verdict = report.status.verdict;
  if (!report.lead || !verdict || verdict->equal_within_margin || verdict->good_enough) {
    return false;
  }
  if (report.spec.max_slowdown) {
    const Slowdown slowdown = *slowdown_of(report);
    const double allowed = 1.0 + *report.spec.max_slowdown;
    return leader_of(report) == std::size_t{1} ? slowdown.high > allowed : slowdown.low < allowed;
  }
  return report.lead->low < (report.spec.scale == Scale::log ? 1.0 : 0.0);
}

}  // namespace mirador::cli
