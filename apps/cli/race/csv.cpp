#include <cmath>

#include "mirador/core/text.hpp"
#include "race/render.hpp"
#include "race/run_digest.hpp"
#include "race/verdict.hpp"
#include "text/csv_field.hpp"

namespace mirador::cli {
namespace {

using race::RaceReport;
using race::Run;

std::string number(std::optional<double> value) {
  return value && std::isfinite(*value) ? exact(*value) : std::string();
}

std::string line_of(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line.append(line.empty() ? "" : ",").append(field);
  return line + "\n";
}

std::string headings(const RaceReport& report) {
  std::vector<std::string> names = {"command", "mean",   "stddev", "median",
                                    "user",    "system", "min",    "max"};
  for (const auto& [name, value] : report.spec.commands.front().parameters) {
    names.push_back(csv_field("parameter_" + name));
  }
  const bool log = report.spec.scale == Scale::log;
  for (const char* const ours :
       {"role", "runs", log ? "geometric_mean" : "value_mean", "low", "high", "command_line"}) {
    names.emplace_back(ours);
  }
  if (report.status.rounds) {
    const std::string what = log ? "ratio" : "difference";
    for (const std::string& name : {what, what + "_low", what + "_high", what + "_to"}) {
      names.push_back(name);
    }
    names.insert(names.end(), {"wins", "rounds"});
  }
  return line_of(names);
}

/// What the rounds say of the command. Only commas for the one that the others are compared with.
std::vector<std::string> comparison_fields(const RaceReport& report, std::size_t command) {
  if (!report.status.rounds) return {};
  const DifferenceStatus* const found = difference_of(report, command);
  if (found == nullptr) return std::vector<std::string>(6);
  return {
      number(found->estimate),       number(found->low),
      number(found->high),           csv_field(found->to),
      std::to_string(found->better), std::to_string(found->better + found->worse + found->tied)};
}

/// Only commas if the command has not been run.
std::vector<std::string> times_of(const std::vector<Run>& runs) {
  const std::optional<Digest> wall = digest_of(of_runs<double>(runs, &Run::wall));
  if (!wall) return std::vector<std::string>(7);
  const auto mean_of = [&](double Run::*part) {
    return digest_of(of_runs<double>(runs, part))->mean;
  };
  return {number(wall->mean),
          number(wall->stddev),
          number(wall->median),
          number(mean_of(&Run::user)),
          number(mean_of(&Run::system)),
          number(wall->min),
          number(wall->max)};
}

}  // namespace

std::string to_csv(const RaceReport& report) {
  const std::vector<Position> positions = positions_of(report);
  std::string text = headings(report);
  for (std::size_t c = 0; c < positions.size(); ++c) {
    const ArmStatus& arm = report.status.arms[c];
    std::vector<std::string> fields = {csv_field(arm.name)};
    for (std::string& time : times_of(report.runs[c])) fields.push_back(std::move(time));
    for (const auto& [name, value] : report.spec.commands[c].parameters) {
      fields.push_back(csv_field(value));
    }
    fields.insert(fields.end(), {std::string(role_of(report, positions[c])),
                                 std::to_string(arm.pulls), number(arm.mean), number(arm.low),
                                 number(arm.high), csv_field(report.spec.commands[c].line)});
    for (std::string& field : comparison_fields(report, c)) fields.push_back(std::move(field));
    text += line_of(fields);
  }
  return text;
}

}  // namespace mirador::cli
