#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "mirador/experiment/status.hpp"
#include "mirador/spec/problem_spec.hpp"
#include "mirador/spec/rounds_spec.hpp"

namespace mirador::cli {

/// Parts of the JSON documents. Fields have the names of the corresponding options. A document must
/// begin as Json::object(): converting a null value later ends the program if memory runs out in
/// the conversion (nlohmann 3.11.2).

using Json = nlohmann::ordered_json;

void add_family(Json& document, const FamilySpec& family);
void add_law(Json& document, const LawSpec& law);
/// "round_size" and "good_enough", where they were given.
void add_design(Json& document, const RoundsSpec& rounds);
/// All fields except the name.
void add_question(Json& document, const QuestionSpec& question);
/// "rounds", "in_play", "ruled_out", "differences", "items"; not the warnings.
void add_rounds(Json& document, const RoundsStatus& rounds);

/// Null if the number is infinite or NaN.
Json finite(double value);

/// {"test", "arm", "samples", "reason", "log_evidence"}.
Json json_of(const Contradiction& contradiction);

/// The value in one line. Commands may contain any bytes, and JSON contains UTF-8. Characters that
/// control a terminal are written as \u and a number.
std::string dumped(const Json& value);

/// One line per field, and one line per element of a list of objects.
std::string lines_of(const Json& document);

}  // namespace mirador::cli
