#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <span>
#include <sstream>

#include "arguments/format.hpp"
#include "live/commands.hpp"
#include "live/listing.hpp"
#include "live/options.hpp"
#include "live/render.hpp"
#include "live/workshop.hpp"
#include "mirador/live/json_text.hpp"
#include "terminal/confirm.hpp"
#include "terminal/input.hpp"
#include "terminal/output.hpp"
#include "text/numbers.hpp"
#include "text/values.hpp"

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
  const std::unique_ptr<Store> store = open_existing_store(options);
  const ListReport report = listed(*store, read_tags(options), [&](const std::string& name) {
    return state_of(LiveExperiment(*store, name));
  });
  write_report(report, format);
  return ExitCode::done;
}

ExitCode verify(const RawOptions& options) {
  const Format format = read_format(options);
  require_own_store(options, "verify");
  const std::unique_ptr<Store> store = open_existing_store(options);
  VerifyReport report;
  const auto verify_one = [&](const std::string& name) {
    report.experiments.push_back({name, verify_experiment(*store, name)});
  };
  if (options.has(Option::name)) {
    on_experiment(*store, options, [&](const std::string& name) {
      store->identity(name);  // must exist
      verify_one(name);
      return ExitCode::done;
    });
  } else {
    for (const std::string& name : store->verify()) verify_one(name);
  }
  write_report(report, format);
  return report.is_intact() ? ExitCode::done : ExitCode::failed;
}

ExitCode salvage(const RawOptions& options) {
  const Format format = read_format(options);
  require_own_store(options, "salvage");
  const std::string file = read_output_file(options, "JSON lines");
  const std::unique_ptr<Store> store = open_existing_store(options);
  return on_experiment(*store, options, [&](const std::string& name) {
    std::ostringstream lines;
    const Intact intact = salvage_experiment(*store, name, lines);
    const std::string found = intact.damage.empty() ? "nothing is damaged" : intact.damage;
    if (file.empty()) {
      write_stdout(lines.view());
      write_message(counted(intact.events, "event") + " saved; " + found);
      return ExitCode::done;
    }
    OutputFile("output", file).write(lines.view());
    write_report(
        Deed{
            fmt::format("{}: {} saved to {}; {}", name, counted(intact.events, "event"), file,
                        found),
            {{"name", name}, {"events", intact.events}, {"damage", intact.damage}, {"file", file}}},
        format);
    return ExitCode::done;
  });
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
    write_report(
        Deed{fmt::format("{} written to {}", name, file), {{"name", name}, {"file", file}}},
        format);
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
  write_report(
      Deed{fmt::format("{}: {} events", name, events), {{"name", name}, {"events", events}}},
      format);
  return ExitCode::done;
}

ExitCode rename(const RawOptions& options) {
  const Format format = read_format(options);
  const std::string& fresh = *options.get(Option::new_name);
  validate_name(fresh);
  const std::unique_ptr<Store> store = open_existing_store(options);
  return on_experiment(*store, options, [&](const std::string& name) {
    rename_experiment(*store, name, fresh);
    write_report(Deed{fmt::format("{} is now {}", name, fresh), {{"name", fresh}, {"was", name}}},
                 format);
    return ExitCode::done;
  });
}

ExitCode remove(const RawOptions& options) {
  const Format format = read_format(options);
  const std::unique_ptr<Store> store = open_existing_store(options);
  return on_experiment(*store, options, [&](const std::string& name) {
    const std::uint64_t asked_about = store->identity(name);
    if (!options.has(Option::yes) &&
        !confirmed("yes", fmt::format("delete {} with all its measurements, for good?", name))) {
      write_message(in_quotes(name) + " is kept");
      return ExitCode::failed;
    }
    if (store->identity(name) != asked_about) {
      throw RunError("name: " + in_quotes(name) +
                     " is another experiment by now; nothing is deleted");
    }
    store->remove(name);
    write_report(Deed{fmt::format("{} deleted", name), {{"deleted", name}}}, format);
    return ExitCode::done;
  });
}

}  // namespace mirador::cli
