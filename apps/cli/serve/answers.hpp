#pragma once

#include "serve/operations.hpp"

namespace mirador::cli {

/// The JSON schema of the answer to an operation that was carried out: its most important fields,
/// with their types. Null for an answer that is not JSON.
Json answer_schema(OperationKind kind);

}  // namespace mirador::cli
