#include "race/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "live/words.hpp"
#include "mirador/core/text.hpp"
#include "mirador/race/solo.hpp"
#include "race/columns.hpp"
#include "race/quantity.hpp"
#include "text/numbers.hpp"
#include "text/table.hpp"

namespace mirador::cli {
namespace {

using race::Metric;
using race::RaceReport;

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

/// Others may be better, by at most the margin.
std::string good_enough_text(const RaceReport& report) {
  const std::string possible = names_with(report, Position::possible),
                    out = names_with(report, Position::ruled_out);
  return fmt::format("{}, within {} of the best{}{}", leader_text(report),
                     margin_text(report.spec.good_enough, margin_kind(report.spec.scale)),
                     possible.empty() ? "" : "; may be the best: " + possible,
                     out.empty() ? "" : "; ruled out: " + out);
}

/// ", within 3.1 % of the best": what is proved of the leader, if that was the question.
std::string distance_text(const RaceReport& report) {
  const auto& found = report.status.recommendation;
  if (report.spec.good_enough == 0.0 || !found || !std::isfinite(found->within)) return {};
  return fmt::format(", within {} of the best", precision_text(report, found->within));
}

/// "the mean of 'a' is 12.31 ms (12.21 to 12.42)".
std::string mean_text(const RaceReport& report) {
  const ArmStatus& arm = report.status.arms[0];
  const std::string name = called(report.spec, arm.name);
  if (!arm.mean) return name + " was not measured";
  const double precision = race::known_to(report.spec.scale, arm);
  if (!std::isfinite(precision)) {
    return fmt::format("the mean of {} is about {}, not known to any share yet", name,
                       quantity(report, *arm.mean));
  }
  return fmt::format("the mean of {} is {} ({}), known to {}", name, quantity(report, *arm.mean),
                     interval_of(report, 0), precision_text(report, precision));
}

std::string undecided_text(const RaceReport& report) {
  if (!leader_of(report)) return end_text(report) + "; not all commands have been measured enough";
  const std::string out = names_with(report, Position::ruled_out);
  return fmt::format("{}; {} leads{}; still possible: {}{}", end_text(report), leader_text(report),
                     distance_text(report), names_with(report, Position::possible),
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

std::string precision_text(const RaceReport& report, double distance) {
  return on_log_scale(report) ? rounded_up(100.0 * distance, 2) + " %" : rounded_up(distance, 3);
}

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
  if (verdict == RaceVerdict::known) return mean_text(report);
  if (is_alone(report)) return fmt::format("{}; {}", end_text(report), mean_text(report));
  if (verdict == RaceVerdict::equal) return equal_text(report);
  if (verdict == RaceVerdict::good_enough) return good_enough_text(report);
  if (verdict == RaceVerdict::undecided) return undecided_text(report);
  const std::string lead = lead_text(report);
  return leader_text(report) + (lead.empty() ? "" : "; " + lead);
}

std::string reference_text(const RaceReport& report) {
  if (!report.spec.reference) return {};
  const std::size_t reference = *report.spec.reference;
  const std::string name = called(report.spec, report.spec.commands[reference].name);
  const std::optional<std::size_t> leader = leader_of(report);
  const DifferenceStatus* const found = leader ? difference_of(report, *leader) : nullptr;
  if (found == nullptr) return name;
  const std::string range = comparison_range(report, {found->low, found->high}, found->estimate);
  const std::string phrase = on_log_scale(report)
                                 ? times_phrase(report.spec.metric, ratio_text(found->estimate), "")
                                 : fmt::format("prints {} more", signed_number(found->estimate));
  return fmt::format("{}; {} {}", name, leader_text(report), with_range(phrase, range));
}

std::string margin_note(const RaceReport& report) {
  if (!report.status.verdict || !report.status.verdict->equal_within_margin) return {};
  const auto shares = std::ranges::count(report.status.verdict->roles, Role::shares);
  if (shares < 2) return {};
  if (report.status.rounds) return std::string(equal_in_rounds(report.spec.margin));
  return equal_note(leader_text(report), static_cast<std::size_t>(shares), report.spec.margin,
                    margin_kind(report.spec.scale));
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
    case race::End::known:
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

static std::string wanted_margin(const race::RaceSpec& spec) {
  const MarginKind kind = margin_kind(spec.scale);
  if (spec.good_enough > 0.0) {
    return fmt::format("good enough within {}", margin_text(spec.good_enough, kind));
  }
  return spec.margin > 0.0 ? "margin " + margin_text(spec.margin, kind) : "no margin";
}

std::string settings_text(const race::RaceSpec& spec) {
  if (race::is_alone(spec)) {
    return fmt::format("{} of one command, until its mean is known to {}; delta {}",
                       metric_text(spec.metric), margin_text(spec.margin, margin_kind(spec.scale)),
                       exact(spec.delta));
  }
  const std::string wanted =
      spec.max_slowdown
          ? fmt::format("at most {} more", percent_text(*spec.max_slowdown))
          : fmt::format("{} wins; {}", spec.direction == Direction::lowest ? "lowest" : "highest",
                        wanted_margin(spec));
  return fmt::format("{}, {}; delta {}; {}", metric_text(spec.metric), wanted, exact(spec.delta),
                     design_text(spec));
}

std::string rounds_text(const RoundsStatus& rounds) {
  const std::size_t playing = rounds.in_play.size();
  return fmt::format("{}, {} of {} in play", counted(rounds.rounds, "round"), playing,
                     playing + rounds.ruled_out.size());
}

}  // namespace mirador::cli
