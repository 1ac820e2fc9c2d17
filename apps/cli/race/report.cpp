#include <fmt/format.h>

#include <optional>

#include "arguments/format.hpp"
#include "arguments/place.hpp"
#include "html/html.hpp"
#include "live/options.hpp"
#include "live/page.hpp"
#include "live/render.hpp"
#include "live/workshop.hpp"
#include "race/commands.hpp"
#include "race/page.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {

ExperimentContent experiment_content(Store& store, const std::string& name,
                                     const std::string& place) {
  const ExperimentSpec spec = stored_spec(store, name);
  std::vector<Event> log;
  store.read(name, 0, [&](const Event& event) { log.push_back(event); });
  const History history = history_of(spec, log);
  const std::optional<race::RaceSpec> race = race::stored_race(spec);
  if (!race) return {live_content(name, history), history.spec, std::move(log), false};
  race::RaceReport report = race::Race::recorded(store, name, *race);
  report.store = place;
  return {race_content(report, history), history.spec, std::move(log), true};
}

std::string experiment_page(Store& store, const std::string& name, const std::string& place) {
  return page::document(experiment_content(store, name, place).content);
}

ExitCode report(const RawOptions& options) {
  const Format format = read_format(options);
  const std::string file = read_output_file(options, "a page of HTML");
  const std::unique_ptr<Store> store = open_existing_store(options);
  return on_experiment(*store, options, [&](const std::string& name) {
    const std::string page = experiment_page(*store, name, public_place(read_place(options)));
    if (file.empty()) {
      write_stdout(page);
      return ExitCode::done;
    }
    OutputFile("output", file).write(page);
    write_report(Deed{fmt::format("open {} in a browser", file), {{"name", name}, {"file", file}}},
                 format);
    return ExitCode::done;
  });
}

}  // namespace mirador::cli
