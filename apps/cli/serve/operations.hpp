#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "serve/token.hpp"
#include "text/json_parts.hpp"

namespace mirador::cli {

/// What a request asks for.
enum class OperationKind {
  health,
  metrics,
  description,
  page,
  experiment_page,
  script,
  style,
  list,
  create,
  status,
  remove,
  ask,
  tell,
  observe,
  abandon,
  note,
  change,
  add_arms,
  retire_arms,
  tag,
  untag,
  rename,
  history,
  log,
  save,
  report,
  stream
};

/// One operation of the service: the description from which requests are routed and checked, and
/// /openapi.json is written.
struct Operation {
  OperationKind kind;
  std::string_view method;
  std::string_view path;  ///< "/v1/experiments/{name}/ask"
  std::string_view summary;
  Access access;
  Json query;             ///< by name: the schema of each parameter; null: none
  Json body;              ///< the schema; null: none
  bool is_repeatable;     ///< takes Idempotency-Key
  unsigned status;        ///< of success
  std::string_view type;  ///< of the content
};

const std::vector<Operation>& operations();

/// An operation found for a path, with the experiment that it names.
struct Match {
  const Operation* operation = nullptr;  ///< null: the path exists, the method does not
  std::string name;
  std::string allowed;  ///< without an operation: the methods of the path, "GET, POST"
};
/// Nothing for an unknown path. HEAD is as GET.
std::optional<Match> match_of(std::string_view method, std::span<const std::string> path);

/// The document /openapi.json, OpenAPI 3.1.
std::string openapi(std::string_view version);

}  // namespace mirador::cli
