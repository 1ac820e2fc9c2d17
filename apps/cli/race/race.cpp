#include "mirador/race/race.hpp"

#include <fmt/format.h>

#include <exception>
#include <functional>
#include <optional>

#include "arguments/format.hpp"
#include "arguments/place.hpp"
#include "live/workshop.hpp"
#include "mirador/core/error.hpp"
#include "mirador/race/solo.hpp"
#include "race/commands.hpp"
#include "race/options.hpp"
#include "race/page.hpp"
#include "race/render.hpp"
#include "race/resumption.hpp"
#include "race/verdict.hpp"
#include "race/view.hpp"
#include "race/warnings.hpp"
#include "race/words.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"
#include "text/numbers.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// Performs several actions even if some fail, and throws the first error at the end.
class AllOfThem {
 public:
  void attempt(const std::function<void()>& deed) {
    try {
      deed();
    } catch (...) {
      if (!failure_) failure_ = std::current_exception();
    }
  }
  void finish() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::exception_ptr failure_;
};

/// The files that are written at the end; they are opened at the start.
class Exports {
 public:
  explicit Exports(const ExportNames& names) {
    open("export-json", names.json,
         [](const auto& report, const auto&) { return to_json(report); });
    open("export-csv", names.csv, [](const auto& report, const auto&) { return to_csv(report); });
    open("export-markdown", names.markdown,
         [](const auto& report, const auto&) { return to_markdown(report); });
    open("export-asciidoc", names.asciidoc,
         [](const auto& report, const auto&) { return to_asciidoc(report); });
    open("export-orgmode", names.orgmode,
         [](const auto& report, const auto&) { return to_orgmode(report); });
    open("report", names.report, [](const auto& report, const auto& log) {
      if (is_alone(report)) return race_page(report, std::nullopt);
      return race_page(report, history_of(experiment_of(report.spec), log));
    });
  }
  void write(const race::RaceReport& report, const std::vector<Event>& log) {
    AllOfThem writes;
    for (auto& [file, contents] : files_) {
      writes.attempt([&, &to = file, &text = contents] { to.write(text(report, log)); });
    }
    writes.finish();
  }

 private:
  using Contents = std::function<std::string(const race::RaceReport&, const std::vector<Event>&)>;

  void open(std::string_view field, const std::string& path, Contents contents) {
    if (!path.empty()) files_.emplace_back(OutputFile(field, path), std::move(contents));
  }

  std::vector<std::pair<OutputFile, Contents>> files_;
};

std::string opening_line(const race::RaceSpec& spec, std::uint64_t runs) {
  const std::string kind = race::is_alone(spec) ? "measurement"
                           : spec.max_slowdown
                               ? "gate"
                               : fmt::format("race of {} commands", spec.commands.size());
  const std::string what = kind + ": " + settings_text(spec);
  return runs == 0 ? what : fmt::format("{}; resumed after {}", what, counted(runs, "run"));
}

/// Runs a race, or one command alone, to its end and shows its progress.
template <class Contest>
void drive(Contest& race, const RaceRequest& request, RaceView& view) {
  const race::RaceSpec& spec = race.spec();
  race.on_run([&](std::size_t command, std::string_view what) {
    view.set_activity(fmt::format("{} {}", what, called(spec, spec.commands[command].name)));
  });
  const auto report = [&] {
    race::RaceReport now = race.report();
    now.presentation = request.presentation;
    return now;
  };
  const bool calibrates = !spec.shell.empty() && race::is_time(spec.metric);
  view.set_activity(calibrates ? "start-up time of the shell" : "");
  view.refresh(report);
  try {
    while (race.step() == race::End::none) view.refresh(report);
  } catch (const race::CommandFailed&) {
    race.clean_up();
    throw;
  }
  race.clean_up();
}

/// The same, but a race that fails before its first measurement is removed from the store.
void drive_or_vanish(race::Race& race, const RaceRequest& request, RaceView& view) {
  try {
    drive(race, request, view);
  } catch (...) {
    if (race.runs() == 0) race.discard();
    throw;
  }
}

/// Another process may delete the experiment during the race.
template <class Work>
void expect_to_exist(const std::string& experiment, Work&& work) {
  try {
    work();
  } catch (const NotFound&) {
    throw RunError(
        fmt::format("race: its experiment {} was deleted while it ran, with its measurements; "
                    "race again",
                    in_quotes(experiment)));
  }
}

/// A race of a version without rounds goes on under its design.
race::RaceSpec spec_to_resume(Store& store, const RaceRequest& request) {
  race::RaceSpec other = request.spec;
  other.design = race::Design::adaptive;
  const bool is_old = request.any_design && !race::Race::exists(store, request.spec) &&
                      race::Race::exists(store, other);
  return is_old ? other : request.spec;
}

race::Race begun(Store& store, const RaceRequest& request, const race::RaceSpec& spec,
                 race::Executor& executor) {
  if (!request.resume) return race::Race::begin(store, spec, executor);
  if (!request.name) return race::Race::resume(store, spec, executor);
  if (request.without.empty()) return race::Race::resume(store, *request.name, spec, executor);
  return race::Race::begin_without(store, *request.name, request.without, spec, executor);
}

race::RaceReport run_race(Store& store, const RawOptions& options, const RaceRequest& request) {
  const race::RaceSpec asked = request.name     ? named_race(store, request)
                               : request.resume ? spec_to_resume(store, request)
                                                : request.spec;
  RaceView view(asked.show_output, request.style);
  const std::unique_ptr<race::Executor> executor =
      race::make_process_executor(interrupt_door(), [&] { view.tick(); });
  race::Race race = begun(store, request, asked, *executor);
  view.announce(opening_line(race.spec(), race.runs()));
  expect_to_exist(race.experiment(), [&] { drive_or_vanish(race, request, view); });
  race::RaceReport report = race.final_report();
  report.presentation = request.presentation;
  report.store = public_place(read_place(options));
  add_ways_on(report, options, request);
  return report;
}

race::RaceReport measure(const RaceRequest& request) {
  RaceView view(request.spec.show_output, request.style);
  const std::unique_ptr<race::Executor> executor =
      race::make_process_executor(interrupt_door(), [&] { view.tick(); });
  race::Solo solo(request.spec, *executor);
  view.announce(opening_line(solo.spec(), solo.runs()));
  drive(solo, request, view);
  race::RaceReport report = solo.report();
  report.presentation = request.presentation;
  return report;
}

std::vector<Event> log_of(Store& store, const std::string& experiment) {
  std::vector<Event> log;
  expect_to_exist(experiment, [&] {
    store.read(experiment, 0, [&](const Event& event) { log.push_back(event); });
  });
  return log;
}

/// Files may be passed on: they do not contain a password from the address of the store.
race::RaceReport for_others(const RawOptions& options, race::RaceReport report) {
  if (report.store != read_place(options)) {
    report.resume.clear();
    report.resume_without.clear();
  }
  return report;
}

ExitCode code_of(const race::RaceReport& report) {
  if (report.failure || !report.cleanup_failure.empty()) return ExitCode::failed;
  switch (verdict_of(report)) {
    case RaceVerdict::undecided:
      return ExitCode::undecided;
    case RaceVerdict::equal:
      return ExitCode::equal;
    case RaceVerdict::slower:
      return ExitCode::slower;
    case RaceVerdict::winner:
    case RaceVerdict::good_enough:
    case RaceVerdict::within:
    case RaceVerdict::known:
      break;
  }
  return ExitCode::done;
}

std::string rendered(const race::RaceReport& report, Format format, Style style) {
  return format == Format::json  ? to_json(report)
         : format == Format::csv ? to_csv(report)
         : style == Style::none  ? ""
                                 : to_text(report, screen_of(stdout, style));
}

/// The report of a race and its log, which one command alone has not.
std::pair<race::RaceReport, std::vector<Event>> race_in_store(const RawOptions& options,
                                                              const RaceRequest& request) {
  // Waiting for the disk between runs would take longer than many commands, and disturb the next
  // run.
  const std::unique_ptr<Store> store = request.resume
                                           ? open_existing_store(options, Durability::kill)
                                           : open_or_make_store(options, Durability::kill);
  race::RaceReport report = run_race(*store, options, request);
  std::vector<Event> log = log_of(*store, report.experiment);
  return {std::move(report), std::move(log)};
}

ExitCode race_and_tell(const RawOptions& options, const RaceRequest& request) {
  const Format format = read_format(options);
  if (request.spec.show_output && format != Format::text) {
    throw InputError("show-output: the output of the commands would mix with the " +
                     *options.get(Option::format) + "; leave it out, or use --export-" +
                     *options.get(Option::format));
  }
  Exports exports(request.exports);
  const bool alone = !request.name && race::is_alone(request.spec);
  const auto [report, log] =
      alone ? std::pair(measure(request), std::vector<Event>()) : race_in_store(options, request);
  AllOfThem outputs;  // with a full disk the verdict is still printed, with a closed pipe the files
                      // are written
  outputs.attempt(
      [&, &report = report, &log = log] { exports.write(for_others(options, report), log); });
  outputs.attempt([&, &report = report] { write_stdout(rendered(report, format, request.style)); });
  for (const RaceWarning& warning : warnings_of(report)) {
    if (request.style != Style::none) write_message("warning: " + warning.text);
  }
  if (report.failure) write_message(report.failure->message);
  if (!report.cleanup_failure.empty()) write_message(report.cleanup_failure);
  outputs.finish();
  return code_of(report);
}

}  // namespace

ExitCode race(const RawOptions& options) { return race_and_tell(options, read_race(options)); }

ExitCode gate(const RawOptions& options) { return race_and_tell(options, read_gate(options)); }

}  // namespace mirador::cli
