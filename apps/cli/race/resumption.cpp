#include "race/resumption.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "arguments/place.hpp"
#include "live/workshop.hpp"
#include "mirador/core/error.hpp"
#include "mirador/core/text.hpp"
#include "race/commands.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

using race::RaceReport;
using Words = std::vector<std::string>;

/// Where options end and plain words begin.
Words::iterator end_of_options(Words& words) {
  return std::ranges::find(words, std::string_view("--"));
}

/// After the command, and so before a "--" that ends the options.
void insert(Words& words, const Words& more) {
  words.insert(words.begin() + 2, more.begin(), more.end());
}

/// Replaces the value of an option, or adds the option.
void set_option(Words& words, Option option, const std::string& value) {
  const std::string name = "--" + std::string(option.word());
  const auto end = end_of_options(words);
  const auto apart = std::find(words.begin(), end, name);
  const auto joined = std::find_if(
      words.begin(), end, [&](const std::string& word) { return word.starts_with(name + "="); });
  if (apart != end && apart + 1 != end) {
    *(apart + 1) = value;
  } else if (joined != end) {
    *joined = name + "=" + value;
  } else {
    insert(words, {name, value});
  }
}

/// Never prints a password: it belongs in ~/.pgpass or the environment.
void hide_password(Words& words, const RawOptions& options) {
  const auto* const store = options.get(Option::store);
  if (store == nullptr) return;
  std::ranges::replace(words, *store, public_place(*store));
  std::ranges::replace(words, "--store=" + *store, "--store=" + public_place(*store));
}

/// "mirador race --resume NAME", with the store and what is written at the end.
Words line_by_name(const RawOptions& options, const std::string& name) {
  Words words = {options.line.front(), "race", "--resume", name};
  for (const Option option :
       {Option::store, Option::format, Option::max_runs, Option::max_time, Option::export_json,
        Option::export_csv, Option::export_markdown, Option::export_asciidoc,
        Option::export_orgmode, Option::time_unit, Option::sort, Option::report}) {
    if (!options.has(option)) continue;
    words.insert(words.end(), {"--" + std::string(option.word()), *options.get(option)});
  }
  hide_password(words, options);
  return words;
}

/// The line as it was typed, or the name if the race was resumed by its name.
Words usual_line(const RaceReport& report, const RawOptions& options, const RaceRequest& request) {
  if (request.name) return line_by_name(options, report.experiment);
  Words words = options.line;
  hide_password(words, options);
  if (!options.has(Option::resume)) insert(words, {"--resume"});
  return words;
}

/// What is left to do at most, in most races; 0 if no end is in sight.
double generous_rest(const RaceReport& report) {
  const double rest = report.status.findings ? report.status.findings->to_go.high : 0.0;
  return std::isfinite(rest) ? rest : 0.0;
}

/// Twice the budget, or more if that will not do.
std::string larger_runs(const RaceReport& report) {
  const auto done = static_cast<double>(report.status.samples);
  const double twice = 2.0 * std::max(done, static_cast<double>(*report.spec.max_runs));
  return exact(std::ceil(std::max(twice, done + generous_rest(report))));
}

/// Each process has its own budget of time.
std::string larger_time(const RaceReport& report) {
  const double twice = 2.0 * *report.spec.max_time;
  const double needed = std::ceil(generous_rest(report) * report.seconds_a_run);
  return exact(std::max(twice, needed));
}

}  // namespace

race::RaceSpec named_race(Store& store, const RaceRequest& request) {
  require_experiment(store, *request.name);
  std::optional<race::RaceSpec> spec = race::stored_race(stored_spec(store, *request.name));
  if (!spec) {
    throw InputError("resume: " + in_quotes(*request.name) +
                     " is no race; go on with it by mirador ask, or give the commands of a race");
  }
  const bool lost = std::ranges::any_of(spec->commands, [](const race::Command& command) {
    return (command.line + command.prepare).find("\uFFFD") != std::string::npos;
  });
  if (lost) {
    throw InputError("resume: a command of " + in_quotes(*request.name) +
                     " holds bytes that are not text, which its store does not keep; repeat the "
                     "command line with --resume");
  }
  spec->max_runs = request.spec.max_runs;
  spec->max_time = request.spec.max_time;
  spec->show_output = request.spec.show_output;
  if (spec->max_slowdown && !spec->max_time) spec->max_time = usual_time_of_gate;
  return *spec;
}

void refuse_race(const std::string& name, const ExperimentSpec& spec) {
  if (!race::stored_race(spec)) return;
  throw InputError("name: " + in_quotes(name) + " is a race, which runs its commands itself; use " +
                   race::quoted({"mirador", "race", "--resume", name}));
}

void add_ways_on(RaceReport& report, const RawOptions& options, const RaceRequest& request) {
  Words words = usual_line(report, options, request);
  switch (report.end) {
    case race::End::max_runs:
      set_option(words, Option::max_runs, larger_runs(report));
      break;
    case race::End::max_time:
      set_option(words, Option::max_time, larger_time(report));
      break;
    case race::End::interrupted:
    case race::End::failed:
      break;
    case race::End::none:
    case race::End::decided:
    case race::End::known:
    case race::End::constant:
    case race::End::unseen:
      return;
  }
  const bool lasts = report.failure && report.failure->lasts;
  if (!lasts) report.resume = race::quoted(words);
  const bool others = report.spec.commands.size() > 2 && report.spec.design == race::Design::rounds;
  if (!report.failure || !others) return;
  Words without = line_by_name(options, report.experiment);
  insert(without, {"--without", report.spec.commands[report.failure->command].name});
  report.resume_without = race::quoted(without);
}

}  // namespace mirador::cli
