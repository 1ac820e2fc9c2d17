#include <fmt/format.h>

#include <sstream>

#include "commands/commands.hpp"
#include "input.hpp"
#include "live_options.hpp"
#include "mirador/live/json_text.hpp"
#include "options.hpp"
#include "output.hpp"
#include "render/live.hpp"
#include "render/render.hpp"
#include "values.hpp"
#include "workshop.hpp"

namespace mirador::cli {
namespace {

std::uint64_t events_of(Store& store, const std::string& name) {
  std::uint64_t events = 0;
  store.read(name, 0, [&](const Event&) { ++events; });
  return events;
}

}  // namespace

ExitCode list(const RawOptions& options) {
  const Format format = read_format(options);
  write_stdout(render(ListReport{open_existing_store(options)->list()}, format));
  return ExitCode::done;
}

ExitCode save(const RawOptions& options) {
  const Format format = read_format(options);
  const std::string file = read_output_file(options, "JSON lines");
  const std::unique_ptr<Store> store = open_existing_store(options);
  return on_experiment(*store, options, [&](const std::string& name) {
    std::ostringstream lines;
    export_experiment(*store, name, lines);
    if (file.empty()) {
      write_stdout(lines.view());
      return ExitCode::done;
    }
    OutputFile("output", file).write(lines.view());
    write_stdout(
        render(Deed{fmt::format("{} written to {}", name, file), {{"name", name}, {"file", file}}},
               format));
    return ExitCode::done;
  });
}

ExitCode load(const RawOptions& options) {
  const Format format = read_format(options);
  std::string name = options.has(Option::name) ? read_new_name(options) : std::string();
  std::istringstream lines(
      read_file_or_stdin("file", *options.get(Option::file),
                         {"a file that mirador export wrote", std::size_t{4} << 30}));
  const std::unique_ptr<Store> store = open_or_make_store(options);
  name = import_experiment(*store, lines, name);
  const std::uint64_t events = events_of(*store, name);
  write_stdout(
      render(Deed{fmt::format("{}: {} events", name, events), {{"name", name}, {"events", events}}},
             format));
  return ExitCode::done;
}

ExitCode remove(const RawOptions& options) {
  const Format format = read_format(options);
  const std::unique_ptr<Store> store = open_existing_store(options);
  return on_experiment(*store, options, [&](const std::string& name) {
    store->remove(name);
    write_stdout(render(Deed{fmt::format("{} deleted", name), {{"deleted", name}}}, format));
    return ExitCode::done;
  });
}

}  // namespace mirador::cli
