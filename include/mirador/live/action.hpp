#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mirador/experiment/session.hpp"
#include "mirador/store/store.hpp"

/// The changes of a live experiment as plain data: what is asked of `LiveExperiment`, and what a
/// client sends to a service.
namespace mirador {

struct AskTickets {
  std::uint64_t count = 1;
  std::optional<double> reissue_after = std::nullopt;  ///< seconds; by default those of the spec
};
struct AskRound {
  std::optional<double> reissue_after = std::nullopt;
};
struct TellResults {
  std::vector<Reading> readings;
};
/// A measurement that was not requested.
struct ObserveValue {
  std::string arm;
  double value;
  std::string note = {};  ///< stored with the value
};
struct ObserveValues {
  std::vector<ObserveValue> values;
};
/// Whole rounds that were not requested, each with a value for every arm, NaN where there is none.
struct ObserveRounds {
  std::vector<std::vector<double>> rows;
};
struct AbandonTickets {
  std::vector<Ticket> tickets;
};
struct AddNote {
  std::string text;
};
struct ChangeSettings {
  NewSettings wanted;
};
struct AddArms {
  std::vector<std::string> names;
};
struct RetireArms {
  std::vector<std::string> names;
};
struct AddTags {
  std::vector<std::string> tags;
};
struct RemoveTags {
  std::vector<std::string> tags;
};

using Action =
    std::variant<AskTickets, AskRound, TellResults, ObserveValue, ObserveValues, ObserveRounds,
                 AbandonTickets, AddNote, ChangeSettings, AddArms, RetireArms, AddTags, RemoveTags>;

/// The events that the action appends now. The transaction is asked for the age of tickets. Throws
/// InputError for an action that is refused.
std::vector<Event> events_for(const Action& action, const Session& session,
                              Transaction& transaction);

/// Can these events, which were appended under the same request before and applied, be the result
/// of this action?
bool is_result(const Action& action, const Session& session, const std::vector<Event>& events);

/// The name of the action in addresses: "ask", "tell", "observe", "abandon", "note", "change",
/// "add-arms", "retire-arms", "tag" or "untag".
std::string_view path_of(const Action& action);

/// The action as the body of a request, one line. A number that is not finite is null.
///   ask          {"count":3,"reissue_after":60.0} or {"round":true}
///   tell         {"results":[{"ticket":7,"value":1.5,"note":"..."}]}
///   observe      {"arm":"a","value":1.5,"note":"..."}, {"values":[...]} or {"rows":[[1.5,null]]}
///   abandon      {"tickets":[7,8]}
///   note         {"note":"..."}
///   change       {"max_samples":1000,"delta":0.01,"margin":0.1}
///   add-arms     {"arms":["d"]}
///   tag          {"tags":["coffee"]}
/// What is not set is left out. Throws InputError for text that is not UTF-8.
std::string to_json(const Action& action);

}  // namespace mirador
