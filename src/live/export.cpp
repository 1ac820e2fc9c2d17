#include <algorithm>
#include <istream>
#include <new>
#include <nlohmann/json.hpp>
#include <ostream>

#include "json_nesting.hpp"
#include "line_seal.hpp"
#include "mirador/core/printable.hpp"
#include "mirador/live/json_text.hpp"
#include "mirador/live/live_experiment.hpp"

namespace mirador {
namespace {

using nlohmann::ordered_json;

/// Since version 2 every line is sealed.
constexpr int version = 2;

std::string end_line(std::uint64_t events) { return ordered_json{{"events", events}}.dump(); }

struct Heading {
  int version;
  std::string name;
  ExperimentSpec spec;
};

Heading read_heading(const std::string& line) {
  if (nested_too_deeply(line)) {
    throw InputError("the JSON is nested too deeply; give a file that mirador export wrote");
  }
  ordered_json json;
  try {
    json = ordered_json::parse(line);
  } catch (const ordered_json::exception&) {
    throw InputError("the text is not JSON; give a file that mirador export wrote");
  }
  if (!json.is_object() || !json.contains("mirador_export") || !json.contains("spec") ||
      !json.contains("name") || !json["name"].is_string()) {
    throw InputError(
        "this is not an export of an experiment; give a file that mirador export wrote");
  }
  const int made_by = json["mirador_export"].is_number_unsigned()
                          ? static_cast<int>(std::min(json["mirador_export"].get<std::uint64_t>(),
                                                      std::uint64_t{version} + 1))
                          : 0;
  if (made_by < 1 || made_by > version) {
    throw InputError("an export of version " + json["mirador_export"].dump() +
                     "; this mirador reads up to " + std::to_string(version) + ", use a newer one");
  }
  return {made_by, json["name"].get<std::string>(), spec_from_json(json["spec"].dump())};
}

/// False at the end. A read error, for example for lack of memory, is not the end.
bool next_line(std::istream& in, std::string& line) {
  const bool is_read = static_cast<bool>(std::getline(in, line));
  if (in.bad()) throw RunError("import: the file cannot be read to its end; try again");
  return is_read;
}

/// Runs the action and adds the line number to its errors.
template <class Action>
auto in_line(std::size_t number, Action&& action) {
  try {
    return action();
  } catch (const std::runtime_error& error) {
    throw InputError("import: line " + std::to_string(number) + ": " + error.what());
  } catch (const InputError& error) {
    throw InputError("import: line " + std::to_string(number) + ": " + error.what());
  }
}

/// Writes the lines of an export, the events as `read` gives them to a sink.
template <class Read>
void write_export(const std::string& name, ExperimentSpec spec, std::ostream& out, Read&& read) {
  const ordered_json heading{
      {"mirador_export", version}, {"name", name}, {"spec", ordered_json::parse(to_json(spec))}};
  LineSeals seals;
  out << seals.sealed(heading.dump(-1, ' ', !is_printable(name))) << '\n';
  std::uint64_t events = 0;
  read([&](const Event& event) {
    out << seals.sealed(to_json(event, spec)) << '\n';
    if (const auto* added = std::get_if<ArmAdded>(&event)) spec.arms.push_back(added->name);
    ++events;
  });
  out << seals.sealed(end_line(events)) << '\n' << std::flush;
  if (!out) throw RunError("export: the output cannot be written; is the disk full?");
}

/// The consistent events of a log, up to the first damage.
Intact read_intact(Store& store, const std::string& name, const ExperimentSpec& spec,
                   const EventSink& sink) {
  Intact intact;
  const auto session = make_session(without_own_parts(spec));
  try {
    store.read(name, 0, [&](const Event& event) {
      session->apply(event);
      sink(event);
      ++intact.events;
    });
  } catch (const ConnectionLost&) {
    throw;
  } catch (const std::bad_alloc&) {  // not a damage of the store
    throw;
  } catch (const std::exception& error) {
    intact.damage = error.what();
  }
  return intact;
}

}  // namespace

void export_experiment(Store& store, const std::string& name, std::ostream& out) {
  write_export(name, spec_from_json(store.spec(name)), out,
               [&](const EventSink& sink) { store.read(name, 0, sink); });
}

Intact salvage_experiment(Store& store, const std::string& name, std::ostream& out) {
  const ExperimentSpec spec = spec_from_json(store.spec(name));
  std::vector<Event> events;
  Intact intact =
      read_intact(store, name, spec, [&](const Event& event) { events.push_back(event); });
  while (!events.empty() && is_within_batch(events.back())) events.pop_back();
  intact.events = events.size();
  write_export(name, spec, out, [&](const EventSink& sink) {
    for (const Event& event : events) sink(event);
  });
  return intact;
}

Intact verify_experiment(Store& store, const std::string& name) {
  try {
    return read_intact(store, name, spec_from_json(store.spec(name)), [](const Event&) {});
  } catch (const ConnectionLost&) {
    throw;
  } catch (const RunError& error) {
    return {0, error.what()};
  } catch (const InputError& error) {
    return {0, error.what()};
  }
}

std::string import_experiment(Store& store, std::istream& in, std::string_view name) {
  std::string line;
  next_line(in, line);
  const Heading heading = in_line(1, [&] { return read_heading(line); });
  LineSeals seals;
  const auto open = [&](std::size_t number) {
    if (heading.version < 2) return;
    std::optional<std::string> object = seals.opened(line);
    if (!object) {
      throw InputError("import: line " + std::to_string(number) +
                       ": it was changed after the export; export it again");
    }
    line = std::move(*object);
  };
  open(1);
  const auto session = in_line(1, [&] { return make_session(without_own_parts(heading.spec)); });
  std::vector<Event> events;
  bool complete = false;
  for (std::size_t number = 2; next_line(in, line); ++number) {
    open(number);
    complete = line == end_line(events.size());
    if (complete) break;
    in_line(number, [&] {
      events.push_back(event_from_json(line, session->spec()));
      session->apply(events.back());
    });
  }
  if (complete && next_line(in, line)) {
    throw InputError("import: text follows the end of the export, after " +
                     std::to_string(events.size()) + " events; give a single export");
  }
  if (!complete) {
    throw InputError("import: the file ends after " + std::to_string(events.size()) +
                     " events and was cut short; export it again");
  }
  if (!events.empty() && is_within_batch(events.back())) {
    throw InputError("import: the last batch of results is incomplete; export it again");
  }
  const std::string chosen(name.empty() ? std::string_view(heading.name) : name);
  validate_name(chosen);
  store.create(chosen, to_json(heading.spec), events);
  return chosen;
}

}  // namespace mirador
