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

/// One object, or a list of such under a name.
Json one_or_many(const Json& properties, const Json& required, const char* list) {
  Json all = properties;
  all[list] = list_of(object_schema(properties, {{"required", required}}), 100000);
  return object_schema(
      all,
      {{"oneOf", Json::array({{{"required", required}}, {{"required", Json::array({list})}}})}});
}

Json new_experiment() {
  return {{"type", "object"},
          {"description", "a spec as mirador export writes it, with a name"},
          {"properties",
           {{"name", {{"type", "string"}, {"minLength", 1}, {"maxLength", 200}}},
            {"mirador_spec", {{"type", "integer"}, {"minimum", 1}, {"maximum", 1000}}},
            {"arms", list_of(text_schema("a name"), 100000)},
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
            {"note", {{"type", "string"}}}}},
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

Json result_schema() {
  return {{"ticket", ticket_schema()}, {"value", value_schema()}, {"note", note_schema()}};
}

Json observation_schema() {
  return {{"arm", text_schema("its name")}, {"value", value_schema()}, {"note", note_schema()}};
}

Json abandoned_schema() {
  return object_schema(
      {{"ticket", ticket_schema()}, {"tickets", list_of(ticket_schema(), 100000)}},
      {{"oneOf", Json::array({{{"required", {"ticket"}}}, {{"required", {"tickets"}}}})}});
}

std::vector<Operation> described() {
  using enum Action;
  const Json none;
  constexpr std::string_view all = "/v1/experiments", one = "/v1/experiments/{name}";
  return {
      {health, "GET", "/healthz", "is the service up, and its store in reach?", Access::none, none,
       none, false, 200, json_type},
      {metrics, "GET", "/metrics", "counters and latencies for Prometheus", Access::read, none,
       none, false, 200, "text/plain; version=0.0.4"},
      {description, "GET", "/openapi.json", "this document", Access::none, none, none, false, 200,
       json_type},
      {page, "GET", "/", "the experiments, as a page", Access::none, none, none, false, 200,
       html_type},
      {experiment_page, "GET", "/experiments/{name}", "an experiment, as a page", Access::none,
       none, none, false, 200, html_type},
      {script, "GET", "/mirador.js", "the script of the pages", Access::none, none, none, false,
       200, "text/javascript; charset=utf-8"},
      {style, "GET", "/mirador.css", "the style of the pages", Access::none, none, none, false, 200,
       "text/css; charset=utf-8"},
      {list, "GET", all, "the experiments, each with its state", Access::read, none, none, false,
       200, json_type},
      {create, "POST", all, "begin an experiment", Access::write, none, new_experiment(), false,
       201, json_type},
      {status,
       "GET",
       one,
       "the status: answer, smallest risk, arms, verdict",
       Access::read,
       {{"format", {{"type", "string"}, {"enum", {"json", "csv"}}}}},
       none,
       false,
       200,
       json_type},
      {remove, "DELETE", one, "delete an experiment for good", Access::write, none, none, false,
       200, json_type},
      {ask, "POST", "/v1/experiments/{name}/ask", "what to measure next", Access::write, none,
       ask_body(), true, 200, json_type},
      {tell, "POST", "/v1/experiments/{name}/tell", "give the results of tickets", Access::write,
       none, one_or_many(result_schema(), {"ticket", "value"}, "results"), true, 200, json_type},
      {observe, "POST", "/v1/experiments/{name}/observe",
       "give measurements that were not asked for", Access::write, none,
       one_or_many(observation_schema(), {"arm", "value"}, "values"), true, 200, json_type},
      {abandon, "POST", "/v1/experiments/{name}/abandon", "say that measurements will not come",
       Access::write, none, abandoned_schema(), true, 200, json_type},
      {history,
       "GET",
       "/v1/experiments/{name}/history",
       "the events, the oldest first",
       Access::read,
       {{"after",
         {{"type", "integer"},
          {"minimum", 0},
          {"description", "leave out so many events; 0 by default"}}},
        {"most",
         {{"type", "integer"},
          {"minimum", 1},
          {"maximum", 100000},
          {"description", "how many; 1000 by default"}}}},
       none,
       false,
       200,
       json_type},
      {save, "GET", "/v1/experiments/{name}/export",
       "spec and events, as mirador export writes them", Access::read, none, none, false, 200,
       "application/x-ndjson"},
      {report, "GET", "/v1/experiments/{name}/report", "a self-contained page, as mirador report",
       Access::read, none, none, false, 200, html_type},
      {stream, "GET", "/v1/experiments/{name}/stream",
       "server-sent events \"status\": the status at once and after every change", Access::read,
       none, none, false, 200, "text/event-stream"},
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
      {"400", "the request cannot be read, or comes from another site"},
      {"429", "too many requests wait"},
      {"503", "the store cannot be reached; try again"}};
  const bool has_name = operation.path.find("{name}") != std::string_view::npos;
  if (operation.access != Access::none) {
    found.push_back({"401", "a token is needed"});
    found.push_back({"403", "the token may not do this"});
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
  static const std::vector<Operation> all = described();
  return all;
}

std::optional<Route> route_of(std::string_view method, std::span<const std::string> path) {
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  std::vector<const Operation*> others;
  for (const Operation& operation : operations()) {
    if (!fits(operation.path, path)) continue;
    if (operation.method == wanted) {
      return Route{&operation, name_in(operation.path, path), {}};
    }
    others.push_back(&operation);
  }
  if (others.empty()) return std::nullopt;
  Route route;
  for (const Operation* one : others) {
    route.allowed += (route.allowed.empty() ? "" : ", ") + std::string(one->method);
  }
  return route;
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
