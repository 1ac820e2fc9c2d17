#include "mirador/race/race.hpp"

#include <fmt/format.h>

#include <exception>
#include <functional>
#include <optional>

#include "arguments/options.hpp"
#include "live/options.hpp"
#include "live/workshop.hpp"
#include "mirador/core/error.hpp"
#include "race/commands.hpp"
#include "race/options.hpp"
#include "race/page.hpp"
#include "race/render.hpp"
#include "race/result.hpp"
#include "race/view.hpp"
#include "race/warnings.hpp"
#include "race/words.hpp"
#include "sim/render.hpp"
#include "terminal/interrupt.hpp"
#include "terminal/output.hpp"
#include "text/numbers.hpp"
#include "text/values.hpp"

namespace mirador::cli {
namespace {

/// What came out, and how it came about.
struct Outcome {
  RaceResult result;
  std::vector<Event> log;
};

/// Does one thing after the other, whatever fails, and throws at the end what failed first.
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

/// The files that are written at the end, opened at the start.
class Exports {
 public:
  explicit Exports(const ExportNames& names) {
    open("export-json", names.json, [](const Outcome& outcome) { return to_json(outcome.result); });
    open("export-csv", names.csv, [](const Outcome& outcome) { return to_csv(outcome.result); });
    open("export-markdown", names.markdown,
         [](const Outcome& outcome) { return to_markdown(outcome.result); });
    open("report", names.report, [](const Outcome& outcome) {
      const ExperimentSpec spec = experiment_of(outcome.result.report.spec);
      return race_page(outcome.result, history_of(spec, outcome.log));
    });
  }
  void write(const Outcome& outcome) {
    AllOfThem writes;
    for (auto& export_ : files_) {
      writes.attempt([&] { export_.first.write(export_.second(outcome)); });
    }
    writes.finish();
  }

 private:
  using Contents = std::function<std::string(const Outcome&)>;

  void open(std::string_view field, const std::string& path, Contents contents) {
    if (!path.empty()) files_.emplace_back(OutputFile(field, path), std::move(contents));
  }

  std::vector<std::pair<OutputFile, Contents>> files_;
};

std::string opening_line(const race::Race& race, const RaceRequest& request) {
  const std::string kind = request.max_slowdown
                               ? "gate"
                               : fmt::format("race of {} commands", request.spec.commands.size());
  const std::string what = kind + ": " + settings_text(request.spec, request.max_slowdown);
  return race.runs() == 0 ? what
                          : fmt::format("{}; resumed after {}", what, counted(race.runs(), "run"));
}

/// Runs until there is an end, and shows how it goes.
void drive(race::Race& race, const race::RaceSpec& spec, RaceView& view) {
  race.on_run = [&](std::size_t command, std::string_view what) {
    view.set_activity(fmt::format("{} {}", what, called(spec.commands[command].name)));
  };
  const auto report = [&] { return as_shown(race.report()); };
  const bool calibrates = !spec.shell.empty() && race::is_time(spec.metric);
  view.set_activity(calibrates ? "start-up time of the shell" : "");
  view.refresh(report);
  while (race.step() == race::End::none) view.refresh(report);
}

/// The same; a race that fails before it has measured anything leaves nothing behind.
void drive_or_vanish(race::Race& race, const race::RaceSpec& spec, RaceView& view) {
  try {
    drive(race, spec, view);
  } catch (...) {
    if (race.runs() == 0) race.discard();
    throw;
  }
}

/// Others may delete the experiment while it is measured.
template <class Work>
void expect_to_exist(const std::string& experiment, Work&& work) {
  try {
    work();
  } catch (const NotFound&) {
    throw RunError(
        fmt::format("race: its experiment {} was deleted while it ran, and what was measured with "
                    "it; race again",
                    in_quotes(experiment)));
  }
}

bool can_go_on(race::End end) {
  return end == race::End::max_runs || end == race::End::max_time || end == race::End::interrupted;
}

Outcome run_race(const RawOptions& options, const RaceRequest& request) {
  // Waiting for the disk between runs would cost more than many a command, and disturb the next.
  const std::unique_ptr<Store> store = request.resume
                                           ? open_existing_store(options, Durability::kill)
                                           : open_or_make_store(options, Durability::kill);
  RaceView view(request.spec.show_output);
  const std::unique_ptr<race::Executor> executor =
      race::make_process_executor(interrupt_door(), [&] { view.tick(); });
  race::Race race = request.resume ? race::Race::resume(*store, request.spec, *executor)
                                   : race::Race::begin(*store, request.spec, *executor);
  view.announce(opening_line(race, request));
  expect_to_exist(race.experiment(), [&] { drive_or_vanish(race, request.spec, view); });
  Outcome outcome{{.report = as_shown(race.report(true)),
                   .max_slowdown = request.max_slowdown,
                   .store = public_place(read_place(options))},
                  {}};
  if (can_go_on(race.end())) outcome.result.resume = resume_line(options);
  expect_to_exist(race.experiment(), [&] {
    store->read(race.experiment(), 0, [&](const Event& event) { outcome.log.push_back(event); });
  });
  return outcome;
}

/// Files go to others: a password in the place of the store stays here.
Outcome for_others(const RawOptions& options, Outcome outcome) {
  if (outcome.result.store != read_place(options)) outcome.result.resume.clear();
  return outcome;
}

ExitCode code_of(const RaceResult& result) {
  const std::string_view label = verdict_label(result);
  return label == "undecided" ? ExitCode::undecided
         : label == "equal"   ? ExitCode::equal
         : label == "slower"  ? ExitCode::slower
                              : ExitCode::done;
}

ExitCode race_and_tell(const RawOptions& options, const RaceRequest& request) {
  const Format format = read_format(options);
  if (request.spec.show_output && format != Format::text) {
    throw InputError("show-output: what commands print would stand in the " +
                     *options.get(Option::format) + "; leave it out, or use --export-" +
                     *options.get(Option::format));
  }
  Exports exports(request.exports);
  const Outcome outcome = run_race(options, request);
  const RaceResult& result = outcome.result;
  AllOfThem outputs;  // a full disk must not cost the verdict, nor a closed pipe the files
  outputs.attempt([&] { exports.write(for_others(options, outcome)); });
  outputs.attempt([&] { write_stdout(render(result, format)); });
  for (const RaceWarning& warning : warnings_of(result.report)) {
    write_message("warning: " + warning.text);
  }
  outputs.finish();
  return code_of(result);
}

}  // namespace

ExitCode race(const RawOptions& options) { return race_and_tell(options, read_race(options)); }

ExitCode gate(const RawOptions& options) { return race_and_tell(options, read_gate(options)); }

}  // namespace mirador::cli
