#include "race/options.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <utility>
#include <variant>

#include "arguments/one_rule.hpp"
#include "arguments/place.hpp"
#include "arguments/problem_options.hpp"
#include "live/options.hpp"
#include "mirador/core/error.hpp"
#include "race/command_list.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

using race::Metric;
using race::RaceSpec;

constexpr std::array<std::string_view, 3> families = {"normal", "bernoulli", "bounded"},
                                          laws = {"symmetric", "bernoulli", "bounded"};

std::vector<std::string> read_shell(const RawOptions& options) {
  const std::string_view typed = options.value_or(Option::shell, "default");
  const bool none = options.has(Option::no_shell);
  if (none && options.has(Option::shell) && typed != "none") {
    throw InputError("shell: " + in_quotes(typed) + " and -N (no shell) are both given; " +
                     "leave one out");
  }
  if (none || typed == "none") return {};
  if (typed == "default") return {"/bin/sh"};
  try {
    return race::split_words(std::string(typed));
  } catch (const InputError&) {
    throw InputError("shell: " + in_quotes(typed) +
                     " is not a shell; give the name of one, as in bash");
  }
}

std::optional<double> seconds_of(const RawOptions& options, Option option) {
  if (!options.has(option)) return std::nullopt;
  return parse_real(option.word(), *options.get(option));
}

/// Reads how commands are run, and the limits.
void read_runs(const RawOptions& options, RaceSpec& spec) {
  spec.shell = read_shell(options);
  spec.warmup = parse_whole("warmup", options.value_or(Option::warmup, "0"), {0, 1'000'000});
  spec.ignore_failure = options.has(Option::ignore_failure);
  spec.show_output = options.has(Option::show_output);
  spec.timeout = seconds_of(options, Option::timeout);
  spec.max_time = seconds_of(options, Option::max_time);
  if (const auto& runs = options.get(Option::max_runs)) {
    spec.max_runs = parse_whole("max-runs", *runs, {1, std::uint64_t{1} << 53});
  }
  spec.delta = parse_real("delta", options.value_or(Option::delta, "0.05"));
}

std::string read_export(const RawOptions& options, Option option) {
  const std::string field(option.word());
  if (!options.has(option)) return {};
  const std::string& file = *options.get(option);
  if (file.empty() || file == "-") {
    throw InputError(field + ": " + in_quotes(file) +
                     " is not a file; give its name, or use --format for standard output");
  }
  refuse_store_itself(field, file, read_place(options));
  return file;
}

ExportNames read_exports(const RawOptions& options) {
  constexpr std::array exports = {Option::export_json, Option::export_csv, Option::export_markdown,
                                  Option::report};
  std::array<std::string, exports.size()> files;
  for (std::size_t i = 0; i < exports.size(); ++i) {
    files[i] = read_export(options, exports[i]);
    for (std::size_t j = 0; j < i; ++j) {
      if (files[i].empty() || files[i] != files[j]) continue;
      throw InputError(std::string(exports[i].word()) + ": " + in_quotes(files[i]) +
                       " is the file of --" + std::string(exports[j].word()) +
                       " too; give another");
    }
  }
  return {files[0], files[1], files[2], files[3]};
}

void refuse_beside(const RawOptions& options, Option option, race::Design needed) {
  if (!options.has(option)) return;
  throw InputError(std::string(option.word()) + ": only the design " +
                   std::string(name_of(needed)) + " uses it; leave it out, or give --design " +
                   std::string(name_of(needed)));
}

/// A rule means the adaptive design, as in versions that had no other.
race::Design read_design(const RawOptions& options) {
  const std::string_view usual = options.has(Option::rule) ? "adaptive" : "rounds";
  const race::Design design = race::design_named(options.value_or(Option::design, usual));
  if (design == race::Design::rounds) refuse_beside(options, Option::rule, race::Design::adaptive);
  if (design == race::Design::adaptive) {
    refuse_beside(options, Option::compare, race::Design::rounds);
  }
  return design;
}

/// The order within rounds must be independent of what disturbs the machine, so it is different in
/// each race.
std::uint64_t fresh_seed() { return std::random_device()(); }

RaceRequest read_common(const RawOptions& options) {
  RaceRequest request;
  request.spec.design = read_design(options);
  request.any_design =
      !options.has(Option::design) && !options.has(Option::rule) && !options.has(Option::compare);
  request.spec.seed = fresh_seed();
  read_runs(options, request.spec);
  request.resume = options.has(Option::resume);
  request.exports = read_exports(options);
  return request;
}

Direction read_direction(const RawOptions& options, Metric metric) {
  const bool lowest = options.has(Option::lowest), highest = options.has(Option::highest);
  if (lowest && highest) throw InputError("highest: --lowest is given too; leave one out");
  if (metric == Metric::output && !lowest && !highest) {
    throw InputError(
        "metric: stdout may be a score or a cost; give --highest or --lowest to say which number "
        "wins");
  }
  return highest ? Direction::highest : Direction::lowest;
}

/// In rounds numbers without limits are called symmetric; `normal` is taken too.
FamilySpec read_law(RawOptions options, race::Design design) {
  const std::string typed(options.value_or(Option::family, "normal"));
  const bool any_numbers =
      typed == "normal" || (design == race::Design::rounds && typed == laws[0]);
  if (!any_numbers) {
    require_available("family", typed, design == race::Design::rounds ? laws : families);
  }
  options.set(Option::family, any_numbers ? "normal" : typed);
  return read_family(options);
}

/// Times have rare slow runs, which say little about the command; printed numbers are compared by
/// their averages.
void read_compare(const RawOptions& options, RaceSpec& spec) {
  const std::string_view usual = spec.metric == Metric::output ? "mean" : "typical";
  spec.compare = parse_choice<Compare>("compare", options.value_or(Option::compare, usual));
  if (options.has(Option::compare) && !std::holds_alternative<NormalSpec>(spec.family)) {
    throw InputError("compare: " + std::string(name_of(spec.family)) +
                     " values are compared by their averages; leave it out");
  }
}

double not_below_0(std::string_view field, std::string_view typed, double value) {
  if (value >= 0.0) return value;
  throw InputError(std::string(field) + ": " + in_quotes(typed) +
                   " is below 0; give one such as 2%, or 0 for none");
}

/// A ratio as 2% or 0.02. A user who types 2 means 2%, so it is refused with that hint.
double read_ratio(std::string_view field, std::string_view typed) {
  const auto [ratio, percentage] = parse_margin(field, typed);
  if (ratio >= 1.0 && !percentage) {
    throw InputError(std::string(field) + ": " + in_quotes(typed) +
                     " is not a ratio below 1; write it as a percentage, as in 2%");
  }
  return not_below_0(field, typed, ratio);
}

/// Times and memory are compared by ratios; printed numbers by differences, unless the margin is a
/// percentage.
void read_scale(const RawOptions& options, RaceSpec& spec) {
  const auto& typed = options.get(Option::margin);
  if (spec.metric != Metric::output) {
    spec.scale = Scale::log;
    spec.margin = read_ratio("margin", typed ? *typed : "2%");
    return;
  }
  const TypedMargin margin = typed ? parse_margin("margin", *typed) : TypedMargin{0.0, false};
  if (margin.percentage && !std::holds_alternative<NormalSpec>(spec.family)) {
    throw InputError("margin: " + in_quotes(*typed) + " is a ratio, and " +
                     std::string(name_of(spec.family)) +
                     " values are compared by differences; give one such as 0.02");
  }
  spec.scale = margin.percentage ? Scale::log : Scale::linear;
  spec.margin = not_below_0("margin", options.value_or(Option::margin, "0"), margin.value);
}

const std::string& needed(const RawOptions& options, Option option) {
  const auto& command = options.get(option);
  const std::string name(option.word());
  if (!command) throw InputError(name + ": none given; write --" + name + " CMD");
  if (showable(*command).empty())
    throw InputError(name + ": the command is empty; give what to run");
  return *command;
}

/// The two commands of a gate are named by their roles.
std::vector<race::Command> read_sides(const RawOptions& options) {
  const std::vector<std::string>& prepare = options.all(Option::prepare);
  if (prepare.size() > 2) {
    throw InputError("prepare: given " + std::to_string(prepare.size()) +
                     " times for 2 commands; give it once, or once for each");
  }
  const std::string first = prepare.empty() ? "" : prepare.front();
  return {{.line = needed(options, Option::baseline), .name = "baseline", .prepare = first},
          {.line = needed(options, Option::candidate),
           .name = "candidate",
           .prepare = prepare.size() == 2 ? prepare.back() : first}};
}

Metric read_gate_metric(const RawOptions& options) {
  const std::string_view name = options.value_or(Option::metric, "wall");
  if (name == "stdout") {
    throw InputError("metric: a gate compares time or memory, not printed numbers; use " +
                     std::string("mirador race --metric stdout"));
  }
  return race::metric_named(name);
}

}  // namespace

RaceRequest read_race(const RawOptions& options) {
  RaceRequest request = read_common(options);
  RaceSpec& spec = request.spec;
  spec.commands = read_commands(options);
  spec.metric = race::metric_named(options.value_or(Option::metric, "wall"));
  if (spec.show_output && spec.metric == Metric::output) {
    throw InputError(
        "show-output: --metric stdout reads the output of the commands, so it cannot be shown; "
        "leave one out");
  }
  spec.direction = read_direction(options, spec.metric);
  spec.family = read_law(options, spec.design);
  read_compare(options, spec);
  read_scale(options, spec);
  about_one_rule([&] {
    if (const auto& rule = options.get(Option::rule)) spec.rule = parse_rule(*rule);
    validate(spec);
  });
  return request;
}

RaceRequest read_gate(const RawOptions& options) {
  RaceRequest request = read_common(options);
  RaceSpec& spec = request.spec;
  spec.commands = read_sides(options);
  spec.metric = read_gate_metric(options);
  read_compare(options, spec);
  spec.margin = 0.0;
  if (!spec.max_time) spec.max_time = 600.0;
  spec.max_slowdown = read_ratio("max-slowdown", options.value_or(Option::max_slowdown, "3%"));
  validate(spec);
  return request;
}

std::string resume_line(const RawOptions& options) {
  std::vector<std::string> words = options.line;
  // Never prints a password: it belongs in ~/.pgpass or the environment.
  if (const auto& store = options.get(Option::store)) {
    std::ranges::replace(words, *store, public_place(*store));
    std::ranges::replace(words, "--store=" + *store, "--store=" + public_place(*store));
  }
  // After the command, and so before a "--" that ends the options.
  if (!options.has(Option::resume)) words.insert(words.begin() + 2, "--resume");
  return race::quoted(words);
}

}  // namespace mirador::cli
