#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "mirador/core/text.hpp"
#include "mirador/race/race_spec.hpp"

namespace mirador::race {
namespace {

using nlohmann::ordered_json;

/// The slowdown of a handicap: 0.03 of 1.03, without the rounding error of the difference.
double slowdown_of(double handicap) {
  char text[32];
  std::snprintf(text, sizeof text, "%.12g", handicap - 1.0);
  const double slowdown = std::strtod(text, nullptr);
  return 1.0 + slowdown == handicap ? slowdown : handicap - 1.0;
}

/// The arm of a baseline is named after its handicap too.
std::string name_of_arm(const RaceSpec& spec, std::size_t command, std::string arm) {
  const double handicap = handicap_of(spec, command);
  const std::string end = " times " + exact(handicap);
  if (handicap != 1.0 && arm.ends_with(end)) arm.resize(arm.size() - end.size());
  return arm;
}

void read_settings(const ordered_json& note, RaceSpec& spec) {
  spec.metric = metric_named(note.at("metric").get<std::string>());
  spec.shell = note.at("shell").get<std::vector<std::string>>();
  spec.warmup = note.at("warmup").get<std::uint64_t>();
  spec.ignore_failure = note.at("ignore_failure").get<bool>();
  if (note.contains("timeout")) spec.timeout = note["timeout"].get<double>();
  spec.input = note.value("input", "");
  spec.output = note.value("output", "");
  if (note.contains("reference")) spec.reference = note["reference"].get<std::size_t>();
  if (note.contains("handicaps")) {
    spec.max_slowdown = slowdown_of(note["handicaps"].at(0).get<double>());
  }
  for (const ordered_json& command : note.at("commands")) {
    spec.commands.push_back({.line = command.at("command").get<std::string>(), .name = {}});
    Command& added = spec.commands.back();
    added.prepare = command.at("prepare").get<std::string>();
    added.conclude = command.value("conclude", "");
    added.setup = command.value("setup", "");
    added.cleanup = command.value("cleanup", "");
    if (command.contains("parameters")) added.parameters = command["parameters"];
  }
}

void read_law(const ExperimentSpec& experiment, RaceSpec& spec) {
  if (!experiment.rounds) {
    spec.design = Design::adaptive;
    spec.family = experiment.family;
    spec.rule = experiment.rule;
    return;
  }
  const LawSpec& law = experiment.rounds->law;
  if (const auto* bounded = std::get_if<BoundedSpec>(&law)) spec.family = *bounded;
  if (std::holds_alternative<BernoulliSpec>(law)) spec.family = BernoulliSpec{};
  if (const auto* any = std::get_if<SymmetricSpec>(&law)) spec.compare = any->compare;
}

RaceSpec read_race(const ExperimentSpec& experiment, const ordered_json& note) {
  RaceSpec spec;
  read_settings(note, spec);
  read_law(experiment, spec);
  const auto& question = std::get<BestArmSpec>(experiment.question);
  spec.direction = question.direction;
  spec.margin = question.margin;
  spec.good_enough = question.good_enough;
  spec.scale = experiment.scale;
  spec.delta = experiment.delta;
  spec.seed = experiment.seed;
  for (std::size_t c = 0; c < spec.commands.size(); ++c) {
    spec.commands[c].name = name_of_arm(spec, c, experiment.arms.at(c));
  }
  if (spec.reference >= spec.commands.size()) spec.reference.reset();
  return spec;
}

}  // namespace

/// Anyone may write a note: what reads like a race must be the experiment of that race.
std::optional<RaceSpec> stored_race(const ExperimentSpec& experiment) {
  try {
    const auto note = ordered_json::parse(experiment.note, nullptr, false);
    if (note.is_discarded()) return std::nullopt;  // the note of another experiment
    RaceSpec spec = read_race(experiment, note);
    if (essence_of(experiment_of(spec)) == essence_of(experiment)) return spec;
  } catch (const std::exception&) {
  }
  return std::nullopt;
}

}  // namespace mirador::race
