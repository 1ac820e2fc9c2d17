#pragma once

#include <optional>
#include <string>

#include "text/json_parts.hpp"

namespace mirador::cli {

/// What is wrong with a value: where, and what to give instead.
struct Misfit {
  std::string field;   ///< "results[3].value"; empty for the value as a whole
  std::string detail;  ///< "is missing", "\"x\" is not a number"
};

/// Checks a value against the parts of JSON Schema that the API uses: type, properties, required,
/// additionalProperties, items, minimum, maximum, minLength, maxLength (bytes), minItems, maxItems,
/// enum, and oneOf whose alternatives only say what is required, and what not. The first misfit, or
/// nothing.
std::optional<Misfit> misfit(const Json& schema, const Json& value);

/// The same for a parameter of a query, which is text: a whole number or a word.
std::optional<Misfit> misfit_of_text(const Json& schema, const std::string& name,
                                     const std::string& text);

}  // namespace mirador::cli
