#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "mirador/stopping/guarantee.hpp"
#include "race/verdict.hpp"

namespace mirador::cli::testing {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// A command of a constructed report: its mean and its number of runs.
struct Runner {
  std::string line;
  double mean;
  std::uint64_t runs;
  double spread = 0.05;  ///< how far the ends of its interval are from the mean, as a ratio
};

inline std::vector<race::Run> runs_around(double mean, std::uint64_t count) {
  std::vector<race::Run> runs;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double wall = mean * (1.0 + 0.01 * static_cast<double>(i % 3) - 0.01);
    runs.push_back(
        {.wall = wall, .user = wall / 2, .system = wall / 4, .rss = 1'500'000 + 1000 * i});
  }
  return runs;
}

/// A race of these commands in progress; the first leads.
inline race::RaceReport race_of(const std::vector<Runner>& runners) {
  race::RaceReport report{};
  report.spec.design = race::Design::adaptive;
  report.experiment = "race-12345678";
  report.status.phase = Phase::running;
  report.status.delta = 0.05;
  report.status.smallest_risk = 0.25;
  report.status.guarantee = Status::proved;
  report.status.guarantee_reason = "a theorem";
  for (const Runner& runner : runners) {
    report.spec.commands.push_back({.line = runner.line, .name = runner.line});
    report.status.arms.push_back({.name = runner.line,
                                  .pulls = runner.runs,
                                  .pending = 0,
                                  .mean = std::nullopt,
                                  .low = 0.0,
                                  .high = infinity,
                                  .target = std::nullopt});
    report.status.samples += runner.runs;
    report.runs.push_back(runs_around(runner.mean, runner.runs));
    report.values.emplace_back();
    for (const race::Run& run : report.runs.back()) report.values.back().push_back(run.wall);
    if (runner.runs == 0) continue;
    ArmStatus& arm = report.status.arms.back();
    arm.mean = runner.mean;
    arm.low = runner.mean / (1.0 + runner.spread);
    arm.high = runner.mean * (1.0 + runner.spread);
  }
  report.startup = race::Startup{0.000402, 0.0001, 0.0002};
  report.seconds = 3.25;
  report.seconds_a_run = 0.05;
  return report;
}

inline void give_findings(race::RaceReport& report, const Forecast& to_go = {20.0, 40.0, 120.0}) {
  report.status.findings =
      Findings{{report.status.arms[0].name, {report.status.arms[0].name}}, 3.1, 8.2, to_go};
}

/// The same after the verdict: the first wins, or shares its place with the next `shares` commands.
inline void decide(race::RaceReport& report, std::size_t shares = 0) {
  give_findings(report, {});
  report.end = race::End::decided;
  report.status.phase = Phase::decided;
  std::vector<Role> roles(report.status.arms.size(), Role::ruled_out);
  roles[0] = Role::chosen;
  for (std::size_t i = 1; i <= shares; ++i) roles[i] = Role::shares;
  const std::string& first = report.status.arms[0].name;
  report.status.verdict = VerdictStatus{{first, {first}}, report.status.samples, roles, shares > 0};
  report.equal = race::EqualAllocation{210.4, 3.0, 100, false};
}

inline race::RaceReport winner() {
  race::RaceReport report =
      race_of({{"lz4 -c f", 0.01231, 18},
               {"zstd -1 -c f", 0.01613, 16},
               {"gzip -1 -c f", 0.4521, 6, 0.3},
               {"a command that is longer than most screens are wide | tee", 1.25, 6, 1e9}});
  report.lead = Lead{"lz4 -c f", "zstd -1 -c f", 1.31, 0.98, 1.39};
  decide(report);
  report.store = "races.db";
  return report;
}

/// The same with times that contradict the assumption of the verdict.
inline race::RaceReport contradicted() {
  race::RaceReport result = winner();
  result.status.contradiction =
      Contradiction{Assumed::drift, "zstd -1 -c f", 40, 12.5,
                    "the logarithms of the values of zstd -1 -c f rise from early to late"};
  return result;
}

inline race::RaceReport tie() {
  race::RaceReport report =
      race_of({{"lz4 -c f", 0.01231, 180}, {"lz4 -1 -c f", 0.01233, 170}, {"gzip -c f", 0.1, 20}});
  report.lead = Lead{"lz4 -c f", "lz4 -1 -c f", 1.0016, 0.995, 1.009};
  decide(report, 1);
  report.equal = race::EqualAllocation{5010.0, 3.0, 100, true};
  return report;
}

/// Three share the first place.
inline race::RaceReport tie_of_three() {
  race::RaceReport report = race_of({{"a", 0.0501, 90}, {"b", 0.0502, 80}, {"c", 0.0503, 85}});
  decide(report, 2);
  return report;
}

inline race::RaceReport interrupted() {
  race::RaceReport report =
      race_of({{"a", 0.9, 9, 0.2}, {"b", 1.0, 9, 0.2}, {"c", 2.0, 4, 0.3}, {"d", 5.0, 1, 1e12}});
  report.status.arms[3].low = 0.0;
  report.status.arms[3].high = infinity;
  give_findings(report);
  report.end = race::End::interrupted;
  report.lead = Lead{"a", "b", 1.11, 0.9, 1.3};
  report.runs_before = 10;
  report.warnings = {{race::Trouble::first_run, 2, 0.3, 1e-4},
                     {race::Trouble::drift, 0, -0.05, 2e-5}};
  report.resume = "mirador race --resume a b c d";
  return report;
}

inline race::RaceReport just_begun() {
  race::RaceReport report = race_of({{"a", 0.9, 1, 1e12}, {"b", 1.0, 0}});
  report.end = race::End::max_runs;
  report.spec.max_runs = 1;
  report.resume = "mirador race --max-runs 1 --resume a b";
  return report;
}

/// All runs of one command failed, and some of the other; -i counts them.
inline race::RaceReport failures() {
  race::RaceReport report = race_of({{"a", 0.05, 3, 1.5}, {"b", 0.08, 4, 1.5}});
  report.spec.ignore_failure = true;
  for (race::Run& run : report.runs[0]) run.code = 1;
  report.runs[0][1].ending = race::Ending::signalled;
  report.runs[0][1].code = 9;
  report.runs[1][1].code = report.runs[1][2].code = 3;
  give_findings(report);
  report.status.smallest_risk = 1.0;
  report.end = race::End::max_runs;
  report.lead = Lead{"a", "b", 1.6, 0.3, 9.0};
  return report;
}

/// Names with characters that are two columns wide.
inline race::RaceReport wide_names() {
  race::RaceReport report = race_of({{"整列 日本語", 0.0121, 12},
                                     {"sort f", 0.0163, 11},
                                     {"🚀 -정렬-정렬-정렬-정렬-정렬-정렬", 0.04, 7}});
  report.lead = Lead{"整列 日本語", "sort f", 1.35, 1.2, 1.5};
  decide(report);
  return report;
}

/// Printed numbers; the highest wins.
inline race::RaceReport scores() {
  race::RaceReport report = race_of({{"./eval b", 0.62, 40}, {"./eval a", 0.31, 25}});
  report.spec.metric = race::Metric::output;
  report.spec.direction = Direction::highest;
  report.spec.scale = Scale::linear;
  report.spec.family = BernoulliSpec{};
  report.spec.margin = 0.0;
  report.spec.shell.clear();
  report.startup.reset();
  report.lead = Lead{"./eval b", "./eval a", 0.31, -0.01, 0.52};
  decide(report);
  report.status.verdict->roles.clear();
  return report;
}

inline race::RaceReport memory_that_never_varies() {
  race::RaceReport report = race_of({{"a", 1.5e6, 20}, {"b", 3.2e9, 20}});
  report.spec.metric = race::Metric::rss;
  report.startup.reset();  // the start-up is not subtracted from memory
  report.end = race::End::constant;
  give_findings(report, {40.0, infinity, infinity});
  report.warnings = {{race::Trouble::constant, 1, 0.0, 0.0}};
  return report;
}

/// The same commands compared in rounds: all but the first have left if there is a verdict.
inline race::RaceReport in_rounds(race::RaceReport report) {
  report.spec.design = race::Design::rounds;
  report.equal.reset();
  std::uint64_t most = 0;
  for (ArmStatus& arm : report.status.arms) {
    most = std::max(most, arm.pulls);
    arm.low = -infinity;
    arm.high = infinity;
  }
  RoundsStatus rounds{.rounds = most};
  const bool won = report.status.verdict && !report.status.verdict->equal_within_margin;
  const ArmStatus& first = report.status.arms[0];
  for (const ArmStatus& arm : report.status.arms) {
    const bool has_left = arm.pulls < most || (won && arm.name != first.name);
    if (has_left) {
      rounds.ruled_out.push_back({arm.name, arm.pulls});
    } else {
      rounds.in_play.push_back(arm.name);
    }
    if (arm.name == first.name || !arm.mean) continue;
    const double ratio = *arm.mean / *first.mean, behind = 0.9 * static_cast<double>(arm.pulls);
    rounds.differences.push_back({.arm = arm.name,
                                  .to = first.name,
                                  .estimate = ratio,
                                  .low = ratio / 1.2,
                                  .high = has_left ? infinity : ratio * 1.3,
                                  .better = arm.pulls - static_cast<std::uint64_t>(behind),
                                  .worse = static_cast<std::uint64_t>(behind),
                                  .tied = 0});
  }
  report.status.rounds = rounds;
  return report;
}

inline race::RaceReport winner_in_rounds() {
  race::RaceReport report = in_rounds(winner());
  report.status.rounds->warnings = {
      {Doubt::mean_against_claim, "lz4 -c f", "zstd -1 -c f", 1.2345, 2.0},
      {Doubt::luck_carries_over, "lz4 -c f", "gzip -1 -c f", 0.81, 0.2}};
  return report;
}
inline race::RaceReport tie_in_rounds() {
  race::RaceReport report = tie_of_three();
  for (ArmStatus& arm : report.status.arms) arm.pulls = 90;
  report.status.samples = 270;
  return in_rounds(report);
}
inline race::RaceReport interrupted_in_rounds() {
  race::RaceReport report = in_rounds(interrupted());
  report.warnings.pop_back();
  return report;
}
/// Not even one round is complete.
inline race::RaceReport just_begun_in_rounds() {
  race::RaceReport report = in_rounds(just_begun());
  report.status.arms[0].mean.reset();
  report.status.rounds = RoundsStatus{.in_play = {"a", "b"}};
  return report;
}

/// Two are near the best; which of them is, is not known.
inline race::RaceReport good_enough() {
  race::RaceReport report = in_rounds(race_of(
      {{"lz4 -c f", 0.01231, 18}, {"lz4 -1 -c f", 0.01241, 18}, {"gzip -1 -c f", 0.45, 6}}));
  report.spec.margin = 0.0;
  report.spec.good_enough = 0.05;
  decide(report);
  report.equal.reset();
  report.status.verdict->roles.clear();
  report.status.verdict->good_enough = true;
  report.status.recommendation =
      Recommendation{"lz4 -c f", 0.05, 0.05, {"lz4 -c f", "lz4 -1 -c f"}, {"gzip -1 -c f"}};
  return report;
}
/// The others compared with one of them. One is not bounded yet.
inline race::RaceReport with_reference() {
  race::RaceReport report = in_rounds(winner());
  report.spec.reference = 2;
  const std::string& reference = report.status.arms[2].name;
  for (const std::size_t c : {0U, 1U, 3U}) {
    const ArmStatus& arm = report.status.arms[c];
    const double ratio = *arm.mean / *report.status.arms[2].mean;
    report.to_reference.push_back({.arm = arm.name,
                                   .to = reference,
                                   .estimate = ratio,
                                   .low = c == 3 ? 0.0 : ratio / 1.1,
                                   .high = c == 3 ? infinity : ratio * 1.1,
                                   .better = c == 3 ? 0U : 6U,
                                   .worse = c == 3 ? 6U : 0U,
                                   .tied = 0});
  }
  return report;
}
/// One command alone.
inline race::RaceReport alone() {
  race::RaceReport report = race_of({{"sleep 0.1", 0.1012, 24, 0.008}});
  report.spec.margin = 0.01;
  report.experiment.clear();
  report.status.smallest_risk = 1.0;
  report.end = race::End::known;
  return report;
}
inline race::RaceReport alone_and_interrupted() {
  race::RaceReport report = race_of({{"sleep 0.1", 0.1012, 4, 0.3}});
  report.spec.margin = 0.01;
  report.experiment.clear();
  report.status.smallest_risk = 1.0;
  report.end = race::End::interrupted;
  return report;
}

enum class AtGate { within, slower, undecided };

/// A baseline of 100 ms and a candidate of 101.2 ms (or 108 ms), with 3 % allowed.
inline race::RaceReport gate(AtGate outcome) {
  const double candidate = outcome == AtGate::slower ? 0.108 : 0.1012;
  race::RaceReport report = race_of({{"./main", 0.1, 40, 0.01}, {"./pr", candidate, 40, 0.01}});
  report.spec.max_slowdown = 0.03;
  report.spec.margin = 0.0;
  ArmStatus& baseline = report.status.arms[0];
  baseline.mean = 0.103;
  baseline.low *= 1.03;
  baseline.high *= 1.03;
  const char* const names[] = {"baseline", "candidate"};
  for (std::size_t c = 0; c < 2; ++c) {
    report.spec.commands[c].name = report.status.arms[c].name = names[c];
  }
  const std::size_t answer = outcome == AtGate::slower ? 0 : 1;
  const double lead = answer == 0 ? candidate / 0.103 : 0.103 / candidate;
  report.lead = Lead{names[answer], names[1 - answer], lead, lead * 0.99, lead * 1.01};
  if (outcome == AtGate::undecided) {
    give_findings(report);
    report.end = race::End::max_time;
    report.spec.max_time = 600.0;
  } else {
    decide(report);
    report.status.verdict->roles.clear();
    report.status.verdict->answer = {names[answer], {names[answer]}};
  }
  take_off_handicap(report);
  return report;
}

inline race::RaceReport gate_in_rounds(AtGate outcome) {
  race::RaceReport report = gate(outcome);
  report.spec.design = race::Design::rounds;
  report.equal.reset();
  const Lead& lead = *report.lead;
  report.status.rounds = RoundsStatus{
      .rounds = 40,
      .in_play = {lead.answer},
      .ruled_out = {{lead.runner_up, 40}},
      .differences = {{lead.runner_up, lead.answer, lead.estimate, lead.low, lead.high, 4, 36, 0}}};
  return report;
}

inline race::RaceReport many(std::size_t count) {
  std::vector<Runner> runners;
  for (std::size_t i = 0; i < count; ++i) {
    runners.push_back(
        {"tool --level " + std::to_string(i), 0.01 * static_cast<double>(1 + i % 7), 3 + i % 5});
  }
  race::RaceReport report = race_of(runners);
  give_findings(report);
  report.end = race::End::interrupted;
  report.resume = "again";
  return report;
}

}  // namespace mirador::cli::testing
