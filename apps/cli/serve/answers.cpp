#include "serve/answers.hpp"

namespace mirador::cli {
namespace {

Json text() { return {{"type", "string"}}; }
Json whole() { return {{"type", "integer"}}; }
Json number() { return {{"type", "number"}}; }
Json flag() { return {{"type", "boolean"}}; }
Json number_or_null() { return {{"type", Json::array({"number", "null"})}}; }
Json text_or_null() { return {{"type", Json::array({"string", "null"})}}; }
Json list(Json items) { return {{"type", "array"}, {"items", std::move(items)}}; }
Json any_object() { return {{"type", "object"}}; }

Json word(std::initializer_list<const char*> words) {
  return {{"type", "string"}, {"enum", Json(words)}};
}

/// An object that always has these fields; it may have more.
Json object(const Json& fields) {
  Json names = Json::array();
  for (const auto& [name, schema] : fields.items()) names.push_back(name);
  return {{"type", "object"}, {"properties", fields}, {"required", names}};
}

Json phase() { return word({"running", "decided", "undecided", "waiting"}); }

Json event() {
  Json schema = object({{"event", text()}});
  schema["properties"].update({{"ticket", whole()}, {"arm", text()}, {"value", number()}});
  return schema;
}

/// What was done, and the state after it.
Json done(Json fields) {
  fields.update({{"samples", whole()}, {"waiting", whole()}, {"phase", phase()}});
  return object(fields);
}

/// To a request with the parameter `after`.
Json done_with_log() {
  return object({{"events", list(event())},
                 {"made_before", flag()},
                 {"arms", list(text())},
                 {"after", whole()},
                 {"log", list(event())},
                 {"more", flag()}});
}

Json any_of(std::initializer_list<Json> schemas) {
  Json all = Json::array();
  for (const Json& schema : schemas) all.push_back(schema);
  all.push_back(done_with_log());
  return {{"anyOf", all}};
}

Json ticket() {
  Json schema = object({{"ticket", whole()}, {"arm", text()}});
  schema["properties"].update({{"round", whole()}, {"reissued", flag()}});
  return schema;
}

Json arm() {
  return object({{"name", text()},
                 {"pulls", whole()},
                 {"pending", whole()},
                 {"mean", number_or_null()},
                 {"low", number_or_null()},
                 {"high", number_or_null()}});
}

Json status() {
  Json schema = object({{"name", text()},
                        {"phase", phase()},
                        {"problem", text()},
                        {"delta", number()},
                        {"answer", text_or_null()},
                        {"smallest_risk", number()},
                        {"samples", whole()},
                        {"arms", list(arm())},
                        {"open", list(ticket())},
                        {"tags", list(text())}});
  Json verdict = object({{"answer", text()}});
  verdict["type"] = Json::array({"object", "null"});
  schema["properties"]["verdict"] = verdict;
  return schema;
}

Json listed() {
  return object(
      {{"experiments",
        list(object(
            {{"name", text()}, {"created", text()}, {"events", whole()}, {"heard", text()}}))}});
}

Json log() {
  return object({{"identity", whole()},
                 {"spec", any_object()},
                 {"arms", list(text())},
                 {"after", whole()},
                 {"events", list(event())},
                 {"more", flag()}});
}

/// Of the operations that change an experiment.
Json change_schema(OperationKind kind) {
  switch (kind) {
    case OperationKind::ask:
      return any_of({object({{"tickets", list(ticket())}, {"phase", phase()}})});
    case OperationKind::tell:
      return any_of({done({{"told", whole()}, {"new", whole()}})});
    case OperationKind::observe:
      return any_of({done({{"ticket", whole()}, {"arm", text()}}), done({{"observed", whole()}}),
                     done({{"rounds", whole()}, {"given", whole()}, {"missing", whole()}})});
    case OperationKind::abandon:
      return any_of({done({{"ticket", whole()}, {"new", flag()}}),
                     done({{"abandoned", whole()}, {"new", whole()}})});
    case OperationKind::note:
      return any_of({done({{"note", text()}})});
    case OperationKind::change:
      return any_of({done({{"changed", whole()}, {"delta", number()}})});
    case OperationKind::add_arms:
      return any_of({done({{"added", text()}, {"arms", whole()}, {"risk_in_all", number()}})});
    case OperationKind::retire_arms:
      return any_of({done({{"retired", text()}, {"arms", whole()}, {"abandoned", whole()}})});
    default:  // tag, untag
      return any_of({object({{"changed", whole()}, {"tags", text()}})});
  }
}

}  // namespace

Json answer_schema(OperationKind kind) {
  switch (kind) {
    case OperationKind::health:
      return object({{"status", text()}});
    case OperationKind::description:
      return any_object();
    case OperationKind::list:
      return listed();
    case OperationKind::create:
      return object({{"name", text()}, {"arms", whole()}, {"delta", number()}, {"status", text()}});
    case OperationKind::status:
      return status();
    case OperationKind::remove:
      return object({{"deleted", text()}});
    case OperationKind::rename:
      return object({{"name", text()}, {"before", text()}});
    case OperationKind::history:
      return object({{"name", text()}, {"after", whole()}, {"events", list(event())}});
    case OperationKind::log:
      return log();
    case OperationKind::metrics:
    case OperationKind::page:
    case OperationKind::experiment_page:
    case OperationKind::script:
    case OperationKind::style:
    case OperationKind::save:
    case OperationKind::report:
    case OperationKind::stream:
      return nullptr;
    default:
      return change_schema(kind);
  }
}

}  // namespace mirador::cli
