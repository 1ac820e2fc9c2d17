#pragma once

#include <optional>
#include <string_view>

#include "text/json_parts.hpp"

namespace mirador::cli {

/// The JSON of a request's body. Nothing for text that is not JSON, or that would take much memory
/// or time: nested deeper than 64, more than a million values, or an object of more than a thousand
/// fields.
std::optional<Json> parsed_body(std::string_view text);

}  // namespace mirador::cli
