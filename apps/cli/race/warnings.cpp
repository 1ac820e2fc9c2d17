#include "race/warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "race/verdict.hpp"
#include "race/words.hpp"
#include "text/numbers.hpp"

namespace mirador::cli {
namespace {

using race::Metric;
using race::RaceReport;

/// How far some runs are above or below others: "34 % above", "0.2 below".
std::string distance_text(const RaceReport& report, double size) {
  const std::string_view side = size < 0.0 ? "below" : "above";
  if (!(report.spec.scale == Scale::log))
    return fmt::format("{} {}", signed_number(std::abs(size)), side);
  const double share = std::abs(std::expm1(size));
  return fmt::format("{} {}", fmt::format("{:.{}f} %", 100.0 * share, share < 0.1 ? 1 : 0), side);
}

/// "all 17 runs of 'x'", "3 of the 17 runs of 'x'".
std::string some_runs(const RaceReport& report, std::size_t command, std::size_t count) {
  const std::size_t all = report.runs[command].size();
  const std::string which = all == 1       ? "the only run"
                            : count == all ? fmt::format("all {} runs", all)
                                           : fmt::format("{} of the {} runs", count, all);
  return fmt::format("{} of {}", which, called(report.spec, report.status.arms[command].name));
}

bool has_failed(const race::Run& run) {
  return run.ending == race::Ending::signalled ||
         (run.ending == race::Ending::exited && run.code != 0);
}

void add_failures(const RaceReport& report, std::size_t command, std::vector<RaceWarning>& list) {
  const std::vector<race::Run>& runs = report.runs[command];
  const auto count = static_cast<std::size_t>(std::ranges::count_if(runs, has_failed));
  if (count == 0) return;
  const race::Run& last = *std::find_if(runs.rbegin(), runs.rend(), has_failed);
  list.push_back(
      {"failed-runs", command, static_cast<double>(count), std::nullopt,
       fmt::format("{} failed ({} {}{}); -i counts {} like any other",
                   some_runs(report, command, count),
                   last.ending == race::Ending::signalled ? "signal" : "exit code", last.code,
                   count == 1 ? "" : " in the last", count == 1 ? "it" : "them")});
}

void add_repeated(const RaceReport& report, std::size_t command, std::vector<RaceWarning>& list) {
  const std::uint64_t count = report.repeated.empty() ? 0 : report.repeated[command];
  if (count == 0) return;
  list.push_back(
      {"paused-runs", command, static_cast<double>(count), std::nullopt,
       fmt::format("{} of {} repeated: mirador or the command was stopped (Ctrl-Z), or "
                   "the machine slept, while {} ran",
                   counted(count, "run"), called(report.spec, report.status.arms[command].name),
                   count == 1 ? "it" : "they")});
}

/// Why the first run may differ, and what to do.
std::string first_run_advice(const RaceReport& report, double size) {
  if (size < 0.0) return ": something slowed the later runs down, or the first did less work";
  const std::uint64_t warmup = report.spec.warmup;
  return fmt::format(
      ", most likely because of a cold cache: drop {} with --warmup {}, or empty the cache before "
      "every "
      "run with --prepare",
      warmup > 0 ? "more first runs" : "first runs", warmup > 0 ? 2 * warmup + 1 : 3);
}

std::string_view kind_of(race::Trouble trouble) {
  switch (trouble) {
    case race::Trouble::first_run:
      return "first-run";
    case race::Trouble::drift:
      return "drift";
    case race::Trouble::constant:
      break;
  }
  return "constant";
}

std::string warning_text(const RaceReport& report, const race::Warning& warning) {
  const std::string name = called(report.spec, report.status.arms[warning.command].name);
  switch (warning.trouble) {
    case race::Trouble::first_run:
      return fmt::format("the first run of {} lies {} the others{}", name,
                         distance_text(report, warning.size),
                         first_run_advice(report, warning.size));
    case race::Trouble::drift:
      return fmt::format(
          "the later runs of {} lie {} the earlier ones, more than chance explains (p = {}): the "
          "{} assumes that nothing changes; close other programs and {} again",
          name, distance_text(report, warning.size), rounded_up(warning.p, 1),
          is_alone(report) ? "interval" : "verdict", is_alone(report) ? "measure" : "race");
    case race::Trouble::constant:
      break;
  }
  if (is_alone(report)) {
    return fmt::format("{} gives the same value again and again: its spread cannot be estimated",
                       name);
  }
  return fmt::format("{} gives the same value again and again: {}", name,
                     report.spec.metric == Metric::output
                         ? "constant values need no race; compare them directly, or try --family "
                           "bounded or bernoulli"
                         : "constant values need no race; compare them directly, or choose another "
                           "--metric");
}

std::string_view kind_of(Doubt doubt) {
  switch (doubt) {
    case Doubt::mean_against_claim:
      return "mean-against-claim";
    case Doubt::skewed_against_claim:
      return "skewness-against-claim";
    case Doubt::luck_carries_over:
      break;
  }
  return "autocorrelation";
}

void add_doubts(const RaceReport& report, std::vector<RaceWarning>& list) {
  if (!report.status.rounds) return;
  for (RoundsWarning warning : report.status.rounds->warnings) {
    const auto place = std::ranges::find(report.status.arms, warning.to, &ArmStatus::name);
    for (std::string* const name : {&warning.arm, &warning.to}) *name = called(report.spec, *name);
    list.push_back({kind_of(warning.doubt),
                    static_cast<std::size_t>(place - report.status.arms.begin()), warning.number,
                    std::nullopt, text_of(warning)});
  }
}

}  // namespace

std::vector<RaceWarning> warnings_of(const RaceReport& report) {
  std::vector<RaceWarning> list;
  for (std::size_t c = 0; c < report.runs.size(); ++c) {
    add_failures(report, c, list);
    add_repeated(report, c, list);
  }
  for (const race::Warning& warning : report.warnings) {
    list.push_back({kind_of(warning.trouble), warning.command, warning.size, warning.p,
                    warning_text(report, warning)});
  }
  add_doubts(report, list);
  return list;
}

}  // namespace mirador::cli
