#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "mirador/experiment/status.hpp"
#include "mirador/spec/problem_spec.hpp"

namespace mirador::cli {

/// Parts of the JSON documents. Fields have the names of the options that mean the same. A document
/// begins as Json::object(): a null that becomes one later, and finds no memory for that, ends the
/// program when it is destroyed (nlohmann 3.11.2).

using Json = nlohmann::ordered_json;

void add_family(Json& document, const FamilySpec& family);
/// All but its name.
void add_question(Json& document, const QuestionSpec& question);

/// {"test", "arm", "samples", "reason", "log_evidence"}.
Json json_of(const Contradiction& contradiction);

/// In one line. Commands may hold any bytes, JSON holds UTF-8; what steers a terminal is written as
/// \u and a number.
std::string dumped(const Json& value);

/// One line a field, and one line an element of a list of objects.
std::string lines_of(const Json& document);

}  // namespace mirador::cli
