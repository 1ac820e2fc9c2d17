#include "serve/clerk.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "live/deeds.hpp"
#include "live/render.hpp"
#include "mirador/live/json_text.hpp"
#include "race/commands.hpp"
#include "serve/pages.hpp"
#include "serve/target.hpp"

namespace mirador::cli {
namespace {

http::Response in_json(std::string text, unsigned status = 200) {
  return {status, "application/json", std::move(text)};
}

StatusReport status_report(LiveExperiment& experiment) {
  ExperimentStatus status = experiment.status();  // before the spec: it reads the changes of others
  return {experiment.name(), experiment.spec(), std::move(status)};
}

http::Response tickets(LiveExperiment& experiment, const Errand& errand) {
  const std::vector<HandedOut> handed_out = experiment.tickets_of(errand);
  const Phase phase = experiment.session().phase();
  const bool is_waiting = handed_out.empty() && phase == Phase::running;
  return in_json(to_json(
      TicketReport{experiment.spec(), handed_out, is_waiting ? "waiting" : to_string(phase)}));
}

/// A task that changes the experiment, and an answer about what was done.
template <class Report>
Task change_task(const Order& order, Errand errand, Report&& report) {
  errand.request = order.key;
  // Races are measured by the command race; its state must not change under it.
  errand.decide = [decide = std::move(errand.decide), name = order.name](const Session& session,
                                                                         Transaction& transaction) {
    refuse_race(name, session.spec());
    return decide(session, transaction);
  };
  return {std::move(errand), [name = order.name, report](Books& books, Errand* done) {
            LiveExperiment& experiment = books.experiment(name);
            return report(experiment, *done);
          }};
}

Task ask_task(const Order& order) {
  const Json& body = order.body;
  const bool round = body.value("round", false);
  if (round && body.contains("count")) {
    throw InputError("count: round gives all tickets of a round; leave one of them out");
  }
  std::optional<double> after;
  if (body.contains("reissue_after")) after = body["reissue_after"].get<double>();
  const auto count = body.value("count", std::uint64_t{1});
  return change_task(
      order, round ? asking_round(after) : asking(count, after),
      [](LiveExperiment& experiment, const Errand& done) { return tickets(experiment, done); });
}

Reading reading_in(const Json& result) {
  return {result["ticket"].get<Ticket>(), result["value"].get<double>(),
          result.value("note", std::string())};
}

Task tell_task(const Order& order) {
  std::vector<Reading> readings;
  if (order.body.contains("results")) {
    for (const Json& result : order.body["results"]) readings.push_back(reading_in(result));
  } else {
    readings.push_back(reading_in(order.body));
  }
  const std::size_t told = readings.size();
  std::set<Ticket> tickets;
  for (const Reading& reading : readings) tickets.insert(reading.ticket);
  return change_task(
      order, telling(std::move(readings)),
      [told, tickets = std::vector(tickets.begin(), tickets.end())](LiveExperiment& experiment,
                                                                    const Errand& done) {
        return in_json(to_json(told_deed(told, done.events.size(), experiment.session(), tickets)));
      });
}

Task observe_one_task(const Order& order) {
  const auto arm = order.body["arm"].get<std::string>();
  return change_task(
      order,
      observing(arm, order.body["value"].get<double>(), order.body.value("note", std::string())),
      [arm](LiveExperiment& experiment, const Errand& done) {
        return in_json(
            to_json(observed_deed(ticket_of(done.events.front()), arm, experiment.session())));
      });
}

/// The arms are found when the spec is known.
Task observe_task(const Order& order) {
  if (!order.body.contains("values")) return observe_one_task(order);
  struct Given {
    std::string arm;
    double value;
    std::string note;
  };
  const auto given = std::make_shared<std::vector<Given>>();
  for (const Json& one : order.body["values"]) {
    given->push_back({one["arm"].get<std::string>(), one["value"].get<double>(),
                      one.value("note", std::string())});
  }
  const auto observations = [given](const ExperimentSpec& spec) {
    std::vector<Observation> all;
    for (const Given& one : *given) all.push_back({arm_named(spec, one.arm), one.value});
    return all;
  };
  Errand errand;
  errand.decide = [given, observations](const Session& session, Transaction&) {
    std::vector<Event> events = session.observe(observations(session.spec()));
    for (std::size_t i = 0; i < events.size(); ++i) {
      std::get<Observed>(events[i]).note = (*given)[i].note;
    }
    return events;
  };
  errand.fits = [observations](const Session& session, const std::vector<Event>& events) {
    return observing(observations(session.spec())).fits(session, events);
  };
  return change_task(order, std::move(errand), [](LiveExperiment& experiment, const Errand& done) {
    return in_json(to_json(observed_deed(std::uint64_t{done.events.size()}, experiment.session())));
  });
}

Task abandon_task(const Order& order) {
  std::vector<Ticket> tickets;
  if (order.body.contains("tickets")) {
    tickets = order.body["tickets"].get<std::vector<Ticket>>();
  } else {
    tickets.push_back(order.body["ticket"].get<Ticket>());
  }
  return change_task(
      order, abandoning(tickets), [tickets](LiveExperiment& experiment, const Errand& done) {
        return in_json(to_json(abandoned_deed(tickets, done.events.size(), experiment.session())));
      });
}

Task create_task(const Order& order) {
  Json spec = order.body;
  const auto name = spec["name"].get<std::string>();
  spec.erase("name");
  const ExperimentSpec wanted = spec_from_json(spec.dump());
  return {std::nullopt, [name, wanted](Books& books, Errand*) {
            LiveExperiment made = LiveExperiment::create(books.store(), name, wanted);
            books.forget(name);
            const Progress progress = made.progress();
            const Deed deed{{},
                            {{"name", name},
                             {"arms", std::uint64_t{wanted.arms.size()}},
                             {"delta", wanted.delta},
                             {"status", std::string(to_string(progress.guarantee))}}};
            http::Response response = in_json(to_json(deed), 201);
            response.headers.push_back({"location", "/v1/experiments/" + encoded(name)});
            return response;
          }};
}

http::Response status_of(Books& books, const Order& order) {
  const StatusReport report = status_report(books.experiment(order.name));
  const auto format = order.query.find("format");
  if (format == order.query.end() || format->second != "csv") return in_json(to_json(report));
  return {200, "text/csv; charset=utf-8", to_csv(report)};
}

http::Response history_of(Books& books, const Order& order) {
  const auto number = [&](const char* name, std::uint64_t usual) {
    const auto found = order.query.find(name);
    return found == order.query.end() ? usual : std::stoull(found->second);
  };
  const std::uint64_t after = number("after", 0), most = number("most", 1000);
  LiveExperiment& experiment = books.experiment(order.name);
  experiment.refresh();
  Json events = Json::array();
  std::uint64_t left_out = 0;
  books.store().read(order.name, 0, [&](const Event& event) {
    if (left_out < after) {
      ++left_out;
    } else if (events.size() < most) {
      events.push_back(Json::parse(to_json(event, experiment.spec())));
    }
  });
  Json document = Json::object();
  document["name"] = order.name;
  document["after"] = after;
  document["events"] = std::move(events);
  return in_json(lines_of(document));
}

http::Response saved(Books& books, const std::string& name) {
  std::ostringstream lines;
  export_experiment(books.store(), name, lines);
  return {200, "application/x-ndjson", std::move(lines).str()};
}

Desk::Reply reply_of(const Order& order, const std::string& place) {
  const std::string name = order.name;
  const Access access = order.access;
  switch (order.operation->action) {
    case Action::list:
      return [](Books& books, Errand*) { return in_json(to_json(listed(books))); };
    case Action::health:
      return [](Books& books, Errand*) {
        books.store().version();
        return in_json("{\"status\":\"ok\"}\n");
      };
    case Action::page:
      return [access](Books& books, Errand*) { return list_page(books, access); };
    case Action::experiment_page:
      return [name, place, access](Books& books, Errand*) {
        return experiment_page(books, name, place, access);
      };
    case Action::status:
      return [order](Books& books, Errand*) { return status_of(books, order); };
    case Action::remove:
      return [name](Books& books, Errand*) {
        books.forget(name);
        books.store().remove(name);
        return in_json(to_json(Deed{{}, {{"deleted", name}}}));
      };
    case Action::history:
      return [order](Books& books, Errand*) { return history_of(books, order); };
    case Action::save:
      return [name](Books& books, Errand*) { return saved(books, name); };
    default:  // report
      return [name, place](Books& books, Errand*) { return report_page(books, name, place); };
  }
}

}  // namespace

Task task_of(const Order& order, const std::string& place) {
  switch (order.operation->action) {
    case Action::ask:
      return ask_task(order);
    case Action::tell:
      return tell_task(order);
    case Action::observe:
      return observe_task(order);
    case Action::abandon:
      return abandon_task(order);
    case Action::create:
      return create_task(order);
    default:
      return {std::nullopt, reply_of(order, place)};
  }
}

std::string status_event(LiveExperiment& experiment) {
  const std::string text = to_json(status_report(experiment));
  std::string event = "event: status\n";
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    event += "data: " + text.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return event + "\n";
}

}  // namespace mirador::cli
