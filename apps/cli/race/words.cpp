#include "race/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "live/words.hpp"
#include "mirador/core/infinity.hpp"
#include "mirador/core/text.hpp"
#include "race/quantity.hpp"
#include "text/numbers.hpp"
#include "text/table.hpp"

namespace mirador::cli {
namespace {

using race::Metric;
using race::RaceReport;

bool on_log_scale(const RaceReport& report) { return report.spec.scale == Scale::log; }

std::string joined(const race::RaceSpec& spec, const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    list.append(list.empty() ? "" : ", ").append(called(spec, name));
  }
  return list;
}

/// The names of the commands in this position except the leader: the first few, and the number of
/// the others.
std::string names_with(const RaceReport& report, Position wanted) {
  constexpr std::size_t most = 8;
  const std::vector<Position> positions = positions_of(report);
  std::vector<std::string> names;
  for (const std::size_t c : ranking(report)) {
    const bool named = wanted == Position::equal && c == leader_of(report);
    if (positions[c] == wanted && !named) names.push_back(report.status.arms[c].name);
  }
  const std::size_t more = names.size() > most ? names.size() - most : 0;
  names.resize(names.size() - more);
  return joined(report.spec, names) + (more > 0 ? fmt::format(" and {} more", more) : "");
}

/// The phrase for a ratio: "takes 1.31 times as long" and, if the other command is named, "as 'b'".
std::string times_phrase(Metric metric, const std::string& times, const std::string& other) {
  const auto than = [&](std::string_view word) {
    return other.empty() ? "" : fmt::format(" {} {}", word, other);
  };
  switch (metric) {
    case Metric::wall:
      return fmt::format("takes {} times as long{}", times, than("as"));
    case Metric::user:
    case Metric::system:
      return fmt::format("takes {} times the {} time{}", times, race::name_of(metric), than("of"));
    case Metric::rss:
      return fmt::format("needs {} times the memory{}", times, than("of"));
    case Metric::output:
      break;
  }
  return fmt::format("prints {} times as much{}", times, than("as"));
}

/// The word for commands worse than the best.
std::string_view worse_word(const race::RaceSpec& spec) {
  const bool lowest = spec.direction == Direction::lowest;
  if (spec.metric == Metric::wall) return lowest ? "slower" : "faster";
  return lowest ? "higher" : "lower";
}

std::string with_range(const std::string& phrase, const std::string& range) {
  return range.empty() ? phrase : fmt::format("{} ({})", phrase, range);
}

/// With as many decimals as the estimate.
/// An end that is a thousand times away is as good as unknown.
std::string ratio_range(const Interval& interval, double estimate) {
  constexpr double far = 1e3;
  const Interval known{interval.low * far < estimate ? 0.0 : interval.low,
                       interval.high > far * estimate ? infinity : interval.high};
  return range_text(known, 0.0, [&](double end, Rounding rounding) {
    return ratio_text_like(estimate, end, rounding);
  });
}

/// Of a ratio or a difference.
std::string comparison_range(const RaceReport& report, const Interval& interval, double estimate) {
  if (on_log_scale(report)) return ratio_range(interval, estimate);
  return range_text(interval, -infinity, [&](double end, Rounding rounding) {
    return signed_number_like(estimate, end, rounding);
  });
}

/// If the lowest wins, the sentence is about the runner-up, which takes more.
std::string lead_text(const RaceReport& report) {
  if (!report.lead) return {};
  const Lead& lead = *report.lead;
  const bool lowest = report.spec.direction == Direction::lowest;
  const std::string runner_up = called(report.spec, lead.runner_up);
  const std::string who = lowest ? runner_up : "it", other = lowest ? "" : runner_up;
  const std::string range = comparison_range(report, {lead.low, lead.high}, lead.estimate);
  if (on_log_scale(report)) {
    const std::string times = ratio_text(lead.estimate);
    return with_range(who + " " + times_phrase(report.spec.metric, times, other), range);
  }
  return with_range(fmt::format("{} prints {} more{}{}", who, signed_number(lead.estimate),
                                lowest ? "" : " than ", other),
                    range);
}

std::string leader_text(const RaceReport& report) {
  return called(report.spec, report.status.arms[*leader_of(report)].name);
}

std::string equal_text(const RaceReport& report) {
  const std::string worse = names_with(report, Position::ruled_out);
  return fmt::format("within {} of {}: {}{}",
                     margin_text(report.spec.margin, margin_kind(report.spec.scale)),
                     leader_text(report), names_with(report, Position::equal),
                     worse.empty() ? "" : fmt::format("; {}: {}", worse_word(report.spec), worse));
}

std::string undecided_text(const RaceReport& report) {
  if (!leader_of(report)) return end_text(report) + "; not all commands have been measured enough";
  const std::string out = names_with(report, Position::ruled_out);
  return fmt::format("{}; {} leads; still possible: {}{}", end_text(report), leader_text(report),
                     names_with(report, Position::possible),
                     out.empty() ? "" : "; ruled out: " + out);
}

/// "candidate takes 1.012 times the baseline's time (0.990 to 1.030)".
std::string slowdown_text(const RaceReport& report) {
  const std::optional<Slowdown> slowdown = slowdown_of(report);
  if (!slowdown) return "the candidate was not compared";
  const bool memory = report.spec.metric == Metric::rss;
  const std::string_view kind = report.spec.metric == Metric::user     ? "user "
                                : report.spec.metric == Metric::system ? "system "
                                                                       : "";
  return with_range(
      fmt::format("candidate {} {} times the baseline's {}{}", memory ? "needs" : "takes",
                  ratio_text(slowdown->estimate), kind, memory ? "memory" : "time"),
      ratio_range({slowdown->low, slowdown->high}, slowdown->estimate));
}

std::string gate_text(const RaceReport& report) {
  const std::string allowed = percent_text(*report.spec.max_slowdown);
  const std::string found = slowdown_text(report);
  const RaceVerdict verdict = verdict_of(report);
  if (verdict == RaceVerdict::within) return fmt::format("{}: within {}", found, allowed);
  if (verdict == RaceVerdict::slower) {
    return fmt::format("{}: more than {} slower", found, allowed);
  }
  return fmt::format("{}; cannot tell: {}, and at most {:.6g} times is allowed", end_text(report),
                     found, 1.0 + *report.spec.max_slowdown);
}

/// 402.0 µs, 3.25 s, 2 min 05 s.
std::string elapsed_text(double seconds) {
  if (seconds < 1e-6) return "0 s";
  return seconds < 60.0 ? quantity(Metric::wall, seconds) : duration_text(seconds);
}

}  // namespace

Labels labels_of(const RaceReport& report, std::size_t most) {
  std::vector<std::string> names;
  for (const ArmStatus& arm : report.status.arms) names.push_back(arm.name);
  return told_apart(names, most);
}

std::string called(const race::RaceSpec& spec, std::string_view name) {
  constexpr std::size_t most = 48, most_of_long = 32;
  if (spec.max_slowdown) return std::string(name);
  const auto place = std::ranges::find(spec.commands, name, &race::Command::name);
  if (width_of(name) <= most || place == spec.commands.end()) {
    return fmt::format("'{}'", shortened(name, most));
  }
  std::vector<std::string> names;
  for (const race::Command& command : spec.commands) names.push_back(command.name);
  const auto c = static_cast<std::size_t>(place - spec.commands.begin());
  return fmt::format("'{}'", told_apart(names, most_of_long).texts[c]);
}

std::string capitalised(std::string_view word) {
  std::string text(word);
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string verdict_text(const RaceReport& report) {
  if (report.spec.max_slowdown) return gate_text(report);
  const RaceVerdict verdict = verdict_of(report);
  if (verdict == RaceVerdict::equal) return equal_text(report);
  if (verdict == RaceVerdict::undecided) return undecided_text(report);
  const std::string lead = lead_text(report);
  return leader_text(report) + (lead.empty() ? "" : "; " + lead);
}

std::string margin_note(const RaceReport& report) {
  if (!report.status.verdict || !report.status.verdict->equal_within_margin) return {};
  const auto shares = std::ranges::count(report.status.verdict->roles, Role::shares);
  if (shares < 2) return {};
  if (report.status.rounds) return std::string(equal_in_rounds(report.spec.margin));
  return equal_note(leader_text(report), static_cast<std::size_t>(shares), report.spec.margin,
                    margin_kind(report.spec.scale));
}

bool has_risk(const RaceReport& report) {
  return report.status.verdict || (leader_of(report) && !smallest_risk_text(report.status).empty());
}

std::string error_label(const RaceReport& report) {
  return report.status.verdict ? "error" : "risk";
}

std::string error_text(const RaceReport& report) {
  const ExperimentStatus& status = report.status;
  const std::string but = status.contradiction ? "; but " + status.contradiction->reason : "";
  if (!has_risk(report)) return risk_text(status) + but;
  const std::string assumption = assumption_text(report.spec) + but;
  if (!status.verdict) return fmt::format("{}, {}", risk_text(status), assumption);
  return fmt::format("at most {} [{}], {}", exact(status.delta), guarantee_text(status),
                     assumption);
}

std::string error_sentence(const RaceReport& report) {
  if (!leader_of(report)) return {};
  const std::string text = error_text(report);
  return report.status.verdict ? "Error " + text : capitalised(text);
}

std::string risk_sentence(const RaceReport& report) {
  const ExperimentStatus& status = report.status;
  if (!leader_of(report)) return {};
  const std::string but = status.contradiction ? "; but " + status.contradiction->reason : "";
  return status.verdict ? fmt::format("Error at most {} [{}]{}", exact(status.delta),
                                      guarantee_text(status), but)
                        : capitalised(risk_text(status)) + but;
}

/// In rounds. "Luck" is what is left of a value when all that its round shares is taken off.
static std::string claim_in_rounds(const race::RaceSpec& spec) {
  constexpr std::string_view conditions =
      "if disturbances strike all commands alike and no command's own luck carries over from round "
      "to round";
  if (!std::holds_alternative<NormalSpec>(spec.family))
    return fmt::format("on average, {}", conditions);
  switch (spec.compare) {
    case Compare::typical:
      return fmt::format("in typical runs, {}", conditions);
    case Compare::wins:
      return fmt::format("in most rounds, {}", conditions);
    case Compare::mean:
      break;
  }
  return fmt::format("on average, {}, and differences vary alike to both sides", conditions);
}

std::string assumption_text(const race::RaceSpec& spec) {
  if (spec.design == race::Design::rounds) return claim_in_rounds(spec);
  const std::string_view values = spec.metric == Metric::output ? "what a command prints"
                                  : spec.metric == Metric::rss  ? "the memory a command needs"
                                                                : "a command's times";
  const bool plural = spec.metric != Metric::output && spec.metric != Metric::rss;
  if (spec.scale == Scale::log) {
    return fmt::format("if the logarithms of {} are independent and normal", values);
  }
  const std::string_view are = plural ? "are" : "is";
  if (std::holds_alternative<NormalSpec>(spec.family)) {
    return fmt::format("if {} {} independent and normal", values, are);
  }
  return fmt::format("if {} {} independent from run to run", values, are);
}

std::string runs_text(const RaceReport& report) {
  const std::string before =
      report.runs_before > 0 ? fmt::format(" ({} before it was resumed)", report.runs_before) : "";
  std::string text = std::to_string(report.status.samples) + before;
  // Of a race in a store it is not known how long it took.
  const std::string time = report.seconds > 0.0 ? elapsed_text(report.seconds) : "";
  if (const auto& rounds = report.status.rounds) {
    return fmt::format("{} in {}{}{}", text, counted(rounds->rounds, "round"),
                       time.empty() ? "" : ", ", time);
  }
  if (!time.empty()) text += " in " + time;
  if (!report.equal) return text;
  return text + fmt::format("; all commands equally often: {} {} (simulated)",
                            report.equal->at_least ? "at least" : "about",
                            short_samples(report.equal->runs));
}

std::string shell_text(const RaceReport& report) {
  if (!report.startup) return {};
  return fmt::format("its start-up of {} is subtracted",
                     quantity(Metric::wall, report.startup->wall));
}

/// The largest floor of a run.
static double unseen_memory(const RaceReport& report) {
  std::uint64_t floor = 0;
  for (const std::vector<race::Run>& runs : report.runs) {
    for (const race::Run& run : runs) floor = std::max(floor, run.rss_floor);
  }
  return static_cast<double>(floor);
}

/// The message without its field and its remedy.
static std::string failure_text(const race::Failure& failure) {
  std::string_view text = failure.message;
  text.remove_prefix(text.find(": ") + 2);
  return std::string(text.substr(0, text.rfind("; ")));
}

std::string end_text(const RaceReport& report) {
  const std::string runs = counted(report.status.samples, "run");
  switch (report.end) {
    case race::End::max_runs:
      return report.status.samples > report.spec.max_runs.value_or(UINT64_MAX)
                 ? fmt::format("after {}, more than the {} of --max-runs", runs,
                               *report.spec.max_runs)
                 : "after the " + runs + " of --max-runs";
    case race::End::max_time:
      return fmt::format("after the {} of --max-time and {}",
                         elapsed_text(report.spec.max_time.value_or(report.seconds)), runs);
    case race::End::constant:
      return "values that do not vary, after " + runs;
    case race::End::interrupted:
      return "interrupted after " + runs;
    case race::End::failed:
      return fmt::format("{}, after {}", failure_text(*report.failure), runs);
    case race::End::unseen:
      return fmt::format("memory below the {} that can be seen, after {}",
                         quantity(Metric::rss, unseen_memory(report)), runs);
    case race::End::decided:
    case race::End::none:
      break;
  }
  return "after " + runs;
}

std::string_view metric_text(Metric metric) {
  switch (metric) {
    case Metric::wall:
      return "wall time";
    case Metric::user:
      return "user time";
    case Metric::system:
      return "system time";
    case Metric::rss:
      return "memory";
    case Metric::output:
      break;
  }
  return "what is printed";
}

static std::string design_text(const race::RaceSpec& spec) {
  if (spec.design == race::Design::adaptive) return "rule " + spec.rule.label;
  if (!std::holds_alternative<NormalSpec>(spec.family)) return "in rounds";
  return fmt::format("in rounds, compare {}", word_of(spec.compare));
}

std::string settings_text(const race::RaceSpec& spec) {
  const std::string wanted =
      spec.max_slowdown
          ? fmt::format("at most {} more", percent_text(*spec.max_slowdown))
          : fmt::format("{} wins; {}", spec.direction == Direction::lowest ? "lowest" : "highest",
                        spec.margin > 0.0
                            ? "margin " + margin_text(spec.margin, margin_kind(spec.scale))
                            : "no margin");
  return fmt::format("{}, {}; delta {}; {}", metric_text(spec.metric), wanted, exact(spec.delta),
                     design_text(spec));
}

std::string legend_text(const RaceReport& report) {
  const Metric metric = report.spec.metric;
  const std::string values = metric == Metric::output ? "printed numbers"
                             : metric == Metric::rss  ? "memory peaks"
                                                      : fmt::format("{}s", metric_text(metric));
  const std::string mean =
      fmt::format("Mean: the {}mean of the {}.", on_log_scale(report) ? "geometric " : "", values);
  if (report.status.rounds) {
    const bool middle = report.spec.compare != Compare::mean &&
                        std::holds_alternative<NormalSpec>(report.spec.family);
    return fmt::format(
        "{} {}: the {} within rounds. All {}s lie in their intervals, at all times, with "
        "probability {}.",
        mean, capitalised(comparison_name(report)),
        middle                 ? "median"
        : on_log_scale(report) ? "geometric mean"
                               : "mean",
        comparison_name(report), confidence_text(report.status.delta));
  }
  return fmt::format("{} All means lie in their intervals, at all times, with probability {}.",
                     mean, confidence_text(report.status.delta));
}

std::string separate_text(const RaceReport& report, MeanIntervals means) {
  const bool lead =
      report.lead && (report.spec.max_slowdown || verdict_of(report) == RaceVerdict::winner);
  if (!lead && means == MeanIntervals::left_out) return {};
  const bool rounds = report.status.rounds.has_value();
  const std::string of_lead = fmt::format("the interval{} of the {}{}", rounds ? "s" : "",
                                          comparison_name(report), rounds ? "s" : "");
  const std::string_view verdict = report.status.verdict ? "The verdict" : "A verdict";
  const std::string statements =
      means == MeanIntervals::left_out || rounds ? fmt::format("{} and {}", verdict, of_lead)
      : lead ? fmt::format("{}, the intervals of the means and {}", verdict, of_lead)
             : fmt::format("{} and the intervals of the means", verdict);
  const std::string past =
      lead_reaches_past_verdict(report)
          ? fmt::format(
                " {} {} all pairs of commands and so may contain values that the "
                "verdict rules out.",
                capitalised(of_lead), rounds ? "cover" : "covers")
          : "";
  return fmt::format("{} each hold with probability at least {}, separately, not jointly.{}",
                     statements, confidence_text(report.status.delta), past);
}

static std::string comparison_in_rounds(const RaceReport& report, std::size_t command,
                                        std::size_t other) {
  if (command == other) return on_log_scale(report) ? "1.00" : "0";
  if (report.spec.max_slowdown) {
    const std::optional<Slowdown> slowdown = slowdown_of(report);
    return slowdown ? ratio_text(slowdown->estimate) : "";
  }
  const DifferenceStatus* const found = difference_of(report, command);
  if (found == nullptr) return {};
  return on_log_scale(report) ? ratio_text(found->estimate)
                              : fmt::format("{:+.4g}", found->estimate);
}

std::string comparison_of(const RaceReport& report, std::size_t command) {
  // A gate compares with the baseline.
  const std::optional<std::size_t> other =
      !report.spec.max_slowdown ? leader_of(report) : std::optional<std::size_t>(0);
  if (!other) return {};
  if (report.status.rounds) return comparison_in_rounds(report, command, *other);
  const std::optional<double>&from = report.status.arms[*other].mean,
        &mean = report.status.arms[command].mean;
  if (!from || !mean) return {};
  if (!on_log_scale(report)) return command == *other ? "0" : fmt::format("{:+.4g}", *mean - *from);
  return command == *other ? "1.00" : ratio_text(*mean / *from);
}

std::string_view comparison_name(const RaceReport& report) {
  return on_log_scale(report) ? "ratio" : "difference";
}

/// Of the ratio or the difference.
static std::string interval_in_rounds(const RaceReport& report, std::size_t command) {
  if (report.spec.max_slowdown) {
    const std::optional<Slowdown> found = slowdown_of(report);
    return found && command == 1 ? ratio_range({found->low, found->high}, found->estimate) : "";
  }
  const DifferenceStatus* const found = difference_of(report, command);
  return found == nullptr ? ""
                          : comparison_range(report, {found->low, found->high}, found->estimate);
}

std::string interval_of(const RaceReport& report, std::size_t command) {
  if (report.status.rounds) return interval_in_rounds(report, command);
  const ArmStatus& arm = report.status.arms[command];
  if (!arm.mean) return {};
  const Unit unit = unit_for(report.spec.metric, *arm.mean);
  const bool low = std::isfinite(arm.low) && (!on_log_scale(report) || arm.low > 0.0);
  const bool high = std::isfinite(arm.high);
  // An end that is thousands of times the mean is as good as unknown.
  const auto end = [&](double value, bool known, Rounding rounding) {
    const bool tells = known && std::abs(value) < 1e4 * std::max(std::abs(*arm.mean), unit.size);
    return tells ? in_unit_like(*arm.mean, value, unit, rounding) : std::string("…");
  };
  return fmt::format("{} to {}", end(arm.low, low, Rounding::down),
                     end(arm.high, high, Rounding::up));
}

std::string wins_of(const RaceReport& report, std::size_t command) {
  if (!report.status.rounds) return {};
  for (const DifferenceStatus& one : report.status.rounds->differences) {
    const std::string rounds = fmt::format(" of {}", one.better + one.worse + one.tied);
    const std::string& name = report.status.arms[command].name;
    if (report.spec.max_slowdown) {
      return command == 0 ? "" : std::to_string(one.arm == name ? one.better : one.worse) + rounds;
    }
    if (one.arm == name) return std::to_string(one.better) + rounds;
  }
  return {};
}

std::string rounds_text(const RoundsStatus& rounds) {
  const std::size_t playing = rounds.in_play.size();
  return fmt::format("{}, {} of {} in play", counted(rounds.rounds, "round"), playing,
                     playing + rounds.ruled_out.size());
}

std::vector<std::size_t> ranking(const RaceReport& report) {
  const bool lowest = report.spec.direction == Direction::lowest;
  std::vector<std::size_t> places(report.status.arms.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  const std::vector<ArmStatus> arms = compared(report);
  const auto rank = [&](std::size_t c) {
    if (report.status.rounds && c == leader_of(report)) return -infinity;
    const std::optional<double>& mean = arms[c].mean;
    return !mean ? infinity : lowest ? *mean : -*mean;
  };
  std::ranges::stable_sort(places, {}, rank);
  return places;
}

}  // namespace mirador::cli
