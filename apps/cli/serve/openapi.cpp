#include <algorithm>
#include <array>

#include "serve/answers.hpp"

namespace mirador::cli {
namespace {

constexpr std::string_view problem_type = "application/problem+json";

std::string lower_case(std::string_view word) {
  std::string lower(word);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

/// A name for generated clients.
std::string_view id_of(OperationKind kind) {
  constexpr std::array<std::string_view, 27> ids = {
      "health", "metrics", "describe",   "listPage", "experimentPage", "script",  "style",   "list",
      "begin",  "status",  "delete",     "ask",      "tell",           "observe", "abandon", "note",
      "change", "addArms", "retireArms", "tag",      "untag",          "rename",  "history", "log",
      "export", "report",  "stream"};
  static_assert(ids.size() == static_cast<std::size_t>(OperationKind::stream) + 1);
  return ids[static_cast<std::size_t>(kind)];
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
  const Json answer = answer_schema(operation.kind);
  const Json content = answer.is_null() ? Json::object() : Json{{"schema", answer}};
  all[std::to_string(operation.status)] = {{"description", "done"},
                                           {"content", {{operation.type, content}}}};
  for (const auto& [status, meaning] : problems_of(operation)) {
    all[status] = {
        {"description", meaning},
        {"content", {{problem_type, {{"schema", {{"$ref", "#/components/schemas/Problem"}}}}}}}};
  }
  return all;
}

Json document_of(const Operation& operation) {
  Json document{{"operationId", id_of(operation.kind)}, {"summary", operation.summary}};
  if (const Json parameters = parameters_of(operation); !parameters.empty()) {
    document["parameters"] = parameters;
  }
  if (!operation.body.is_null()) {
    document["requestBody"] = {{"required", true},
                               {"content", {{"application/json", {{"schema", operation.body}}}}}};
  }
  document["responses"] = responses_of(operation);
  document["security"] =
      operation.access == Access::none ? Json::array() : Json::array({{{"token", Json::array()}}});
  return document;
}

}  // namespace

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
