#include "serve/calls.hpp"

#include <limits>
#include <sstream>
#include <utility>

#include "live/deeds.hpp"
#include "live/listing.hpp"
#include "live/render.hpp"
#include "mirador/live/json_text.hpp"
#include "race/commands.hpp"
#include "serve/log_text.hpp"
#include "serve/pages.hpp"
#include "serve/target.hpp"

namespace mirador::cli {
namespace {

http::Response in_json(std::string text, unsigned status = 200) {
  return {status, "application/json", std::move(text)};
}

std::uint64_t number_in(const Call& call, const char* name, std::uint64_t usual) {
  const auto found = call.query.find(name);
  return found == call.query.end() ? usual : std::stoull(found->second);
}

// From a body to the action of a change.

std::optional<double> reissue_time(const Json& body) {
  if (!body.contains("reissue_after")) return std::nullopt;
  return body["reissue_after"].get<double>();
}

Action ask_in(const Json& body) {
  if (!body.value("round", false)) {
    return AskTickets{body.value("count", std::uint64_t{1}), reissue_time(body)};
  }
  if (body.contains("count")) {
    throw InputError("count: round gives all tickets of a round; leave one of them out");
  }
  return AskRound{reissue_time(body)};
}

Reading reading_in(const Json& body) {
  return {body["ticket"].get<Ticket>(), body["value"].get<double>(),
          body.value("note", std::string())};
}

Action results_in(const Json& body) {
  if (!body.contains("results")) return TellResults{{reading_in(body)}};
  TellResults given;
  for (const Json& one : body["results"]) given.readings.push_back(reading_in(one));
  return given;
}

Action rows_in(const Json& rows) {
  ObserveRounds given;
  for (const Json& row : rows) {
    auto& values = given.rows.emplace_back();
    for (const Json& value : row) {
      values.push_back(value.is_null() ? std::numeric_limits<double>::quiet_NaN()
                                       : value.get<double>());
    }
  }
  return given;
}

ObserveValue value_in(const Json& body) {
  return {body["arm"].get<std::string>(), body["value"].get<double>(),
          body.value("note", std::string())};
}

Action values_in(const Json& body) {
  if (body.contains("rows")) return rows_in(body["rows"]);
  if (!body.contains("values")) return value_in(body);
  ObserveValues given;
  for (const Json& one : body["values"]) given.values.push_back(value_in(one));
  return given;
}

std::vector<Ticket> tickets_in(const Json& body) {
  if (!body.contains("tickets")) return {body["ticket"].get<Ticket>()};
  return body["tickets"].get<std::vector<Ticket>>();
}

Action settings_in(const Json& body) {
  NewSettings wanted;
  if (body.contains("max_samples")) wanted.max_samples = body["max_samples"].get<std::uint64_t>();
  if (body.contains("delta")) wanted.delta = body["delta"].get<double>();
  if (body.contains("margin")) wanted.margin = body["margin"].get<double>();
  return ChangeSettings{wanted};
}

std::vector<std::string> texts_in(const Json& body, const char* field) {
  return body[field].get<std::vector<std::string>>();
}

Action action_in(OperationKind kind, const Json& body) {
  switch (kind) {
    case OperationKind::ask:
      return ask_in(body);
    case OperationKind::tell:
      return results_in(body);
    case OperationKind::observe:
      return values_in(body);
    case OperationKind::abandon:
      return AbandonTickets{tickets_in(body)};
    case OperationKind::note:
      return AddNote{body["note"].get<std::string>()};
    case OperationKind::change:
      return settings_in(body);
    case OperationKind::add_arms:
      return AddArms{texts_in(body, "arms")};
    case OperationKind::retire_arms:
      return RetireArms{texts_in(body, "arms")};
    case OperationKind::tag:
      return AddTags{texts_in(body, "tags")};
    default:
      return RemoveTags{texts_in(body, "tags")};
  }
}

// The answers to changes.

http::Response tickets(const LiveExperiment& experiment, const Change& done) {
  const std::vector<HandedOut> handed_out = experiment.handed_out(done.events);
  const Phase phase = experiment.session().phase();
  const bool is_waiting = handed_out.empty() && phase == Phase::running;
  return in_json(to_json(
      TicketReport{experiment.spec(), handed_out, is_waiting ? "waiting" : to_string(phase)}));
}

http::Response made(const LiveExperiment& experiment, const Change& done) {
  const bool is_asked = std::holds_alternative<AskTickets>(done.action) ||
                        std::holds_alternative<AskRound>(done.action);
  return is_asked ? tickets(experiment, done)
                  : in_json(to_json(deed_of(done, experiment.session())));
}

/// A client that knows the experiment says which one it means.
void check_identity(const Call& call, std::uint64_t identity) {
  if (!call.query.contains("identity") || number_in(call, "identity", 0) == identity) return;
  throw NotFound("experiment: \"" + call.name +
                 "\" was deleted, and there is another one under its name; open that");
}

Job changing(const Call& given) {
  Job::Changing work;
  work.name = given.name;
  work.change.action = action_in(given.operation->kind, given.body);
  work.change.request = given.key;
  // Without the body: it is large, and many changes may wait.
  const Call call{given.operation, given.name, given.query, {}};
  const bool keeps_log = call.query.contains("after");
  work.check = [call, keeps_log](const LiveExperiment& experiment) {
    check_identity(call, experiment.identity());
    // A race is measured by the command race, which keeps a log of its own.
    if (!keeps_log) refuse_race(call.name, experiment.first_spec());
  };
  work.answer = [call, keeps_log](OpenExperiments& experiments, LiveExperiment& experiment,
                                  const Change& done) {
    if (!keeps_log) return made(experiment, done);
    return in_json(change_text(experiments.store(), experiment, done, number_in(call, "after", 0)));
  };
  return {std::move(work), nullptr};
}

// Experiments as a whole.

struct NewExperiment {
  std::string name;
  ExperimentSpec spec;
  std::vector<std::string> tags;
  std::vector<std::string> events;  ///< of an import, as text
};

/// A spec in which what the body leaves out is as for `mirador new`.
Json completed(const Json& body) {
  ExperimentSpec usual;
  usual.arms = texts_in(body, "arms");
  Json spec = Json::parse(to_json(usual));
  if (body.contains("rounds")) {
    for (const char* field : {"family", "rule", "stopping"}) spec.erase(field);
  }
  spec.update(body);
  return spec;
}

NewExperiment new_experiment_in(Json body) {
  NewExperiment wanted;
  wanted.name = body["name"].get<std::string>();
  if (body.contains("tags")) wanted.tags = texts_in(body, "tags");
  if (body.contains("events")) {
    for (const Json& event : body["events"]) wanted.events.push_back(event.dump());
  }
  for (const char* field : {"name", "tags", "events"}) body.erase(field);
  wanted.spec = spec_from_json(completed(body).dump());
  return wanted;
}

http::Response begin(OpenExperiments& experiments, const NewExperiment& wanted) {
  experiments.store().create(wanted.name, to_json(wanted.spec),
                             first_events(wanted.name, wanted.spec, wanted.tags, wanted.events));
  experiments.forget(wanted.name);
  const LiveExperiment& begun = experiments.current(wanted.name);
  http::Response response =
      in_json(to_json(begun_deed(wanted.name, wanted.spec, begun.session().progress())), 201);
  response.headers.push_back({"location", "/v1/experiments/" + encoded(wanted.name)});
  return response;
}

http::Response removed(OpenExperiments& experiments, const Call& call) {
  if (call.query.contains("after")) {
    LiveExperiment& experiment = experiments.current(call.name);
    check_identity(call, experiment.identity());
    if (experiment.position() != number_in(call, "after", 0) ||
        !experiment.remove_unless_changed()) {
      throw Conflict("after: the experiment has other events by now; read them first");
    }
  } else {
    check_identity(call, experiments.store().identity(call.name));
    experiments.store().remove(call.name);
  }
  experiments.forget(call.name);
  return in_json(to_json(Deed{{}, {{"deleted", call.name}}}));
}

http::Response renamed(OpenExperiments& experiments, const Call& call) {
  const auto fresh = call.body["name"].get<std::string>();
  rename_experiment(experiments.store(), call.name, fresh);
  experiments.forget(call.name);
  return in_json(to_json(Deed{{}, {{"name", fresh}, {"before", call.name}}}));
}

// Answers that change nothing.

http::Response status_of(OpenExperiments& experiments, const Call& call) {
  LiveExperiment& experiment = experiments.current(call.name);
  const StatusReport report{experiment.name(), experiment.spec(), experiment.session().status()};
  const auto format = call.query.find("format");
  if (format == call.query.end() || format->second != "csv") return in_json(to_json(report));
  return {200, "text/csv; charset=utf-8", to_csv(report)};
}

http::Response list_of(OpenExperiments& experiments, const Call& call) {
  std::vector<std::string> tags;
  if (const auto tag = call.query.find("tag"); tag != call.query.end()) tags = {tag->second};
  return in_json(to_json(listed(experiments, tags)));
}

http::Response saved(Store& store, const std::string& name) {
  std::ostringstream lines;
  export_experiment(store, name, lines);
  return {200, "application/x-ndjson", std::move(lines).str()};
}

}  // namespace

Job change_of(const Call& call) {
  switch (call.operation->kind) {
    case OperationKind::create:
      return {[wanted = new_experiment_in(call.body)](OpenExperiments& all) {
                return begin(all, wanted);
              },
              nullptr};
    case OperationKind::remove:
      return {[call](OpenExperiments& all) { return removed(all, call); }, nullptr};
    case OperationKind::rename:
      return {[call](OpenExperiments& all) { return renamed(all, call); }, nullptr};
    default:
      return changing(call);
  }
}

Job::Answer answer_of(const Call& call, const std::string& place) {
  const std::string name = call.name;
  const Access access = call.access;
  switch (call.operation->kind) {
    case OperationKind::health:
      return [](OpenExperiments& all) {
        all.store().version();
        return in_json("{\"status\":\"ok\"}\n");
      };
    case OperationKind::list:
      return [call](OpenExperiments& all) { return list_of(all, call); };
    case OperationKind::page:
      return [access](OpenExperiments& all) { return list_page(all, access); };
    case OperationKind::experiment_page:
      return [name, place, access](OpenExperiments& all) {
        return experiment_page(all, name, place, access);
      };
    case OperationKind::status:
      return [call](OpenExperiments& all) { return status_of(all, call); };
    case OperationKind::history:
      return [call](OpenExperiments& all) {
        return in_json(history_text(all.store(), all.current(call.name),
                                    number_in(call, "after", 0), number_in(call, "most", 1000)));
      };
    case OperationKind::log:
      return [call](OpenExperiments& all) {
        return in_json(log_text(all.store(), all.current(call.name), number_in(call, "after", 0)));
      };
    case OperationKind::save:
      return [name](OpenExperiments& all) { return saved(all.store(), name); };
    default:  // report
      return [name, place](OpenExperiments& all) { return report_page(all, name, place); };
  }
}

}  // namespace mirador::cli
