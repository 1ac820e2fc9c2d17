#include "http_answer.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "json_nesting.hpp"
#include "mirador/core/printable.hpp"
#include "mirador/experiment/ledger.hpp"
#include "mirador/live/json_text.hpp"

namespace mirador::live {
namespace {

using nlohmann::ordered_json;

[[noreturn]] void not_an_answer(const std::string& why) {
  throw RunError("store: the answer " + why +
                 "; is it the address of mirador serve, and of the same version?");
}

ordered_json parsed_answer(std::string_view text) {
  if (nested_too_deeply(text)) not_an_answer("is nested too deeply");
  ordered_json json = ordered_json::parse(text, nullptr, false);
  if (!json.is_object()) not_an_answer("is not JSON");
  return json;
}

const ordered_json& field_in(const ordered_json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) not_an_answer("has no \"" + std::string(key) + "\"");
  return *found;
}

std::string text_in(const ordered_json& json, const char* key) {
  const ordered_json& value = field_in(json, key);
  if (!value.is_string()) not_an_answer("has a \"" + std::string(key) + "\" that is not a text");
  return value.get<std::string>();
}

std::uint64_t count_in(const ordered_json& json, const char* key) {
  const ordered_json& value = field_in(json, key);
  if (!value.is_number_unsigned()) {
    not_an_answer("has a \"" + std::string(key) + "\" that is not a whole number");
  }
  return value.get<std::uint64_t>();
}

bool flag_in(const ordered_json& json, const char* key) {
  const ordered_json& value = field_in(json, key);
  if (!value.is_boolean()) not_an_answer("has a \"" + std::string(key) + "\" that is not a flag");
  return value.get<bool>();
}

const ordered_json& list_in(const ordered_json& json, const char* key) {
  const ordered_json& value = field_in(json, key);
  if (!value.is_array()) not_an_answer("has a \"" + std::string(key) + "\" that is not a list");
  return value;
}

/// Events name their arms; of the spec only these are needed.
ExperimentSpec arms_in(const ordered_json& json) {
  ExperimentSpec spec;
  for (const ordered_json& arm : list_in(json, "arms")) {
    if (!arm.is_string()) not_an_answer("has an arm that is not a text");
    spec.arms.push_back(arm.get<std::string>());
  }
  if (spec.arms.empty()) not_an_answer("has no arms");
  return spec;
}

std::vector<Event> events_in(const ordered_json& json, const char* key,
                             const ExperimentSpec& arms) {
  std::vector<Event> events;
  for (const ordered_json& event : list_in(json, key)) {
    try {
      events.push_back(event_from_json(event.dump(), arms));
    } catch (const InputError& error) {
      not_an_answer("has an event that cannot be read (" + std::string(error.what()) + ")");
    }
  }
  return events;
}

/// The problem in an answer; nothing if it has none.
std::optional<ordered_json> problem_in(const HttpAnswer& answer) {
  if (!answer.type.starts_with("application/problem+json")) return std::nullopt;
  if (nested_too_deeply(answer.body)) return std::nullopt;
  ordered_json json = ordered_json::parse(answer.body, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  return json;
}

std::string text_or(const ordered_json& json, const char* key, const std::string& usual) {
  const auto found = json.find(key);
  return found != json.end() && found->is_string() ? printable(found->get<std::string>()) : usual;
}

/// "number 3: ..." about one of several.
[[noreturn]] void refuse_reading(const ordered_json& problem, std::uint64_t index) {
  std::string complaint = text_or(problem, "detail", "no reason given");
  const std::string prefix = "number " + std::to_string(index + 1) + ": ";
  if (complaint.starts_with(prefix)) complaint.erase(0, prefix.size());
  const std::string field = text_or(problem, "field", "");
  throw ReadingError(static_cast<std::size_t>(index),
                     field.empty() ? complaint : field + ": " + complaint);
}

[[noreturn]] void refuse_token(const HttpAnswer& answer, const HttpClient& client) {
  const std::string detail = detail_of(answer);
  if (answer.status == 401) {
    throw InputError(client.has_token()
                         ? "token: " + client.base() +
                               " does not know the token of MIRADOR_TOKEN; set it to a secret that "
                               "mirador token new printed, and whose line is in the token file"
                         : "token: " + client.base() +
                               " asks for one; set MIRADOR_TOKEN to a secret that mirador token "
                               "new printed");
  }
  if (detail.find("token") != std::string::npos) {
    throw InputError("token: " + detail + "; set MIRADOR_TOKEN to one that may write");
  }
  throw InputError("store: " + client.base() + " refuses this: " + detail);
}

}  // namespace

LogPage log_page_in(std::string_view text) {
  const ordered_json json = parsed_answer(text);
  const ordered_json& spec = field_in(json, "spec");
  if (!spec.is_object()) not_an_answer("has a \"spec\" that is not an object");
  return {count_in(json, "identity"), spec.dump(), events_in(json, "events", arms_in(json)),
          flag_in(json, "more")};
}

MadeAnswer made_in(std::string_view text) {
  const ordered_json json = parsed_answer(text);
  const ExperimentSpec arms = arms_in(json);
  return {
      {events_in(json, "events", arms), flag_in(json, "made_before"), events_in(json, "log", arms)},
      flag_in(json, "more")};
}

std::vector<Listing> listings_in(std::string_view text) {
  const ordered_json json = parsed_answer(text);
  std::vector<Listing> listings;
  for (const ordered_json& one : list_in(json, "experiments")) {
    if (!one.is_object()) not_an_answer("has an experiment that is not an object");
    listings.push_back({text_in(one, "name"), text_in(one, "created"), count_in(one, "events"),
                        text_in(one, "heard")});
  }
  return listings;
}

std::string new_experiment(const std::string& name, const std::string& spec,
                           std::span<const Event> events) {
  ordered_json json{{"name", name}};
  json.update(ordered_json::parse(spec));
  if (!events.empty()) {
    ExperimentSpec known = spec_from_json(spec);
    ordered_json list = ordered_json::array();
    for (const Event& event : events) {
      list.push_back(ordered_json::parse(to_json(event, known)));
      if (const auto* added = std::get_if<ArmAdded>(&event)) known.arms.push_back(added->name);
    }
    json["events"] = std::move(list);
  }
  return json.dump();
}

std::string new_name(const std::string& name) { return ordered_json{{"name", name}}.dump(); }

std::string detail_of(const HttpAnswer& answer) {
  const auto problem = problem_in(answer);
  if (!problem) return "HTTP status " + std::to_string(answer.status);
  const std::string detail =
      text_or(*problem, "detail", text_or(*problem, "title", "no reason given"));
  std::string field = text_or(*problem, "field", "");
  if (field.empty()) return detail;
  if (field == "Idempotency-Key") field = "request";
  return field + ": " + detail;
}

bool refused_to_begin(const HttpAnswer& answer) {
  const auto problem = problem_in(answer);
  return problem && (answer.status == 429 || answer.status == 503) &&
         !text_or(*problem, "detail", "").starts_with("outcome unknown");
}

void refuse(const HttpAnswer& answer, const HttpClient& client) {
  const auto problem = problem_in(answer);
  if (answer.status >= 300 && answer.status < 400) {
    throw RunError("store: " + client.base() + " answers with another address (" +
                   printable(answer.location) + "); give the address of mirador serve itself");
  }
  if (answer.status == 401 || answer.status == 403) refuse_token(answer, client);
  if (answer.status == 413) {
    throw InputError(
        "store: this is more than the service takes at once; give less at a time, or run the "
        "command where the store is");
  }
  if (!problem) {
    throw RunError("store: " + client.base() + " answers with HTTP status " +
                   std::to_string(answer.status) + "; is it the address of mirador serve?");
  }
  const std::string detail = detail_of(answer);
  if (answer.status == 404 && !problem->contains("field")) {
    throw RunError("store: " + client.base() + " says that " + detail +
                   "; give the address that mirador serve printed");
  }
  if (answer.status >= 500) throw RunError("store: " + client.base() + " reports: " + detail);
  if (const auto index = problem->find("index");
      index != problem->end() && index->is_number_unsigned()) {
    refuse_reading(*problem, index->get<std::uint64_t>());
  }
  if (answer.status == 404) throw NotFound(detail);
  if (answer.status == 409 && text_or(*problem, "field", "") == "name") throw NameTaken(detail);
  if (answer.status == 409) throw Conflict(detail);
  throw InputError(detail);
}

}  // namespace mirador::live
