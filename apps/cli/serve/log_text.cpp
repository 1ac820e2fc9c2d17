#include "serve/log_text.hpp"

#include <algorithm>
#include <cstdint>

#include "mirador/live/json_text.hpp"
#include "text/json_parts.hpp"

namespace mirador::cli {
namespace {

/// The events after the first `after` as a list, at most `most`; are there more?
struct EventList {
  std::string text = "[";
  std::uint64_t events = 0;
  bool has_more = false;
};

void add(EventList& list, const Event& event, const ExperimentSpec& spec) {
  if (list.events++ > 0) list.text += ",\n";
  list.text += to_json(event, spec);
}

/// An answer ends soon after this many bytes, because notes may be long.
constexpr std::size_t enough_bytes = std::size_t{8} << 20;

EventList events_after(Store& store, const LiveExperiment& experiment, std::uint64_t after,
                       std::uint64_t most, std::size_t enough = enough_bytes) {
  if (after > experiment.position()) {
    throw NotFound("after: the experiment has only " + std::to_string(experiment.position()) +
                   " events");
  }
  EventList list;
  // Events that came since the experiment was read may be of arms that it does not know.
  const std::uint64_t known = experiment.position() - after;
  store.read(experiment.name(), after, [&](const Event& event) {
    if (list.events == known) return;
    if (list.events < most && list.text.size() < enough) {
      add(list, event, experiment.spec());
    } else {
      list.has_more = true;
    }
  });
  list.text += "]";
  return list;
}

std::string names_text(const std::vector<std::string>& names) { return Json(names).dump(); }

const char* word(bool flag) { return flag ? "true" : "false"; }

}  // namespace

std::string history_text(Store& store, const LiveExperiment& experiment, std::uint64_t after,
                         std::uint64_t most) {
  const EventList list =
      events_after(store, experiment, std::min(after, experiment.position()), most, SIZE_MAX);
  return "{\"name\":" + dumped(experiment.name()) + ",\"after\":" + std::to_string(after) +
         ",\"events\":" + list.text + "}\n";
}

std::string log_text(Store& store, const LiveExperiment& experiment, std::uint64_t after) {
  const EventList list = events_after(store, experiment, after, most_events);
  return "{\"identity\":" + std::to_string(experiment.identity()) +
         ",\"spec\":" + to_json(experiment.first_spec()) +
         ",\"arms\":" + names_text(experiment.spec().arms) + ",\"after\":" + std::to_string(after) +
         ",\"events\":" + list.text + ",\"more\":" + word(list.has_more) + "}\n";
}

std::string change_text(Store& store, const LiveExperiment& experiment, const Change& change,
                        std::uint64_t after) {
  EventList made;
  for (const Event& event : change.events) add(made, event, experiment.spec());
  // The change stands, so this is no error.
  after = std::min(after, experiment.position());
  const EventList list = events_after(store, experiment, after, most_events);
  return "{\"events\":" + made.text + "],\"made_before\":" + word(change.was_made_before) +
         ",\"arms\":" + names_text(experiment.spec().arms) + ",\"after\":" + std::to_string(after) +
         ",\"log\":" + list.text + ",\"more\":" + word(list.has_more) + "}\n";
}

std::vector<Event> first_events(const std::string& name, const ExperimentSpec& spec,
                                std::span<const std::string> tags,
                                std::span<const std::string> events) {
  validate_name(name);
  const auto session = make_session(spec);
  std::vector<Event> all = session->tag(tags);
  session->apply(all);
  for (std::size_t i = 0; i < events.size(); ++i) {
    try {
      all.push_back(event_from_json(events[i], session->spec()));
      std::visit(
          [](const auto& e) {
            if constexpr (requires { e.note; }) validate_note_text(e.note);
          },
          all.back());
      session->apply(all.back());
    } catch (const std::exception& error) {  // damaged logs are no InputError
      throw InputError("events: number " + std::to_string(i + 1) + ": " + error.what());
    }
  }
  if (!all.empty() && is_within_batch(all.back())) {
    throw InputError("events: the last batch of results is incomplete; send all of it");
  }
  return all;
}

}  // namespace mirador::cli
