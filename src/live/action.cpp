#include "mirador/live/action.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "mirador/core/overloaded.hpp"

namespace mirador {
namespace {

using Events = std::vector<Event>;

/// The open tickets that were last handed out that long ago; by default the time of the spec.
std::vector<Ticket> overdue(const Session& session, Transaction& transaction,
                            std::optional<double> reissue_after) {
  if (reissue_after) validate_reissue_time(*reissue_after);
  const std::optional<double> age = reissue_after ? reissue_after : session.spec().reissue_after;
  if (!age || session.open_tickets().empty()) return {};
  const std::chrono::duration<double> seconds(*age);
  return transaction.handed_out_before(std::chrono::ceil<std::chrono::milliseconds>(seconds));
}

Events round_asked(const AskRound& ask, const Session& session, Transaction& transaction) {
  if (!session.spec().rounds) {
    throw InputError("round: the experiment has no rounds; leave --round out, or give a count");
  }
  const std::vector<Ticket> again = overdue(session, transaction, ask.reissue_after);
  const auto open = session.open_tickets();
  const auto lost = std::ranges::count_if(open, [&](const OpenTicket& one) {
    return std::ranges::find(again, one.ticket) != again.end();
  });
  const std::uint64_t size =
      lost > 0 ? static_cast<std::uint64_t>(lost) : session.next_round_size();
  return size == 0 ? Events{} : session.ask(size, again);
}

/// The store would refuse the note, and with it the changes of others in the same commit.
template <class Given>
void check_notes(const Given& given) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    try {
      validate_note_text(given[i].note);
    } catch (const InputError& error) {
      if (given.size() == 1) throw;
      throw ReadingError(i, error.what());
    }
  }
}

Events told(const TellResults& given, const Session& session) {
  check_notes(given.readings);
  return session.tell(given.readings);
}

Events observed(std::span<const ObserveValue> given, const Session& session) {
  check_notes(given);
  std::vector<Observation> observations;
  observations.reserve(given.size());
  for (const ObserveValue& one : given) {
    observations.push_back({arm_named(session.spec(), one.arm), one.value});
  }
  Events events = session.observe(observations);
  for (std::size_t i = 0; i < events.size(); ++i) {
    std::get<Observed>(events[i]).note = given[i].note;
  }
  return events;
}

Events rounds_observed(const ObserveRounds& given, const Session& session) {
  if (session.spec().rounds && session.spec().rounds->items) {
    throw InputError(
        "batch: an experiment with items chooses their order itself; ask for tickets and tell "
        "their results, or use mirador compare --items on the table");
  }
  return session.observe_rounds(given.rows).events;
}

/// Is it the event of this arm, name or tag?
bool is_about(const ExperimentSpec& spec, const Event& event, const std::string& name) {
  return std::visit(
      [&](const auto& e) {
        if constexpr (requires { e.name; }) return e.name == name;
        if constexpr (requires { e.tag; }) return e.tag == name;
        if constexpr (requires { e.arm; })
          return e.arm < spec.arms.size() && spec.arms[e.arm] == name;
        return false;
      },
      event);
}

template <class... Kinds>
bool is_one_of(const Event& event) {
  return (std::holds_alternative<Kinds>(event) || ...);
}

bool is_ticket(const Event& event) { return is_one_of<Asked, Reissued>(event); }

/// The events of this kind, one for each name, in order.
template <class Kind>
bool are_of(const std::vector<std::string>& names, const Session& session, const Events& events) {
  return std::ranges::equal(events, names, [&](const Event& event, const std::string& name) {
    return std::holds_alternative<Kind>(event) && is_about(session.spec(), event, name);
  });
}

/// Tags that are not among the events were there before, or were given twice.
template <class Kind>
bool are_some_of(const std::vector<std::string>& names, const Session& session,
                 const Events& events) {
  return std::ranges::all_of(events, [&](const Event& event) {
    return std::holds_alternative<Kind>(event) && std::ranges::any_of(names, [&](const auto& name) {
             return is_about(session.spec(), event, name);
           });
  });
}

/// The readings that are not among the events were told before.
bool are_told(const TellResults& given, const Session& session, const Events& events) {
  std::multimap<Ticket, double> values;
  for (const Reading& one : given.readings) values.emplace(one.ticket, one.value);
  const auto is_given = [&](const Event& event) {
    const auto* told = std::get_if<Told>(&event);
    if (told == nullptr) return false;
    const auto [first, last] = values.equal_range(told->ticket);
    return std::any_of(first, last, [&](const auto& one) { return one.second == told->value; });
  };
  return std::ranges::all_of(events, is_given) && session.tell(given.readings).empty();
}

bool are_observed(std::span<const ObserveValue> given, const Session& session,
                  const Events& events) {
  return std::ranges::equal(events, given, [&](const Event& event, const auto& one) {
    const auto* seen = std::get_if<Observed>(&event);
    return seen != nullptr && seen->value == one.value && is_about(session.spec(), event, one.arm);
  });
}

/// Are they what rows become: observed values, and tickets that were abandoned at once?
bool are_of_rows(const Events& events) {
  bool was_asked = false;
  for (const Event& event : events) {
    if (std::holds_alternative<Abandoned>(event) != was_asked) return false;
    if (!was_asked && !is_one_of<Asked, Observed>(event)) return false;
    was_asked = std::holds_alternative<Asked>(event);
  }
  return !was_asked;
}

bool are_rows(const ObserveRounds& given, const Session& session, const Events& events) {
  if (!session.spec().rounds || !are_of_rows(events)) return false;
  const auto round_of = [&](const Event& event) {
    return session.place_of(ticket_of(event))->round;
  };
  const std::uint64_t first = round_of(events.front());
  const std::uint64_t rounds = round_of(events.back()) - first + 1;
  return rounds <= given.rows.size() && std::ranges::all_of(events, [&](const Event& event) {
           const std::vector<double>& row = given.rows[round_of(event) - first];
           const auto has = [&](Arm arm, auto&& is_it) {
             return arm < row.size() && is_it(row[arm]);
           };
           if (const auto* one = std::get_if<Observed>(&event)) {
             return has(one->arm, [&](double value) { return value == one->value; });
           }
           const auto* none = std::get_if<Asked>(&event);
           return none == nullptr || has(none->arm, [](double value) { return std::isnan(value); });
         });
}

bool are_abandoned(const AbandonTickets& given, const Events& events) {
  return std::ranges::all_of(events, [&](const Event& event) {
    return std::holds_alternative<Abandoned>(event) &&
           std::ranges::find(given.tickets, ticket_of(event)) != given.tickets.end();
  });
}

bool are_settings(const ChangeSettings& given, const Session& session, const Events& events) {
  const auto is_wanted = [&](const Event& event) {
    const auto* changed = std::get_if<Changed>(&event);
    return changed != nullptr && given.wanted.value_of(changed->setting) == changed->value;
  };
  if (!std::ranges::all_of(events, is_wanted)) return false;
  // Settings that are not among the events had the wanted values before.
  NewSettings others = given.wanted;
  for (const Event& event : events) others.reset(std::get<Changed>(event).setting);
  return session.change(others).empty();
}

}  // namespace

std::vector<Event> events_for(const Action& action, const Session& session,
                              Transaction& transaction) {
  return std::visit(
      overloaded{[&](const AskTickets& ask) {
                   return session.ask(ask.count, overdue(session, transaction, ask.reissue_after));
                 },
                 [&](const AskRound& ask) { return round_asked(ask, session, transaction); },
                 [&](const TellResults& given) { return told(given, session); },
                 [&](const ObserveValue& given) {
                   return observed({&given, 1}, session);
                 },
                 [&](const ObserveValues& given) { return observed(given.values, session); },
                 [&](const ObserveRounds& given) { return rounds_observed(given, session); },
                 [&](const AbandonTickets& given) { return session.abandon(given.tickets); },
                 [&](const AddNote& given) { return Events{note_event(given.text)}; },
                 [&](const ChangeSettings& given) { return session.change(given.wanted); },
                 [&](const AddArms& given) { return session.add_arms(given.names); },
                 [&](const RetireArms& given) { return session.retire_arms(given.names); },
                 [&](const AddTags& given) { return session.tag(given.tags); },
                 [&](const RemoveTags& given) { return session.untag(given.tags); }},
      action);
}

bool is_result(const Action& action, const Session& session, const std::vector<Event>& events) {
  return std::visit(
      overloaded{
          // The earlier change may have returned fewer than `count`.
          [&](const AskTickets& ask) {
            return events.size() <= ask.count && std::ranges::all_of(events, is_ticket);
          },
          [&](const AskRound&) { return std::ranges::all_of(events, is_ticket); },
          [&](const TellResults& given) { return are_told(given, session, events); },
          [&](const ObserveValue& given) {
            return are_observed({&given, 1}, session, events);
          },
          [&](const ObserveValues& given) { return are_observed(given.values, session, events); },
          [&](const ObserveRounds& given) { return are_rows(given, session, events); },
          [&](const AbandonTickets& given) { return are_abandoned(given, events); },
          [&](const AddNote& given) { return events == Events{note_event(given.text)}; },
          [&](const ChangeSettings& given) { return are_settings(given, session, events); },
          [&](const AddArms& given) { return are_of<ArmAdded>(given.names, session, events); },
          [&](const RetireArms& given) { return are_of<ArmRetired>(given.names, session, events); },
          [&](const AddTags& given) { return are_some_of<Tagged>(given.tags, session, events); },
          [&](const RemoveTags& given) {
            return are_some_of<Untagged>(given.tags, session, events);
          }},
      action);
}

std::string_view path_of(const Action& action) {
  constexpr std::array<std::string_view, std::variant_size_v<Action>> paths = {
      "ask",  "ask",    "tell",     "observe",     "observe", "observe", "abandon",
      "note", "change", "add-arms", "retire-arms", "tag",     "untag"};
  return paths[action.index()];
}

namespace {

using nlohmann::ordered_json;

ordered_json finite(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json with_reissue_time(ordered_json body, std::optional<double> seconds) {
  if (seconds) body["reissue_after"] = finite(*seconds);
  return body;
}

ordered_json measured(ordered_json body, double value, const std::string& note) {
  body["value"] = finite(value);
  if (!note.empty()) body["note"] = note;
  return body;
}

ordered_json json_of(const ObserveValue& given) {
  return measured({{"arm", given.arm}}, given.value, given.note);
}

ordered_json json_of(const NewSettings& wanted) {
  ordered_json body = ordered_json::object();
  if (wanted.max_samples) body["max_samples"] = *wanted.max_samples;
  if (wanted.delta) body["delta"] = finite(*wanted.delta);
  if (wanted.margin) body["margin"] = finite(*wanted.margin);
  return body;
}

template <class List, class Make>
ordered_json list_of(const List& list, Make&& make) {
  ordered_json json = ordered_json::array();
  for (const auto& one : list) json.push_back(make(one));
  return json;
}

ordered_json body_of(const Action& action) {
  return std::visit(
      overloaded{
          [](const AskTickets& ask) {
            return with_reissue_time({{"count", ask.count}}, ask.reissue_after);
          },
          [](const AskRound& ask) {
            return with_reissue_time({{"round", true}}, ask.reissue_after);
          },
          [](const TellResults& given) {
            return ordered_json{{"results", list_of(given.readings, [](const Reading& one) {
                                   return measured({{"ticket", one.ticket}}, one.value, one.note);
                                 })}};
          },
          [](const ObserveValue& given) { return json_of(given); },
          [](const ObserveValues& given) {
            return ordered_json{{"values", list_of(given.values, [](const ObserveValue& one) {
                                   return json_of(one);
                                 })}};
          },
          [](const ObserveRounds& given) {
            return ordered_json{{"rows", list_of(given.rows, [](const auto& row) {
                                   return list_of(row, finite);
                                 })}};
          },
          [](const AbandonTickets& given) {
            return ordered_json{{"tickets", given.tickets}};
          },
          [](const AddNote& given) {
            return ordered_json{{"note", given.text}};
          },
          [](const ChangeSettings& given) { return json_of(given.wanted); },
          [](const AddArms& given) {
            return ordered_json{{"arms", given.names}};
          },
          [](const RetireArms& given) {
            return ordered_json{{"arms", given.names}};
          },
          [](const AddTags& given) {
            return ordered_json{{"tags", given.tags}};
          },
          [](const RemoveTags& given) {
            return ordered_json{{"tags", given.tags}};
          }},
      action);
}

}  // namespace

std::string to_json(const Action& action) {
  try {
    return body_of(action).dump();
  } catch (const ordered_json::exception&) {
    throw InputError(std::string(path_of(action)) + ": it contains text that is not UTF-8");
  }
}

}  // namespace mirador
