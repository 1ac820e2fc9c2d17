#include "race/result.hpp"

#include <algorithm>
#include <limits>

namespace mirador::cli {
namespace {

using race::RaceReport;

std::size_t place_of(const RaceReport& report, const std::string& name) {
  const auto found = std::ranges::find(report.status.arms, name, &ArmStatus::name);
  return static_cast<std::size_t>(found - report.status.arms.begin());
}

/// The verdict with its roles; without a margin there are none, and all others are worse.
std::vector<Standing> decided_standings(const RaceReport& report) {
  const VerdictStatus& verdict = *report.status.verdict;
  std::vector<Standing> standings(report.status.arms.size(), Standing::ruled_out);
  for (std::size_t c = 0; c < verdict.roles.size(); ++c) {
    if (verdict.roles[c] == Role::shares) standings[c] = Standing::equal;
  }
  const std::size_t winner = place_of(report, verdict.answer.arms.front());
  standings[winner] = verdict.equal_within_margin ? Standing::equal : Standing::winner;
  return standings;
}

/// Out is a command whose interval, all of it, is worse than that of another.
std::vector<Standing> open_standings(const RaceReport& report) {
  const std::vector<ArmStatus>& arms = report.status.arms;
  const bool lowest = report.spec.direction == Direction::lowest;
  double surpassed =
      std::numeric_limits<double>::infinity();  // the best worst end; smaller: better
  for (const ArmStatus& arm : arms) {
    if (arm.mean) surpassed = std::min(surpassed, lowest ? arm.high : -arm.low);
  }
  std::vector<Standing> standings;
  for (const ArmStatus& arm : arms) {
    const bool out = arm.mean && (lowest ? arm.low : -arm.high) > surpassed;
    standings.push_back(out ? Standing::ruled_out : Standing::possible);
  }
  return standings;
}

}  // namespace

race::RaceReport as_shown(race::RaceReport report) {
  const std::vector<double>& handicaps = report.spec.handicaps;
  if (handicaps.empty()) return report;
  for (std::size_t c = 0; c < handicaps.size(); ++c) {
    ArmStatus& arm = report.status.arms[c];
    if (arm.mean) *arm.mean /= handicaps[c];
    arm.low /= handicaps[c];
    arm.high /= handicaps[c];
  }
  if (!report.lead) return report;
  Lead& lead = *report.lead;  // the runner-up over the answer
  const double factor =
      handicaps[place_of(report, lead.answer)] / handicaps[place_of(report, lead.runner_up)];
  for (double* const end : {&lead.estimate, &lead.low, &lead.high}) *end *= factor;
  return report;
}

std::vector<Standing> standings_of(const RaceReport& report) {
  return report.status.verdict ? decided_standings(report) : open_standings(report);
}

std::string_view role_of(const RaceReport& report, Standing standing) {
  if (!report.spec.handicaps.empty()) return "";
  switch (standing) {
    case Standing::winner:
      return "winner";
    case Standing::equal:
      return "equal";
    case Standing::possible:
      return "possible";
    case Standing::ruled_out:
      return "ruled_out";
  }
  return "possible";
}

std::optional<std::size_t> leader_of(const RaceReport& report) {
  const ExperimentStatus& status = report.status;
  if (status.verdict) return place_of(report, status.verdict->answer.arms.front());
  if (status.findings) return place_of(report, status.findings->answer.arms.front());
  return std::nullopt;
}

std::optional<Slowdown> slowdown_of(const RaceReport& report) {
  if (!report.lead) return std::nullopt;
  const Lead& lead = *report.lead;
  const bool candidate_leads = place_of(report, lead.answer) == 1;
  if (!candidate_leads) return Slowdown{lead.estimate, lead.low, lead.high};
  return Slowdown{1.0 / lead.estimate, 1.0 / lead.high, 1.0 / lead.low};
}

bool lead_reaches_past_verdict(const RaceResult& result) {
  const RaceReport& report = result.report;
  const std::optional<VerdictStatus>& verdict = report.status.verdict;
  if (!report.lead || !verdict || verdict->equal_within_margin) return false;
  if (result.max_slowdown) {
    const Slowdown slowdown = *slowdown_of(report);
    const double allowed = 1.0 + *result.max_slowdown;
    return leader_of(report) == std::size_t{1} ? slowdown.high > allowed : slowdown.low < allowed;
  }
  return report.lead->low < (report.spec.scale == Scale::log ? 1.0 : 0.0);
}

}  // namespace mirador::cli
