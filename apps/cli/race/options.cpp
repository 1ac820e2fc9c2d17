#include "race/options.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <random>
#include <utility>
#include <variant>

#include "arguments/command_table.hpp"
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

/// A file that exists is found by every process of the race, wherever it is resumed.
std::string whole_path(std::string_view field, const std::string& file) {
  std::error_code error;
  const std::string path = std::filesystem::absolute(file, error).lexically_normal();
  if (!file.empty() && !error) return path;
  throw InputError(std::string(field) + ": " + in_quotes(file) + " is not a file; give its name");
}

/// Reads what commands read, and where their output goes.
void read_streams(const RawOptions& options, RaceSpec& spec) {
  const std::string input(options.value_or(Option::input, "null")),
      output(options.value_or(Option::output, "null"));
  spec.show_output = options.has(Option::show_output) || output == "inherit";
  if (options.has(Option::show_output) && options.has(Option::output) && output != "inherit") {
    throw InputError("output: " + in_quotes(output) + " and --show-output are both given; leave " +
                     "one out");
  }
  if (input != "null") {
    spec.input = whole_path("input", input);
    if (!std::filesystem::exists(spec.input)) {
      throw InputError("input: there is no file " + in_quotes(input) +
                       "; give one that exists, or null");
    }
  }
  if (output == "null" || output == "inherit") return;
  spec.output = output == "pipe" ? output : whole_path("output", output);
  refuse_store_itself("output", spec.output, read_place(options));
}

/// Reads how commands are run, and the limits.
void read_runs(const RawOptions& options, RaceSpec& spec) {
  spec.shell = read_shell(options);
  spec.warmup = parse_whole("warmup", options.value_or(Option::warmup, "0"), {0, 1'000'000});
  spec.ignore_failure = options.has(Option::ignore_failure);
  read_streams(options, spec);
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
  constexpr std::array exports = {Option::export_json,     Option::export_csv,
                                  Option::export_markdown, Option::export_asciidoc,
                                  Option::export_orgmode,  Option::report};
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
  return {files[0], files[1], files[2], files[3], files[4], files[5]};
}

Style read_style(const RawOptions& options) {
  constexpr std::array<std::string_view, 6> styles = {"auto",    "basic", "full",
                                                      "nocolor", "color", "none"};
  const std::string typed(options.value_or(Option::style, styles[0]));
  require_available("style", typed, styles);
  return static_cast<Style>(std::ranges::find(styles, typed) - styles.begin());
}

race::Presentation read_presentation(const RawOptions& options) {
  constexpr std::array<std::string_view, 3> orders = {"auto", "command", "mean-time"},
                                            units = {"microsecond", "millisecond", "second"},
                                            short_units = {"µs", "ms", "s"};
  race::Presentation presentation;
  const std::string order(options.value_or(Option::sort, orders[0]));
  require_available("sort", order, orders);
  presentation.order =
      static_cast<race::Presentation::Order>(std::ranges::find(orders, order) - orders.begin());
  if (const auto& unit = options.get(Option::time_unit)) {
    require_available("time-unit", *unit, units);
    presentation.time_unit =
        short_units[static_cast<std::size_t>(std::ranges::find(units, *unit) - units.begin())];
  }
  return presentation;
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
  request.presentation = read_presentation(options);
  request.style = read_style(options);
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
double read_scale(const RawOptions& options, Option option, std::string_view usual,
                  RaceSpec& spec) {
  const std::string field(option.word()), typed(options.value_or(option, usual));
  spec.scale = Scale::log;
  if (spec.metric != Metric::output) return read_ratio(field, typed);
  const TypedMargin margin = parse_margin(field, typed);
  if (margin.percentage && !std::holds_alternative<NormalSpec>(spec.family)) {
    throw InputError(field + ": " + in_quotes(typed) + " is a ratio, and " +
                     std::string(name_of(spec.family)) +
                     " values are compared by differences; give one such as 0.02");
  }
  spec.scale = margin.percentage ? Scale::log : Scale::linear;
  return not_below_0(field, typed, margin.value);
}

/// What difference does not matter: the margin, or in its place what is good enough.
void read_margins(const RawOptions& options, RaceSpec& spec) {
  const std::string_view usual = spec.metric == Metric::output ? "0" : "2%";
  if (!options.has(Option::good_enough)) {
    spec.margin = read_scale(options, Option::margin, usual, spec);
    return;
  }
  if (options.has(Option::margin)) {
    throw InputError("good-enough: it cannot be combined with --margin; give one of them");
  }
  spec.margin = 0.0;
  spec.good_enough = read_scale(options, Option::good_enough, usual, spec);
  if (spec.good_enough > 0.0) return;
  throw InputError("good-enough: " + in_quotes(*options.get(Option::good_enough)) +
                   " is not a difference that could matter; give one such as 2%, or leave it out");
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
  std::vector<race::Command> sides = {
      {.line = needed(options, Option::baseline), .name = "baseline", .prepare = first},
      {.line = needed(options, Option::candidate),
       .name = "candidate",
       .prepare = prepare.size() == 2 ? prepare.back() : first}};
  const auto& conclude = options.all(Option::conclude);
  for (race::Command& side : sides) {
    side.setup = options.value_or(Option::setup, "");
    side.cleanup = options.value_or(Option::cleanup, "");
    if (!conclude.empty()) side.conclude = &side == &sides[0] ? conclude.front() : conclude.back();
  }
  return sides;
}

/// One word after --resume is the name of a race; several are its commands.
bool names_a_race(const RawOptions& options) {
  return options.has(Option::resume) && options.all(Option::command).size() == 1 &&
         !options.has(Option::parameter_list) && !options.has(Option::parameter_scan);
}

/// What changes neither the measurements nor the verdict of a race.
constexpr std::array of_any_race = {
    Option::export_asciidoc, Option::export_orgmode, Option::time_unit,   Option::sort,
    Option::style,           Option::resume,         Option::without,     Option::max_runs,
    Option::max_time,        Option::show_output,    Option::export_json, Option::export_csv,
    Option::export_markdown, Option::report,         Option::store,       Option::format,
};

/// A race that is resumed by its name.
RaceRequest read_name(const RawOptions& options) {
  for (const std::string_view word : option_names(text_of(Command::race))) {
    if (!options.has(Option(word)) || std::ranges::count(of_any_race, Option(word)) > 0) continue;
    throw InputError(std::string(word) +
                     ": a race that is resumed by its name keeps its own; leave it out");
  }
  RaceRequest request;
  read_runs(options, request.spec);
  request.resume = true;
  request.exports = read_exports(options);
  request.presentation = read_presentation(options);
  request.style = read_style(options);
  request.name = *options.get(Option::command);
  request.without = options.all(Option::without);
  return request;
}

void refuse_without(const RawOptions& options) {
  if (!options.has(Option::without)) return;
  throw InputError("without: it goes on with a race that was begun; leave it out, or write " +
                   std::string("mirador race --resume NAME --without COMMAND"));
}

/// One command alone is compared with nothing: what only a comparison uses is refused.
void read_alone(const RawOptions& options, RaceSpec& spec) {
  for (const Option option :
       {Option::resume, Option::good_enough, Option::design, Option::rule, Option::compare,
        Option::lowest, Option::highest, Option::family, Option("lo"), Option("hi")}) {
    if (!options.has(option)) continue;
    throw InputError(std::string(option.word()) +
                     ": one command alone is measured and not raced; leave it out, or give " +
                     "another command");
  }
  spec.design = race::Design::adaptive;  // like it, about means of independent values
  spec.margin = read_scale(options, Option::margin, "1%", spec);
  validate_alone(spec);
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
  if (names_a_race(options)) return read_name(options);
  refuse_without(options);
  RaceRequest request = read_common(options);
  RaceSpec& spec = request.spec;
  Contestants all = read_commands(options);
  spec.commands = std::move(all.commands);
  spec.reference = all.reference;
  spec.metric = race::metric_named(options.value_or(Option::metric, "wall"));
  if (!spec.output.empty() && spec.metric == Metric::output) {
    throw InputError("output: --metric stdout reads the output of the commands; leave one out");
  }
  if (spec.show_output && spec.metric == Metric::output) {
    throw InputError(
        "show-output: --metric stdout reads the output of the commands, so it cannot be shown; "
        "leave one out");
  }
  if (race::is_alone(spec)) {
    read_alone(options, spec);
    return request;
  }
  spec.direction = read_direction(options, spec.metric);
  spec.family = read_law(options, spec.design);
  read_compare(options, spec);
  read_margins(options, spec);
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
  if (!spec.max_time) spec.max_time = usual_time_of_gate;
  spec.max_slowdown = read_ratio("max-slowdown", options.value_or(Option::max_slowdown, "3%"));
  validate(spec);
  return request;
}

}  // namespace mirador::cli
