#include <cmath>

#include "live/words.hpp"
#include "mirador/race/solo.hpp"
#include "race/guarantee.hpp"
#include "race/render.hpp"
#include "race/run_digest.hpp"
#include "race/warnings.hpp"
#include "race/words.hpp"
#include "text/json_parts.hpp"

namespace mirador::cli {
namespace {

using race::RaceReport;
using race::Run;

template <class T>
Json known(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

/// The exit code as a shell reports it: a signal is 128 plus its number. None if we ended the run.
Json exit_code_of(const Run& run) {
  switch (run.ending) {
    case race::Ending::exited:
      return run.code;
    case race::Ending::signalled:
      return 128 + run.code;
    case race::Ending::timed_out:
    case race::Ending::interrupted:
      break;
  }
  return {};
}

Json exit_codes_of(const std::vector<Run>& runs) {
  Json codes = Json::array();
  for (const Run& run : runs) codes.push_back(exit_code_of(run));
  return codes;
}

Json parameters_of(const race::Command& command) {
  Json parameters = Json::object();
  for (const auto& [name, value] : command.parameters) parameters[name] = value;
  return parameters;
}

/// The fields that hyperfine writes for a command, in its order. As in hyperfine, a name replaces
/// the command.
Json hyperfine_part(const race::Command& command, const std::vector<Run>& runs) {
  const std::vector<double> times = of_runs<double>(runs, &Run::wall);
  const std::optional<Digest> wall = digest_of(times);
  const auto of = [&](double Digest::*part) { return wall ? Json((*wall).*part) : Json(); };
  const auto mean_of = [&](double Run::*part) {
    const std::optional<Digest> digest = digest_of(of_runs<double>(runs, part));
    return digest ? Json(digest->mean) : Json();
  };
  return {{"command", command.name},
          {"mean", of(&Digest::mean)},
          {"stddev", wall ? known(wall->stddev) : Json()},
          {"median", of(&Digest::median)},
          {"user", mean_of(&Run::user)},
          {"system", mean_of(&Run::system)},
          {"min", of(&Digest::min)},
          {"max", of(&Digest::max)},
          {"times", times},
          {"exit_codes", exit_codes_of(runs)},
          {"parameters", parameters_of(command)}};
}

Json result_of(const RaceReport& report, std::size_t c, Position position) {
  const ArmStatus& arm = report.status.arms[c];
  const bool log = report.spec.scale == Scale::log;
  Json result = hyperfine_part(report.spec.commands[c], report.runs[c]);
  result["command_line"] = report.spec.commands[c].line;
  result["role"] = role_of(report, position);
  result["runs"] = arm.pulls;
  result[log ? "geometric_mean" : "value_mean"] = known(arm.mean);
  result["low"] = finite(arm.low);
  result["high"] = finite(arm.high);
  if (const DifferenceStatus* ratio = difference_of(report, c)) {
    result[log ? "ratio" : "difference"] = {
        {"to", ratio->to},           {"estimate", finite(ratio->estimate)},
        {"low", finite(ratio->low)}, {"high", finite(ratio->high)},
        {"wins", ratio->better},     {"rounds", ratio->better + ratio->worse + ratio->tied}};
  }
  result["values"] = report.values[c];
  Json memory = Json::array();
  for (const Run& run : report.runs[c]) memory.push_back(run.rss);
  result["memory"] = memory;
  return result;
}

std::string_view end_name(race::End end) {
  switch (end) {
    case race::End::decided:
      return "decided";
    case race::End::known:
      return "known";
    case race::End::max_runs:
      return "max-runs";
    case race::End::max_time:
      return "max-time";
    case race::End::interrupted:
      return "interrupted";
    case race::End::constant:
      return "constant";
    case race::End::failed:
      return "failed";
    case race::End::unseen:
      return "unseen";
    case race::End::none:
      break;
  }
  return "running";
}

Json names_with(const RaceReport& report, Position wanted) {
  const std::vector<Position> positions = positions_of(report);
  Json names = Json::array();
  for (std::size_t c = 0; c < positions.size(); ++c) {
    if (positions[c] == wanted) names.push_back(report.status.arms[c].name);
  }
  return names;
}

Json json_of_verdict(const RaceReport& report) {
  const std::optional<std::size_t> leader = leader_of(report);
  const std::string note = margin_note(report);
  return {{"outcome", label_of(verdict_of(report))},
          {"answer", leader ? Json(report.status.arms[*leader].name) : Json()},
          {"equal", names_with(report, Position::equal)},
          {"possible", names_with(report, Position::possible)},
          {"ruled_out", names_with(report, Position::ruled_out)},
          {"text", verdict_text(report)},
          {"note", note.empty() ? Json() : Json(note)}};
}

/// The risk of its interval is separate from that of the verdict.
Json lead_of(const std::optional<Lead>& lead, double risk) {
  if (!lead) return {};
  return {{"answer", lead->answer},
          {"runner_up", lead->runner_up},
          {"estimate", finite(lead->estimate)},
          {"low", finite(lead->low)},
          {"high", finite(lead->high)},
          {"risk", risk}};
}

Json equal_of(const std::optional<race::EqualAllocation>& equal) {
  if (!equal) return {};
  return {{"runs", equal->runs},
          {"std_error", finite(equal->std_error)},
          {"trials", equal->trials},
          {"at_least", equal->at_least}};
}

Json startup_of(const std::optional<race::Startup>& startup) {
  if (!startup) return {};
  return {{"wall", startup->wall}, {"user", startup->user}, {"system", startup->system}};
}

Json list_of_warnings(const RaceReport& report) {
  Json list = Json::array();
  for (const RaceWarning& warning : warnings_of(report)) {
    list.push_back({{"kind", warning.kind},
                    {"name", report.status.arms[warning.command].name},
                    {"size", finite(warning.size)},
                    {"p", known(warning.p)},
                    {"text", warning.text}});
  }
  return list;
}

void add_slowdown(Json& document, const RaceReport& report) {
  if (!report.spec.max_slowdown) return;
  document["max_slowdown"] = *report.spec.max_slowdown;
  const std::optional<Slowdown> slowdown = slowdown_of(report);
  document["slowdown"] = !slowdown ? Json()
                                   : Json({{"estimate", finite(slowdown->estimate)},
                                           {"low", finite(slowdown->low)},
                                           {"high", finite(slowdown->high)},
                                           {"risk", report.status.delta}});
}

void add_spec(Json& document, const race::RaceSpec& spec) {
  document["metric"] = race::name_of(spec.metric);
  document["unit"] = race::unit_of(spec.metric);
  document["direction"] = spec.direction == Direction::lowest ? "lowest" : "highest";
  document["scale"] = to_string(spec.scale);
  document["design"] = race::is_alone(spec) ? Json() : Json(race::name_of(spec.design));
  if (race::is_alone(spec)) {
    document["family"] = name_of(spec.family);
  } else if (const auto& rounds = experiment_of(spec).rounds) {
    add_law(document, rounds->law);
    document["seed"] = spec.seed;
  } else {
    document["family"] = name_of(spec.family);
  }
  document["margin"] = spec.margin;
  if (spec.good_enough > 0.0) document["good_enough"] = spec.good_enough;
  if (spec.reference) document["reference"] = spec.commands[*spec.reference].name;
  document["delta"] = spec.delta;
  document["rule"] = race::is_alone(spec) ? Json() : Json(rule_name(experiment_of(spec)));
}

void add_findings(Json& document, const ExperimentStatus& status) {
  const std::optional<Findings>& findings = status.findings;
  document["evidence"] = findings ? finite(findings->evidence) : Json();
  document["required"] = findings ? finite(findings->required) : Json();
  const Json risk = status.arms.size() == 1 ? Json() : Json(status.smallest_risk);
  document["smallest_risk"] = risk;
  document["error_bound"] = risk;  // its name up to 0.7.0
  document["status"] = guarantee_text(status);
  document["reason"] = status.guarantee_reason;
}

/// How well the mean of one command alone is known, or how far the leader is from the best.
void add_distance(Json& document, const RaceReport& report) {
  if (is_alone(report)) {
    document["known_to"] = finite(race::known_to(report.spec.scale, report.status.arms[0]));
    return;
  }
  const auto& found = report.status.recommendation;
  if (report.spec.max_slowdown || report.status.verdict || !found) return;
  document["within"] = finite(found->within);
  document["within_risk"] = found->risk;
}

Json mirador_part(const RaceReport& report) {
  Json document = Json::object();
  document["version"] = MIRADOR_VERSION;
  add_spec(document, report.spec);
  document["verdict"] = json_of_verdict(report);
  add_distance(document, report);
  document["end"] = end_name(report.end);
  add_findings(document, report.status);
  document["assumption"] = assumption_text(report.spec);
  const std::optional<Contradiction>& contradiction = report.status.contradiction;
  document["contradiction"] = contradiction ? json_of(*contradiction) : Json();
  document["lead"] = lead_of(report.lead, report.status.delta);
  add_slowdown(document, report);
  if (report.status.rounds) add_rounds(document, *report.status.rounds);
  document["samples"] = report.status.samples;
  document["samples_before"] = report.runs_before;
  document["seconds"] = report.seconds;
  document["equal_allocation"] = equal_of(report.equal);
  document["shell_startup"] = startup_of(report.startup);
  document["warnings"] = list_of_warnings(report);
  const auto named = [](const std::string& name) { return name.empty() ? Json() : Json(name); };
  document["experiment"] = named(report.experiment);
  document["store"] = named(report.store);
  document["resume"] = report.resume.empty() ? Json() : Json(report.resume);
  if (const auto& failure = report.failure) {
    document["failure"] = {{"name", report.status.arms[failure->command].name},
                           {"text", failure->message}};
    document["resume_without"] =
        report.resume_without.empty() ? Json() : Json(report.resume_without);
  }
  return document;
}

}  // namespace

std::string to_json(const RaceReport& report) {
  const std::vector<Position> positions = positions_of(report);
  Json results = Json::array();
  for (std::size_t c = 0; c < positions.size(); ++c) {
    results.push_back(result_of(report, c, positions[c]));
  }
  Json document = Json::object();
  document["results"] = results;
  document["mirador"] = mirador_part(report);
  return lines_of(document);
}

}  // namespace mirador::cli
