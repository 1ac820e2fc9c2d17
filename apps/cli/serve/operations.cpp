#include "serve/operations.hpp"

#include <algorithm>

#include "serve/bodies.hpp"

namespace mirador::cli {
namespace {

constexpr std::string_view json_type = "application/json", html_type = "text/html; charset=utf-8";

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
  Operation begin = changing(create, all_path, "begin an experiment", new_experiment_body());
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
      changing(note, "/v1/experiments/{name}/note", "add a note to the log", note_body()),
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

}  // namespace mirador::cli
