#include "serve/operations.hpp"

#include <algorithm>

namespace mirador::cli {
namespace {

constexpr std::string_view json_type = "application/json", html_type = "text/html; charset=utf-8",
                           problem_type = "application/problem+json";

Json text_schema(const char* help) {
  return {{"type", "string"}, {"minLength", 1}, {"maxLength", 1000}, {"description", help}};
}

Json ticket_schema() {
  return {{"type", "integer"}, {"minimum", 1}, {"description", "its number"}};
}

Json value_schema() { return {{"type", "number"}, {"description", "the measurement"}}; }

/// A note alone; it may be longer than other texts.
Json note_text() {
  return {{"type", "string"}, {"minLength", 1}, {"maxLength", 10000}, {"description", "the note"}};
}

Json note_schema() {
  return {{"type", "string"}, {"maxLength", 10000}, {"description", "is kept with the result"}};
}

/// An object that has nothing but these.
Json object_schema(Json properties, Json more = Json::object()) {
  Json schema{
      {"type", "object"}, {"properties", std::move(properties)}, {"additionalProperties", false}};
  schema.update(more);
  return schema;
}

Json list_of(Json items, std::size_t most) {
  return {{"type", "array"}, {"items", std::move(items)}, {"minItems", 1}, {"maxItems", most}};
}

constexpr std::size_t most_in_list = 100'000;

/// Exactly one of these sets of fields.
Json one_of(std::initializer_list<Json> fields) {
  Json choices = Json::array();
  for (const Json& required : fields) choices.push_back({{"required", required}});
  return {{"oneOf", choices}};
}

/// A list of such objects under a name.
Json many(const Json& properties, const Json& required) {
  return list_of(object_schema(properties, {{"required", required}}), most_in_list);
}

/// Names, about which the experiment itself says what is wrong.
Json texts_body(const char* field, const char* help) {
  Json name = text_schema(help);
  name.erase("minLength");
  return object_schema({{field, list_of(name, 10'000)}}, {{"required", {field}}});
}

Json new_experiment() {
  return {{"type", "object"},
          {"description", "a spec as mirador export writes it, with a name"},
          {"properties",
           {{"name", {{"type", "string"}, {"minLength", 1}, {"maxLength", 200}}},
            {"mirador_spec", {{"type", "integer"}, {"minimum", 1}, {"maximum", 1000}}},
            {"arms", list_of(text_schema("a name"), most_in_list)},
            {"family", {{"type", "object"}}},
            {"rounds", {{"type", "object"}}},
            {"question", {{"type", "object"}}},
            {"rule", text_schema("the sampling rule")},
            {"stopping", text_schema("the stopping rule")},
            {"scale", {{"type", "string"}}},
            {"delta", {{"type", "number"}}},
            {"max_samples", {{"type", "integer"}, {"minimum", 1}}},
            {"seed", {{"type", "integer"}, {"minimum", 0}}},
            {"reissue_after", {{"type", "number"}}},
            {"note", {{"type", "string"}}},
            {"tags", list_of(text_schema("by which lists can be filtered"), 10'000)},
            {"events",
             {{"type", "array"},
              {"items", {{"type", "object"}}},
              {"description", "the events of an exported experiment, as history gives them"}}}}},
          {"required", {"name", "mirador_spec", "arms", "question", "delta", "seed"}}};
}

Json ask_body() {
  return object_schema(
      {{"count",
        {{"type", "integer"},
         {"minimum", 1},
         {"maximum", 10000},
         {"description", "how many tickets; 1 by default"}}},
       {"round",
        {{"type", "boolean"}, {"description", "all tickets of the next round, in place of count"}}},
       {"reissue_after",
        {{"type", "number"},
         {"minimum", 0.001},
         {"maximum", 1e9},
         {"description",
          "first those that have been open for so many "
          "seconds"}}}});
}

Json tell_body() {
  Json properties{{"ticket", ticket_schema()}, {"value", value_schema()}, {"note", note_schema()}};
  const Json list = many(properties, {"ticket", "value"});
  properties["results"] = list;
  return object_schema(properties, one_of({{"ticket", "value"}, {"results"}}));
}

Json observe_body() {
  Json properties{
      {"arm", text_schema("its name")}, {"value", value_schema()}, {"note", note_schema()}};
  const Json list = many(properties, {"arm", "value"});
  properties["values"] = list;
  properties["rows"] = {
      {"type", "array"},
      {"items", list_of({{"type", {"number", "null"}}}, most_in_list)},
      {"minItems", 1},
      {"maxItems", most_in_list},
      {"description", "whole rounds: a value per arm, in the order of the arms, or null"}};
  return object_schema(properties, one_of({{"arm", "value"}, {"values"}, {"rows"}}));
}

Json abandon_body() {
  return object_schema(
      {{"ticket", ticket_schema()}, {"tickets", list_of(ticket_schema(), most_in_list)}},
      one_of({{"ticket"}, {"tickets"}}));
}

Json change_body() {
  return object_schema(
      {{"max_samples",
        {{"type", "integer"}, {"minimum", 0}, {"description", "the budget; 0: none"}}},
       {"delta", {{"type", "number"}, {"description", "the accepted risk; only smaller"}}},
       {"margin", {{"type", "number"}, {"description", "a difference below it does not matter"}}}});
}

Json rename_body() {
  return object_schema({{"name", text_schema("the new name")}}, {{"required", {"name"}}});
}

/// A client that keeps a log of its own names the experiment and the events that it has.
Json log_parameters() {
  return {{"identity",
           {{"type", "integer"},
            {"minimum", 0},
            {"description", "refuse it if the name is another experiment's by now"}}},
          {"after",
           {{"type", "integer"},
            {"minimum", 0},
            {"description", "answer with the log after so many events"}}}};
}

constexpr std::string_view all_path = "/v1/experiments", one_path = "/v1/experiments/{name}";

Operation reading(OperationKind kind, std::string_view path, std::string_view summary,
                  std::string_view type = json_type) {
  return {kind, "GET", path, summary, Access::read, {}, {}, false, 200, type};
}

/// What anyone may read, also without a token.
Operation open_to_all(OperationKind kind, std::string_view path, std::string_view summary,
                      std::string_view type) {
  return {kind, "GET", path, summary, Access::none, {}, {}, false, 200, type};
}

Operation changing(OperationKind kind, std::string_view path, std::string_view summary, Json body) {
  return {kind, "POST", path,     summary, Access::write, log_parameters(), std::move(body),
          true, 200,    json_type};
}

Operation with_query(Operation operation, Json query) {
  operation.query = std::move(query);
  return operation;
}

Json history_query() {
  return {{"after",
           {{"type", "integer"},
            {"minimum", 0},
            {"description", "leave out so many events; 0 by default"}}},
          {"most",
           {{"type", "integer"},
            {"minimum", 1},
            {"maximum", 100000},
            {"description", "how many; 1000 by default"}}}};
}

Json log_query() {
  return {{"after",
           {{"type", "integer"},
            {"minimum", 0},
            {"description", "leave out so many events; 0 by default"}}}};
}

std::vector<Operation> pages() {
  using enum OperationKind;
  return {
      open_to_all(health, "/healthz", "is the service up, and its store in reach?", json_type),
      reading(metrics, "/metrics", "counters and latencies for Prometheus",
              "text/plain; version=0.0.4"),
      open_to_all(description, "/openapi.json", "this document", json_type),
      open_to_all(page, "/", "the experiments, as a page", html_type),
      open_to_all(experiment_page, "/experiments/{name}", "an experiment, as a page", html_type),
      open_to_all(script, "/mirador.js", "the script of the pages",
                  "text/javascript; charset=utf-8"),
      open_to_all(style, "/mirador.css", "the style of the pages", "text/css; charset=utf-8"),
  };
}

std::vector<Operation> experiments() {
  using enum OperationKind;
  Operation begin = changing(create, all_path, "begin an experiment", new_experiment());
  begin.query = {};
  begin.is_repeatable = false;  // a repeat finds the name taken
  begin.status = 201;
  Operation end = changing(remove, one_path, "delete an experiment for good", {});
  end.method = "DELETE";
  end.is_repeatable = false;
  Operation name =
      changing(rename, "/v1/experiments/{name}/rename", "give it another name", rename_body());
  name.query = {};
  name.is_repeatable = false;
  return {
      with_query(reading(list, all_path, "the experiments, each with its state"),
                 {{"tag", text_schema("only those with this tag")}}),
      begin,
      with_query(reading(status, one_path, "the status: answer, smallest risk, arms, verdict"),
                 {{"format", {{"type", "string"}, {"enum", {"json", "csv"}}}}}),
      end,
      name,
      with_query(reading(history, "/v1/experiments/{name}/history", "the events, the oldest first"),
                 history_query()),
      with_query(reading(OperationKind::log, "/v1/experiments/{name}/log",
                         "spec and events, for clients that keep a log of their own"),
                 log_query()),
      reading(save, "/v1/experiments/{name}/export",
              "spec and events, as mirador export writes them", "application/x-ndjson"),
      reading(report, "/v1/experiments/{name}/report", "a self-contained page, as mirador report",
              html_type),
      reading(stream, "/v1/experiments/{name}/stream",
              "server-sent events \"status\": the status at once and after every change",
              "text/event-stream"),
  };
}

std::vector<Operation> changes() {
  using enum OperationKind;
  return {
      changing(ask, "/v1/experiments/{name}/ask", "what to measure next", ask_body()),
      changing(tell, "/v1/experiments/{name}/tell", "give the results of tickets", tell_body()),
      changing(observe, "/v1/experiments/{name}/observe",
               "give measurements that were not asked for", observe_body()),
      changing(abandon, "/v1/experiments/{name}/abandon", "say that measurements will not come",
               abandon_body()),
      changing(note, "/v1/experiments/{name}/note", "add a note to the log",
               object_schema({{"note", note_text()}}, {{"required", {"note"}}})),
      changing(change, "/v1/experiments/{name}/change", "change budget, risk or margin",
               change_body()),
      changing(add_arms, "/v1/experiments/{name}/add-arms", "arms join the question",
               texts_body("arms", "a name")),
      changing(retire_arms, "/v1/experiments/{name}/retire-arms", "arms leave the question",
               texts_body("arms", "its name")),
      changing(tag, "/v1/experiments/{name}/tag", "add tags, by which lists can be filtered",
               texts_body("tags", "a tag")),
      changing(untag, "/v1/experiments/{name}/untag", "remove tags", texts_body("tags", "a tag")),
  };
}

/// Whether the path is of this form.
bool fits(std::string_view form, std::span<const std::string> path) {
  for (const std::string& part : path) {
    if (!form.starts_with('/')) return false;
    form.remove_prefix(1);
    const std::string_view wanted = form.substr(0, form.find('/'));
    if (wanted != part && wanted != "{name}") return false;
    form.remove_prefix(wanted.size());
  }
  return form.empty() || (form == "/" && path.empty());
}

/// The part of the path that names an experiment.
std::string name_in(std::string_view form, std::span<const std::string> path) {
  const std::size_t at = form.find("{name}");
  if (at == std::string_view::npos) return {};
  return path[static_cast<std::size_t>(std::ranges::count(form.substr(0, at), '/')) - 1];
}

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

/// "getV1ExperimentsNameAsk"
std::string id_of(const Operation& operation) {
  std::string id = lower_case(operation.method);
  bool is_first = true;
  for (const char c : operation.path) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_letter) id += is_first && c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
    is_first = !is_letter;
  }
  return id;
}

struct ProblemText {
  const char *status, *meaning;
};

/// What can go wrong with an operation.
std::vector<ProblemText> problems_of(const Operation& operation) {
  std::vector<ProblemText> found = {
      {"400", "the request cannot be read"},
      {"403", "the request comes from another site, or the token may not do this"},
      {"429", "too many requests wait"},
      {"503", "the store cannot be reached; try again"}};
  const bool has_name = operation.path.find("{name}") != std::string_view::npos;
  if (operation.access != Access::none) {
    found.push_back({"401", "a token is needed"});
  }
  if (has_name) found.push_back({"404", "there is no such experiment"});
  if (operation.access == Access::write) {
    found.push_back({"409", "it contradicts the state of the experiment"});
  }
  if (!operation.body.is_null()) {
    found.push_back({"413", "the body is too large"});
    found.push_back({"415", "the body is not application/json"});
  }
  if (!operation.body.is_null() || !operation.query.is_null()) {
    found.push_back({"422", "a field is missing or wrong; field names it"});
  }
  std::ranges::sort(found, {},
                    [](const ProblemText& text) { return std::string_view(text.status); });
  return found;
}

Json parameters_of(const Operation& operation) {
  Json all = Json::array();
  if (operation.path.find("{name}") != std::string_view::npos) {
    all.push_back(
        {{"name", "name"}, {"in", "path"}, {"required", true}, {"schema", {{"type", "string"}}}});
  }
  for (const auto& [name, schema] : operation.query.items()) {
    all.push_back({{"name", name}, {"in", "query"}, {"schema", schema}});
  }
  if (operation.is_repeatable) {
    all.push_back({{"name", "Idempotency-Key"},
                   {"in", "header"},
                   {"description",
                    "a repeat under the same key changes nothing, and has the same "
                    "answer"},
                   {"schema", {{"type", "string"}, {"minLength", 1}, {"maxLength", 200}}}});
  }
  return all;
}

Json responses_of(const Operation& operation) {
  Json all = Json::object();
  all[std::to_string(operation.status)] = {{"description", "done"},
                                           {"content", {{operation.type, Json::object()}}}};
  for (const auto& [status, meaning] : problems_of(operation)) {
    all[status] = {
        {"description", meaning},
        {"content", {{problem_type, {{"schema", {{"$ref", "#/components/schemas/Problem"}}}}}}}};
  }
  return all;
}

Json document_of(const Operation& operation) {
  Json document{{"operationId", id_of(operation)}, {"summary", operation.summary}};
  if (const Json parameters = parameters_of(operation); !parameters.empty()) {
    document["parameters"] = parameters;
  }
  if (!operation.body.is_null()) {
    document["requestBody"] = {{"required", true},
                               {"content", {{json_type, {{"schema", operation.body}}}}}};
  }
  document["responses"] = responses_of(operation);
  document["security"] =
      operation.access == Access::none ? Json::array() : Json::array({{{"token", Json::array()}}});
  return document;
}

}  // namespace

const std::vector<Operation>& operations() {
  static const std::vector<Operation> all = [] {
    std::vector<Operation> described = pages();
    for (const auto& part : {experiments(), changes()}) {
      described.insert(described.end(), part.begin(), part.end());
    }
    return described;
  }();
  return all;
}

std::optional<Match> match_of(std::string_view method, std::span<const std::string> path) {
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  std::vector<const Operation*> others;
  for (const Operation& operation : operations()) {
    if (!fits(operation.path, path)) continue;
    if (operation.method == wanted) {
      return Match{&operation, name_in(operation.path, path), {}};
    }
    others.push_back(&operation);
  }
  if (others.empty()) return std::nullopt;
  Match match;
  for (const Operation* one : others) {
    match.allowed += (match.allowed.empty() ? "" : ", ") + std::string(one->method);
  }
  return match;
}

std::string openapi(std::string_view version) {
  Json document{{"openapi", "3.1.0"},
                {"info",
                 {{"title", "mirador"},
                  {"version", version},
                  {"description",
                   "Experiments that find out which of several noisy options is the "
                   "right one. Errors are application/problem+json."}}},
                {"paths", Json::object()}};
  for (const Operation& operation : operations()) {
    document["paths"][std::string(operation.path)][lower_case(operation.method)] =
        document_of(operation);
  }
  document["components"] = {
      {"securitySchemes", {{"token", {{"type", "http"}, {"scheme", "bearer"}}}}},
      {"schemas",
       {{"Problem",
         {{"type", "object"},
          {"properties",
           {{"title", {{"type", "string"}}},
            {"status", {{"type", "integer"}}},
            {"detail", {{"type", "string"}, {"description", "what to do"}}},
            {"field", {{"type", "string"}}}}}}}}}};
  return document.dump(1) + "\n";
}

}  // namespace mirador::cli
