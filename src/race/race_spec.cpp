#include "mirador/race/race_spec.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/stopping/risk.hpp"

namespace mirador::race {
namespace {

using nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> metric_names = {"wall", "user", "system", "rss",
                                                          "stdout"};
constexpr std::array<std::string_view, 2> design_names = {"rounds", "adaptive"};

void require_positive(const char* field, const std::optional<double>& seconds) {
  if (!seconds || (*seconds > 0.0 && std::isfinite(*seconds))) return;
  throw InputError(std::string(field) + ": " + exact(*seconds) +
                   " is not a valid time; give seconds above 0");
}

/// What runs beside a command, apart from what versions up to 0.7 knew.
std::array<std::pair<const char*, std::string_view>, 3> more_lines(const Command& command) {
  return {{{"conclude", command.conclude}, {"setup", command.setup}, {"cleanup", command.cleanup}}};
}

/// The settings that distinguish two races with the same experiment.
std::string settings_text(const RaceSpec& spec) {
  ordered_json commands = ordered_json::array();
  for (const Command& command : spec.commands) {
    commands.push_back({{"command", command.line}, {"prepare", command.prepare}});
    for (const auto& [key, line] : more_lines(command)) {
      if (!line.empty()) commands.back()[key] = line;
    }
    if (!command.parameters.empty()) commands.back()["parameters"] = command.parameters;
  }
  ordered_json json{
      {"race", 1},           {"commands", commands},  {"metric", name_of(spec.metric)},
      {"shell", spec.shell}, {"warmup", spec.warmup}, {"ignore_failure", spec.ignore_failure}};
  if (spec.timeout) json["timeout"] = *spec.timeout;
  if (!spec.input.empty()) json["input"] = spec.input;
  if (!spec.output.empty()) json["output"] = spec.output;
  if (spec.reference) json["reference"] = *spec.reference;
  if (spec.max_slowdown) json["handicaps"] = {handicap_of(spec, 0), handicap_of(spec, 1)};
  // Commands may hold any bytes, stores hold UTF-8.
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// The name of a command line's program, reduced to characters that are easy to type.
std::string slug_of(std::string_view line) {
  line = line.substr(0, line.find(' '));
  line.remove_prefix(line.find_last_of('/') + 1);
  std::string slug;
  for (const char c : line.substr(0, 16)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (plain || c == '.' || c == '_') slug += c;
  }
  return slug.empty() ? "" : slug + "-";
}

std::string in_hex(std::uint32_t bits) {
  std::string text;
  for (int shift = 28; shift >= 0; shift -= 4) text += "0123456789abcdef"[(bits >> shift) & 15];
  return text;
}

/// FNV hash: short, and the same on every machine.
std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash;
}

}  // namespace

std::string_view name_of(Metric metric) { return metric_names[static_cast<std::size_t>(metric)]; }

Metric metric_named(std::string_view name) {
  const auto found = std::ranges::find(metric_names, name);
  if (found == metric_names.end()) throw InputError(unknown_name("metric", name, metric_names));
  return static_cast<Metric>(found - metric_names.begin());
}

std::string_view name_of(Design design) { return design_names[static_cast<std::size_t>(design)]; }

Design design_named(std::string_view name) {
  const auto found = std::ranges::find(design_names, name);
  if (found == design_names.end()) throw InputError(unknown_name("design", name, design_names));
  return static_cast<Design>(found - design_names.begin());
}

bool is_time(Metric metric) { return metric != Metric::rss && metric != Metric::output; }

std::string_view unit_of(Metric metric) {
  return metric == Metric::output ? "" : metric == Metric::rss ? "bytes" : "s";
}

/// What a race and one command alone have in common.
static void validate_runs(const RaceSpec& spec) {
  if (spec.metric != Metric::output &&
      !(std::holds_alternative<NormalSpec>(spec.family) && spec.scale == Scale::log)) {
    throw InputError("family: " + std::string(mirador::name_of(spec.family)) + " does not fit " +
                     std::string(name_of(spec.metric)) + "; leave it out, or use --metric stdout");
  }
  require_positive("timeout", spec.timeout);
  require_positive("max-time", spec.max_time);
  if (spec.max_runs && *spec.max_runs == 0) {
    throw InputError("max-runs: 0 leaves nothing to measure; give at least 1");
  }
  if (spec.shell.empty()) {
    for (const Command& command : spec.commands) split_words(command.line);
  }
}

void validate(const RaceSpec& spec) {
  if (spec.commands.size() < 2) {
    throw InputError("commands: " + std::to_string(spec.commands.size()) +
                     " given; a race needs at least two");
  }
  validate_runs(spec);
  if (spec.max_slowdown && spec.commands.size() != 2) {
    throw InputError("max-slowdown: " + std::to_string(spec.commands.size()) +
                     " commands given; a gate has a baseline and a candidate");
  }
  mirador::validate(experiment_of(spec));
}

void validate_alone(const RaceSpec& spec) {
  if (!is_alone(spec)) {
    throw InputError("commands: " + std::to_string(spec.commands.size()) +
                     " given; one alone is measured without a race");
  }
  validate_runs(spec);
  validate_risks(std::span(&spec.delta, 1));
  if (!std::holds_alternative<NormalSpec>(spec.family)) {
    throw InputError("family: the mean of one command alone is known for normal values; leave " +
                     std::string("it out, or race several commands"));
  }
  if (!(spec.margin > 0.0) || !std::isfinite(spec.margin)) {
    throw InputError("margin: " + exact(spec.margin) + " is too little to be measured; one " +
                     "command alone is measured until its mean is known to the margin: give one " +
                     "such as 1%");
  }
}

double handicap_of(const RaceSpec& spec, std::size_t command) {
  return spec.max_slowdown && command == 0 ? 1.0 + *spec.max_slowdown : 1.0;
}

std::string arm_name(const RaceSpec& spec, std::size_t command) {
  const std::string& name = spec.commands[command].name;
  const double handicap = handicap_of(spec, command);
  return handicap == 1.0 ? name : name + " times " + exact(handicap);
}

/// The law of the values of a round.
static LawSpec law_of(const RaceSpec& spec) {
  if (const auto* bounded = std::get_if<BoundedSpec>(&spec.family)) return *bounded;
  if (std::holds_alternative<BernoulliSpec>(spec.family)) return BernoulliSpec{};
  return SymmetricSpec{spec.compare};
}

ExperimentSpec experiment_of(const RaceSpec& spec) {
  ExperimentSpec experiment;
  for (std::size_t c = 0; c < spec.commands.size(); ++c) {
    experiment.arms.push_back(arm_name(spec, c));
  }
  if (spec.design == Design::rounds) {
    experiment.rounds = RoundsSpec{.law = law_of(spec)};
    experiment.seed = spec.seed;
  } else {
    experiment.family = spec.family;
    experiment.rule = spec.rule;
  }
  experiment.scale = spec.scale;
  experiment.question = BestArmSpec{spec.direction, spec.margin, spec.good_enough};
  experiment.delta = spec.delta;
  experiment.note = settings_text(spec);
  return experiment;
}

std::string essence_of(ExperimentSpec experiment) {
  experiment.edition = Edition::first;  // so that any version finds the race
  experiment.seed = ExperimentSpec{}.seed;
  auto note = ordered_json::parse(experiment.note, nullptr, false);
  if (note.is_object()) note.erase("reference");
  if (note.is_object() && note.contains("commands") && note["commands"].is_array()) {
    for (ordered_json& command : note["commands"]) {
      if (command.is_object()) command.erase("parameters");
    }
    experiment.note = note.dump();
  }
  return to_json(experiment);
}

std::string identity_of(const RaceSpec& spec) {
  return "race-" + slug_of(spec.commands.front().line) +
         in_hex(hash_of(essence_of(experiment_of(spec))));
}

}  // namespace mirador::race
