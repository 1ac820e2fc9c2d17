#include "mirador/race/race_report.hpp"

#include <algorithm>

namespace mirador::race {

void call_by_commands(RaceReport& report) {
  const auto rename = [&](std::string& text) {
    for (std::size_t c = 0; c < report.spec.commands.size(); ++c) {
      if (text == arm_name(report.spec, c)) {
        text = report.spec.commands[c].name;
        return;
      }
    }
  };
  const auto rename_answer = [&](NamedAnswer& answer) {
    rename(answer.text);
    std::ranges::for_each(answer.arms, rename);
  };
  for (ArmStatus& arm : report.status.arms) rename(arm.name);
  if (report.status.verdict) rename_answer(report.status.verdict->answer);
  if (report.status.findings) rename_answer(report.status.findings->answer);
  if (report.lead) rename(report.lead->answer);
  if (report.lead) rename(report.lead->runner_up);
  const auto rename_pair = [&](auto& pair) {
    rename(pair.arm);
    rename(pair.to);
  };
  std::ranges::for_each(report.to_reference, rename_pair);
  if (!report.status.rounds) return;
  RoundsStatus& rounds = *report.status.rounds;
  std::ranges::for_each(rounds.in_play, rename);
  for (RuledOut& one : rounds.ruled_out) rename(one.arm);
  std::ranges::for_each(rounds.differences, rename_pair);
  std::ranges::for_each(rounds.warnings, rename_pair);
}

static std::size_t place_of(const RaceReport& report, const std::string& name) {
  const auto found = std::ranges::find(report.status.arms, name, &ArmStatus::name);
  return static_cast<std::size_t>(found - report.status.arms.begin());
}

void take_off_handicap(RaceReport& report) {
  const auto handicap = [&](std::size_t command) { return handicap_of(report.spec, command); };
  for (std::size_t c = 0; c < report.status.arms.size(); ++c) {
    ArmStatus& arm = report.status.arms[c];
    if (arm.mean) *arm.mean /= handicap(c);
    arm.low /= handicap(c);
    arm.high /= handicap(c);
  }
  // Ratios of one command to another.
  const auto take_off = [&](auto& ratio, const std::string& command, const std::string& other) {
    const double factor = handicap(place_of(report, other)) / handicap(place_of(report, command));
    for (double* const end : {&ratio.estimate, &ratio.low, &ratio.high}) *end *= factor;
  };
  if (report.lead) take_off(*report.lead, report.lead->runner_up, report.lead->answer);
  if (!report.status.rounds) return;
  for (DifferenceStatus& one : report.status.rounds->differences) take_off(one, one.arm, one.to);
}

}  // namespace mirador::race
