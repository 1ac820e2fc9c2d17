#include <fmt/format.h>

#include <optional>

#include "arguments/format.hpp"
#include "live/commands.hpp"
#include "live/options.hpp"
#include "live/page.hpp"
#include "live/render.hpp"
#include "live/workshop.hpp"
#include "mirador/live/json_text.hpp"
#include "terminal/output.hpp"

namespace mirador::cli {

ExitCode report(const RawOptions& options) {
  const Format format = read_format(options);
  const std::string file = read_output_file(options, "a page of HTML");
  const std::unique_ptr<Store> store = open_existing_store(options);
  return on_experiment(*store, options, [&](const std::string& name) {
    const ExperimentSpec spec = spec_from_json(store->spec(name));
    std::vector<Event> log;
    store->read(name, 0, [&](const Event& event) { log.push_back(event); });
    const std::string page = live_page(name, history_of(spec, log));
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
